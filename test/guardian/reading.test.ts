import { expect, it } from 'vitest';
import { below } from '../../src/guardian/node.ts';
import {
  DEEPEST,
  duplicateKey,
  guardDepth,
  mergeKey,
  Unreadable,
} from '../../src/guardian/reading.ts';

it('collections may be 200 levels deep', () => {
  expect(() => guardDepth(DEEPEST, 0, null)).not.toThrow();
  expect(() => guardDepth(DEEPEST + 1, 0, null)).toThrow('Nested deeper than 200 levels.');
});

it('what is unreadable is told as a finding', () => {
  expect(new Unreadable('No.', 4, below(null, 'a/b')).finding).toEqual({
    severity: 'error',
    sentence: 'No.',
    at: 4,
    pointer: '/a~1b',
  });
});

it('a key that stands twice is an error, a merge key a warning', () => {
  expect(duplicateKey('a', 3, '/a')).toEqual({
    severity: 'error',
    sentence: 'The key "a" is duplicated in this object.',
    at: 3,
    pointer: '/a',
  });
  expect(mergeKey(3, '/<<')).toMatchObject({ severity: 'warning', at: 3, pointer: '/<<' });
});
