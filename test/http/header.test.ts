import { expect, it } from 'vitest';
import { header } from '../../src/http/header.ts';

it('reads a header, the first of several, or nothing', () => {
  const headers = { etag: 'a', 'set-cookie': ['b', 'c'] };
  expect(header(headers, 'etag')).toBe('a');
  expect(header(headers, 'set-cookie')).toBe('b');
  expect(header(headers, 'location')).toBeUndefined();
});
