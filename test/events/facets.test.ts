import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { facet, facetTrends, zoneCounts } from '../../src/events/facets.ts';
import { COLUMNS } from '../../src/events/storage/columns.ts';
import { EventStore } from '../../src/events/store.ts';
import { bucketsOf } from '../../src/events/time-range.ts';
import { anySelection, second } from './arbitrary-selection.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

function countsOf<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

// Assumption: label-values
test('a facet counts what counting the selected entries one by one counts', () => {
  fc.assert(
    fc.property(anySelection, fc.constantFrom(...COLUMNS), fc.nat(6), (counted, column, most) => {
      const { store, selection, ids } = counted;
      const found = facet(store, column, most, selection);
      const values = countsOf(ids.map((id) => store.value(id, column)));
      const absent = values.get(null) ?? 0;
      values.delete(null);
      expect(found.total).toBe(ids.length);
      expect(found.absent).toBe(absent);
      expect(found.distinct).toBe(values.size);
      const best = [...values.values()].sort((a, b) => b - a).slice(0, most);
      expect(found.top.map(({ count }) => count)).toEqual(best);
      for (const { value, count, share } of found.top) {
        expect(count).toBe(values.get(value));
        expect(share).toBeCloseTo(count / ids.length);
      }
      const shown = found.top.reduce((sum, { count }) => sum + count, 0);
      expect(shown + found.rest + found.absent + found.other).toBe(found.total);
    }),
    { numRuns: 400 },
  );
});

test('a trend is the value counted by bucket', () => {
  fc.assert(
    fc.property(anySelection, ({ store, selection, ids }) => {
      const buckets = bucketsOf({ from: SAMPLE_DAY, until: second(40) }, 5000);
      const { top } = facet(store, 'status', 3, selection);
      const trends = facetTrends(
        store,
        'status',
        top.map(({ code }) => code),
        buckets,
        selection,
      );
      for (const [index, { value }] of top.entries()) {
        const expected = new Uint32Array(buckets.count);
        for (const id of ids) {
          const bucket = Math.floor(((store.time(id) ?? -1) - buckets.start) / buckets.size);
          if (store.value(id, 'status') === value && bucket in expected) {
            expected[bucket] = (expected[bucket] ?? 0) + 1;
          }
        }
        expect(trends[index]).toEqual(expected);
      }
    }),
    { numRuns: 200 },
  );
});

describe('facets', () => {
  test('list equal counts in order of their text', () => {
    const store = new EventStore();
    const countries = ['DE', 'AT', 'FR', 'AT', 'FR', 'DE'];
    store.add(
      '7',
      countries.map((country, at) => entryWith({ logId: String(at), labels: { country } })),
    );
    expect(facet(store, 'country', 3).top.map(({ value }) => value)).toEqual(['AT', 'DE', 'FR']);
  });

  test('say how many entries have values that are not told apart', () => {
    const store = new EventStore({ dictionaries: { values: 2 } });
    store.add(
      '7',
      Array.from({ length: 5 }, (_, at) =>
        entryWith({ logId: String(at), labels: { asn: `${at}` } }),
      ),
    );
    expect(facet(store, 'asn', 10)).toMatchObject({ total: 5, distinct: 2, other: 3, rest: 0 });
  });

  test('forget what was evicted', () => {
    const store = new EventStore({
      segmentRows: 16,
      maxBytes: 200_000,
      dictionaries: { values: 100 },
    });
    for (let at = 0; at < 3000; at += 1) {
      const timestamp = SAMPLE_DAY + at;
      store.add('7', [entryWith({ logId: String(at), timestamp, log: 'x'.repeat(300) })]);
    }
    expect(store.counts.evicted).toBeGreaterThan(0);
    expect(facet(store, 'country', 1)).toMatchObject({
      total: store.size,
      top: [{ value: 'BG', count: store.size }],
    });
  });
});

it('entries are counted by their zone, each once', () => {
  const store = new EventStore();
  const entry = (n: number) => entryWith({ logId: `id-${n}`, timestamp: 1_773_446_400_000 + n });
  store.add('7', [entry(1), entry(2), entry(2)]);
  store.add('8', [entry(1)]);
  expect([...zoneCounts(store)]).toEqual([
    ['7', 2],
    ['8', 1],
  ]);
});
