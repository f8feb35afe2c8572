import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EntryCounts } from '../../../../src/cli/commands/events/count-entries.ts';
import { EntryFilter } from '../../../../src/cli/commands/events/entry-filter.ts';
import { OUTCOMES, sumOf } from '../../../../src/events/outcome.ts';
import { isLabel } from '../../../../src/events/storage/columns.ts';
import { anyEntry } from '../../../events/arbitrary-entries.ts';
import { SAMPLE_DAY } from '../../../events/sample-entries.ts';

const FIELDS = ['country', 'path', 'status'] as const;
const PIECE = 10_000;

/** Rows as they come page by page. */
const rowsOf = (pages: readonly Parameters<EntryFilter['pick']>[0][]) => {
  const filter = new EntryFilter({ zone: '7', since: null, now: SAMPLE_DAY });
  return pages.map((page) => filter.pick(page));
};

it('counts by field and time exactly as counting entries one by one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyEntry, { maxLength: 15 }), { maxLength: 5 }),
      fc.constantFrom(null, PIECE),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(1_000_000, 3),
      (pages, piece, most, room) => {
        const counts = new EntryCounts(FIELDS, piece, room);
        const paged = rowsOf(pages);
        for (const rows of paged) counts.add(rows);
        const all = paged.flat();
        expect(counts.entries).toBe(all.length);
        const told = counts.rows(most);
        for (const field of FIELDS) {
          const own = told.filter((row) => row.field === field);
          expect(own.reduce((sum, { split }) => sum + sumOf(split), 0)).toBe(all.length);
          for (const { value, time, isRest, split, first, last } of own) {
            if (isRest || room < 1000) continue;
            const same = all.filter((row) => {
              const has = isLabel(field) ? row.entry.labels[field] : row.extract(field);
              const at =
                piece === null || row.time === null ? null : Math.floor(row.time / piece) * piece;
              return has === value && at === time;
            });
            expect(sumOf(split)).toBe(same.length);
            for (const outcome of OUTCOMES.slice(0, 3)) {
              const word = (status: string | null) => (status ?? '').toLowerCase() === outcome;
              expect(split[outcome]).toBe(
                same.filter(({ entry }) => word(entry.labels.status)).length,
              );
            }
            const times = same.flatMap((row) => row.time ?? []);
            expect([first, last]).toEqual(
              times.length === 0 ? [null, null] : [Math.min(...times), Math.max(...times)],
            );
          }
          const values = new Set(own.filter(({ isRest }) => !isRest).map(({ value }) => value));
          expect(values.size).toBeLessThanOrEqual(most);
        }
      },
    ),
    { numRuns: 150 },
  );
});
