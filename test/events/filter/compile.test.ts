import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { EventStore } from '../../../src/events/store.ts';
import { anyEntry } from '../arbitrary-entries.ts';
import { filterText } from '../arbitrary-filter.ts';
import { naivelyPasses } from '../naive-filter.ts';
import { SAMPLE_DAY } from '../sample-entries.ts';
import { describeFilter } from './describe-filter.ts';

const MOMENT = { now: SAMPLE_DAY + 30_000, day: SAMPLE_DAY, offsetMinutes: 90 };

const pages = fc.array(
  fc.record({
    zone: fc.constantFrom('120431', '7'),
    arrival: fc.constantFrom('live', 'backfill'),
    entries: fc.array(anyEntry, { maxLength: 15 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('a compiled filter keeps the same entries as checking each of them', () => {
  fc.assert(
    fc.property(pages, filterText, (pages, text) => {
      const store = new EventStore({
        unit: 'ms',
        segmentRows: 6,
        segmentBytes: 3000,
        dictionaries: { values: 8, valueUnits: 16 },
      });
      for (const { zone, arrival, entries } of pages) store.add(zone, entries, arrival);
      const { filter, problems } = parseFilter(text);
      expect(problems).toEqual([]);
      const view = new FilteredView(store, filter, MOMENT);
      while (view.advance(1000));
      const all = Array.from({ length: store.size }, (_, rank) => store.at(rank) ?? -1);
      const expected = all.filter((id) => naivelyPasses(filter, store.entry(id), MOMENT));
      const found = Array.from({ length: view.size }, (_, rank) => view.at(rank));
      expect(found, `${text} – ${describeFilter(filter, MOMENT)}`).toEqual(expected);
      expect(view.counts).toMatchObject({
        matched: expected.length,
        hidden: all.length - expected.length,
        complete: true,
        stopped: null,
      });
    }),
    { numRuns: 400 },
  );
});
