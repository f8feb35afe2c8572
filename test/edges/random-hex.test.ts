import { expect, it } from 'vitest';
import { randomHex } from '../../src/edges/random-hex.ts';

it('returns the requested number of random bytes in hexadecimal, never the same', () => {
  const made = Array.from({ length: 200 }, () => randomHex(32));
  for (const text of made) expect(text).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(made).size).toBe(200);
  // Each of the sixteen digits is there: what was not filled would be noughts.
  expect(new Set(made.join('')).size).toBe(16);
});
