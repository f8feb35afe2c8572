import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderIndex } from '../../../src/events/storage/order-index.ts';

const byNumber = (a: number, b: number) => a - b;

function indexOf(runs: readonly (readonly number[])[]): OrderIndex {
  const index = new OrderIndex(byNumber);
  for (const run of runs) index.insertRun(Uint32Array.from(run));
  return index;
}

const listed = (index: OrderIndex) => [...index.toArray()];

test('runs in any order are merged into one order', () => {
  const runs = fc
    .uniqueArray(fc.nat(100_000), { maxLength: 400 })
    .chain((ids) =>
      fc
        .array(fc.nat(9), { minLength: ids.length, maxLength: ids.length })
        .map((groups) =>
          Array.from({ length: 10 }, (_, group) =>
            ids.filter((_, at) => groups[at] === group).sort(byNumber),
          ),
        ),
    );
  fc.assert(
    fc.property(runs, (runs) => {
      const index = indexOf(runs);
      const expected = runs.flat().sort(byNumber);
      expect(listed(index)).toEqual(expected);
      expect(index.size).toBe(expected.length);
      for (const [rank, id] of expected.entries()) {
        expect(index.rankOf(id)).toBe(rank);
        expect(index.at(rank)).toBe(id);
      }
    }),
  );
});

test.each([
  ['oldest first', (page: number) => page],
  ['newest first', (page: number) => 49 - page],
  ['interleaved', (page: number) => (page % 2 === 0 ? page : 50 - page)],
])('pages that arrive %s fill many chunks and read the same', (_, place) => {
  const runs = Array.from({ length: 50 }, (_, page) =>
    Array.from({ length: 300 }, (_, row) => place(page) * 1000 + row),
  );
  const index = indexOf(runs);
  const expected = [...new Set(runs.map(([first = 0]) => first))]
    .sort(byNumber)
    .flatMap((first) => runs.find((run) => run[0] === first) ?? []);
  expect(listed(index)).toEqual(expected);
});

test('single entries are inserted anywhere in a long order', () => {
  const even = Array.from({ length: 30_000 }, (_, at) => at * 2);
  const odd = Array.from({ length: 500 }, (_, at) => at * 118 + 1);
  const index = indexOf([even, odd]);
  expect(listed(index)).toEqual([...even, ...odd].sort(byNumber));
});

test('the rank of a missing id is where it would be', () => {
  const index = indexOf([[10, 20, 30]]);
  expect(index.rankOf(5)).toBe(0);
  expect(index.rankOf(25)).toBe(2);
  expect(index.rankOf(35)).toBe(3);
  expect(index.at(index.rankOf(20))).toBe(20);
});

test('there is nothing beyond either end', () => {
  const index = indexOf([[1, 2]]);
  expect(index.at(-1)).toBeUndefined();
  expect(index.at(2)).toBeUndefined();
  expect(index.at(Number.NaN)).toBeUndefined();
});

test('removed ids are gone, and the rest keeps its order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(9000), { maxLength: 5000 }), fc.nat(9000), (ids, bound) => {
      const index = indexOf([ids.sort(byNumber)]);
      const gone = (id: number) => id < bound && id % 3 === 0;
      const removed = index.removeWhere(gone, (id) => id >= bound);
      const kept = ids.filter((id) => !gone(id));
      expect(listed(index)).toEqual(kept);
      expect(removed).toBe(ids.length - kept.length);
    }),
    { numRuns: 30 },
  );
});
