import { describe, expect, it } from 'vitest';
import { lazy, memoizeByKey, memoizeLast } from '../../src/text/memoize.ts';

it('makes a constant when it is first asked for, once, even where it is nothing', () => {
  let made = 0;
  const constant = lazy(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([constant(), constant(), made]).toEqual([undefined, undefined, 1]);
});

it('computes again only when something it is computed from is another', () => {
  const asked: unknown[] = [];
  const sum = memoizeLast((a: number, b: number) => {
    asked.push([a, b]);
    return a + b;
  });
  expect([
    sum(1, 2),
    sum(1, 2),
    sum(2, 1),
    sum(1, 2),
    sum(Number.NaN, 0),
    sum(Number.NaN, 0),
  ]).toEqual([3, 3, 3, 3, Number.NaN, Number.NaN]);
  expect(asked).toEqual([
    [1, 2],
    [2, 1],
    [1, 2],
    [Number.NaN, 0],
  ]);
});

describe('memoize', () => {
  it('computes a key once while it is used', () => {
    const remember = memoizeByKey<number>(2);
    let computed = 0;
    const ask = (key: string) => remember(key, () => ++computed);
    for (let round = 0; round < 5; round++) {
      expect(ask('often')).toBe(1);
      remember(`other ${round}`, () => 0);
    }
  });

  it('forgets what has not been used for long', () => {
    const remember = memoizeByKey<number>(2);
    remember('a', () => 1);
    for (const key of ['b', 'c', 'd', 'e', 'f']) remember(key, () => 0);
    expect(remember('a', () => 2)).toBe(2);
  });
});
