import { describe, expect, it } from 'vitest';
import { keepList, lazy, memoizeByKey, memoizeEach, memoizeLast } from '../../src/text/memoize.ts';

it('creates a constant on first use, once, even if it is undefined', () => {
  let made = 0;
  const constant = lazy(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([constant(), constant(), made]).toEqual([undefined, undefined, 1]);
});

it('computes again only if an argument differs', () => {
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

it('computes once per object, whatever the result', () => {
  const asked: object[] = [];
  const [one, other] = [{ size: 1 }, { size: 1 }];
  const sizeOf = memoizeEach((of: { readonly size: number }) => {
    asked.push(of);
    return of === other ? undefined : of.size;
  });
  expect([one, other, other, one].map(sizeOf)).toEqual([1, undefined, undefined, 1]);
  expect(asked).toEqual([one, other]);
});

it('returns the same list while its items and their order are the same', () => {
  const kept = keepList<string>();
  const first = kept(['a', 'b']);
  expect(kept(['a', 'b'])).toBe(first);
  for (const next of [['b', 'a'], ['b', 'a', 'c'], ['b', 'a'], []]) expect(kept(next)).toBe(next);
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
