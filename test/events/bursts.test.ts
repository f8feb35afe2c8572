import { expect, test } from 'vitest';
import { bursts } from '../../src/events/bursts.ts';

test('marks bars far above the usual, and says by which rule', () => {
  const counts = [10, 12, 11, 9, 10, 80, 12, 11, 10];
  expect(bursts(counts)).toEqual({
    marked: [5],
    median: 11,
    rule: 'More than 17 entries: the median of 11, and 6 times the median deviation of 1.',
  });
});

test('bursts do not raise the threshold', () => {
  const counts = [...Array.from({ length: 50 }, () => 10), 10_000, 20_000, 30_000];
  expect(bursts(counts).marked).toEqual([50, 51, 52]);
});

test('a quiet log does not mark every second entry', () => {
  expect(bursts([0, 0, 0, 1, 0, 2, 0, 0]).marked).toEqual([]);
});

test('under a narrow filter bars with entries are compared only with each other, and this is reported', () => {
  const sparse = (...some: readonly number[]) => [...some, ...Array<number>(40).fill(0)];
  expect(bursts(sparse(22, 25, 30, 24, 28)).marked).toEqual([]);
  const found = bursts(sparse(2, 1, 3, 2, 90, 2));
  expect(found.marked).toEqual([4]);
  expect(found.rule).toBe(
    'More than 8 entries: the median of 2 (of the bars that have any), and 6 times the median deviation of 1.',
  );
  // A single bar can only be compared with the silence around it.
  expect(bursts(sparse(80)).marked).toEqual([0]);
});

test('marks nothing if nothing was counted', () => {
  expect(bursts([])).toMatchObject({ marked: [], median: 0 });
});

test('groups the digits of large counts', () => {
  const { rule } = bursts([5000, 5196, 7294, 99_000, 3098]);
  expect(rule).toMatch(/^More than \d\d,\d{3} entries: the median of 5,196, /);
});
