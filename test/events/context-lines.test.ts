import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextLines } from '../../src/events/context-lines.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { EventStore } from '../../src/events/store.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

/** A list with one entry for each element, which says whether it matches. */
function openOn(matches: readonly boolean[]) {
  const store = new EventStore({ unit: 'ms', segmentRows: 5 });
  store.add(
    '7',
    matches.map((match, at) =>
      entryWith({
        logId: String(at).padStart(4, '0'),
        timestamp: SAMPLE_DAY + at,
        labels: { status: match ? 'Blocked' : 'Logged' },
      }),
    ),
  );
  const view = new FilteredView(store, parseFilter('status:Blocked').filter, MOMENT);
  while (view.advance(1000));
  return { store, view };
}

test('the lines around a match are those of the list in which all matches have context', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
      fc.nat(4),
      fc.nat(12),
      fc.nat(12),
      fc.nat(),
      (matches, context, above, below, pick) => {
        const anchors = matches.flatMap((match, at) => (match ? [at] : []));
        if (anchors.length === 0) return;
        const anchor = anchors[pick % anchors.length] ?? 0;
        const { store, view } = openOn(matches);
        const all = matches.flatMap((_, at) =>
          anchors.some((match) => Math.abs(match - at) <= context) ? [at] : [],
        );
        const middle = all.indexOf(anchor);
        const expected = all.slice(Math.max(0, middle - above), middle + below + 1);
        const lines = contextLines(view, store.at(anchor) ?? -1, { above, below, context });
        expect(lines.map(({ id }) => store.rankOf(id))).toEqual(expected);
        expect(lines.map(({ skipped }) => skipped)).toEqual(
          expected.map((at, index) => (index === 0 ? 0 : at - (expected[index - 1] ?? 0) - 1)),
        );
      },
    ),
    { numRuns: 500 },
  );
});
