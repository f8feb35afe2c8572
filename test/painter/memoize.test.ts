import { describe, expect, it } from 'vitest';
import { memoize } from '../../src/painter/memoize.ts';

describe('memoize', () => {
  it('computes a key once while it is used', () => {
    const remember = memoize<number>(2);
    let computed = 0;
    const ask = (key: string) => remember(key, () => ++computed);
    for (let round = 0; round < 5; round++) {
      expect(ask('often')).toBe(1);
      remember(`other ${round}`, () => 0);
    }
  });

  it('forgets what has not been used for long', () => {
    const remember = memoize<number>(2);
    remember('a', () => 1);
    for (const key of ['b', 'c', 'd', 'e', 'f']) remember(key, () => 0);
    expect(remember('a', () => 2)).toBe(2);
  });
});
