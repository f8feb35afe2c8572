import { expect, it } from 'vitest';
import { lazy, memoizeLast } from '../../src/text/lazy.ts';

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
