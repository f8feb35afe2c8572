import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scope } from '../../../src/events/questions/question.ts';
import type { ColumnName } from '../../../src/events/storage/columns.ts';
import { EventStore } from '../../../src/events/store.ts';
import { type Buckets, bucketsOf } from '../../../src/events/time-range.ts';
import { answerTo } from '../answer-to.ts';
import { anyScope, EVERYWHERE, scopedIds, second } from '../arbitrary-scope.ts';
import { entryWith, SAMPLE_DAY, sampleEntries } from '../sample-entries.ts';

const histogram = (
  store: EventStore,
  buckets: Buckets,
  scope: Scope = EVERYWHERE,
  stackBy: ColumnName = 'status',
) => answerTo(store, { kind: 'histogram', scope, buckets, stackBy, most: 4 });

test('a histogram stacks the selected entries of its time range', () => {
  const stackBy = fc.constantFrom<ColumnName>('status', 'country');
  fc.assert(
    fc.property(anyScope, stackBy, ({ store, scope }, stackBy) => {
      const ids = scopedIds(store, scope);
      const buckets = bucketsOf({ from: second(3), until: second(33) }, 4000);
      const { layers, totals } = histogram(store, buckets, scope, stackBy);
      const named = layers.map(({ value }) => value);
      const expected = new Map(named.map((value) => [value, new Uint32Array(buckets.count)]));
      const expectedTotals = new Uint32Array(buckets.count);
      for (const id of ids) {
        const bucket = Math.floor(((store.time(id) ?? -1) - buckets.start) / buckets.size);
        if (!(bucket in expectedTotals)) continue;
        const value = store.value(id, stackBy);
        const layer = expected.get(value) ?? expected.get(null);
        if (layer) layer[bucket] = (layer[bucket] ?? 0) + 1;
        expectedTotals[bucket] = (expectedTotals[bucket] ?? 0) + 1;
      }
      expect(totals).toEqual(expectedTotals);
      for (const { value, counts } of layers) expect(counts).toEqual(expected.get(value));
    }),
    { numRuns: 300 },
  );
});

test.each(['oldest first', 'newest first'])(
  'the counts are the same if pages arrive %s',
  (order) => {
    const entries = sampleEntries(5)(3000);
    const store = new EventStore();
    store.add('7', order === 'oldest first' ? entries : entries.toReversed());
    const buckets = bucketsOf({ from: SAMPLE_DAY, until: second(300) }, 7000);
    const expected = new Uint32Array(buckets.count);
    for (const { timestamp } of entries) {
      const bucket = Math.floor(((timestamp ?? 0) - buckets.start) / buckets.size);
      expected[bucket] = (expected[bucket] ?? 0) + 1;
    }
    expect(histogram(store, buckets).totals).toEqual(expected);
  },
);

test('values beyond the number of layers share the last one', () => {
  const store = new EventStore();
  store.add(
    '7',
    Array.from({ length: 21 }, (_, at) =>
      entryWith({
        logId: String(at),
        labels: { status: 'ABCDEF'[Math.floor(Math.sqrt(at))] ?? null },
      }),
    ),
  );
  const { layers } = histogram(store, bucketsOf({ from: SAMPLE_DAY, until: second(1) }, 1000));
  expect(layers.map(({ value, counts }) => [value, counts[0]])).toEqual([
    ['D', 7],
    ['C', 5],
    ['E', 5],
    ['B', 3],
    [null, 1],
  ]);
});
