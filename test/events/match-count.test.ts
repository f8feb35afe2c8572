import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { MatchCount } from '../../src/events/match-count.ts';
import { EventStore } from '../../src/events/store.ts';
import { anyEntry } from './arbitrary-entries.ts';
import { naivelyPasses } from './naive-filter.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY + 60_000, day: SAMPLE_DAY, offsetMinutes: 0 };
const FILTERS = ['status:Blocked', '-country:BG', 'is:conflict', 'script or is:late', 'log~a.c'];

test('it is the number of entries that pass, however they come and go', () => {
  const pages = fc.array(fc.array(anyEntry, { maxLength: 20 }), { maxLength: 8 });
  fc.assert(
    fc.property(
      pages,
      fc.constantFrom(...FILTERS),
      fc.constantFrom(10_000_000, 60_000),
      (pages, text, maxBytes) => {
        const store = new EventStore({ unit: 'ms', segmentRows: 8, maxBytes });
        const { filter } = parseFilter(text);
        const count = new MatchCount(store, filter, MOMENT);
        for (const page of pages) {
          store.add('7', page, 'live');
          while (count.advance(0));
          const ids = [...store.ids()];
          const naive = ids.filter((id) => naivelyPasses(filter, store.entry(id), MOMENT)).length;
          expect(count.matched).toBe(naive);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('it is not told before all entries were looked at, nor of a pattern that is too slow', () => {
  const store = new EventStore();
  const count = new MatchCount(store, parseFilter('status:Blocked').filter, MOMENT);
  store.add('7', [entryWith({ logId: 'a' })]);
  expect(count.matched).toBeNull();
  expect(count.advance(100)).toBe(false);
  expect(count.matched).toBe(1);
  const slow = new MatchCount(store, parseFilter('log~"(a*)*b"').filter, MOMENT);
  store.add('7', [entryWith({ logId: 'b', log: 'a'.repeat(40) })]);
  while (slow.advance(100));
  expect(slow.matched).toBeNull();
});
