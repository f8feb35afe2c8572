import { expect, it } from 'vitest';
import { duplicateKey, mergeKey } from '../../src/guardian/key-findings.ts';

it('a key that stands twice is an error, a merge key a warning', () => {
  expect(duplicateKey('a', 3, '/a')).toEqual({
    severity: 'error',
    sentence: 'The key "a" stands more than once in this object.',
    at: 3,
    pointer: '/a',
  });
  expect(mergeKey(3, '/<<')).toMatchObject({ severity: 'warning', at: 3, pointer: '/<<' });
});
