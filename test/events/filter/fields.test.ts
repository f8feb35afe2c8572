import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excludeTerm, includeTerm, wordTerm } from '../../../src/events/filter/fields.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { COLUMNS } from '../../../src/events/storage/columns.ts';
import { SOME_VALUES } from '../arbitrary-entries.ts';
import { naivelyPasses } from '../naive-filter.ts';
import { entryWith, SAMPLE_DAY } from '../sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

const value = fc.oneof(fc.constantFrom(...SOME_VALUES), fc.string({ unit: 'grapheme' }));

/** An entry that has this value in this column. */
function bearing(column: (typeof COLUMNS)[number], value: string | null) {
  const log = JSON.stringify({
    ...(column === 'message' && { Message: value }),
    ...(column === 'remoteIp' && { RemoteIp: value }),
    ...(column === 'host' && { Url: `https://${value}` }),
    ...(column === 'path' && { Url: value }),
    ...(column === 'userAgent' && { Headers: [{ Name: 'User-Agent', Value: value }] }),
    ...(column === 'trigger' && { TriggerMatch: { Key: value } }),
  });
  const entry = entryWith({ log, labels: { [column]: value } });
  return { ...entry, zone: '7', time: SAMPLE_DAY, late: false, conflict: false };
}

test('the term of a value keeps the entries that have it, and its opposite takes them away', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COLUMNS), fc.option(value), (column, value) => {
      // A Url ends a host at these and a path at the last two; an absent path is not written as null.
      if ((column === 'host' || column === 'path') && (value === null || /[/?#:]/.test(value)))
        return;
      const entry = bearing(column, value);
      const include = parseFilter(includeTerm(column, value) ?? '');
      const exclude = parseFilter(excludeTerm(column, value) ?? '');
      expect([include.problems, exclude.problems]).toEqual([[], []]);
      expect(naivelyPasses(include.filter, entry, MOMENT)).toBe(true);
      expect(naivelyPasses(exclude.filter, entry, MOMENT)).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('a phrase of any text is read as that text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      expect(parseFilter(wordTerm(text))).toEqual({
        filter: { kind: 'word', text },
        problems: [],
      });
    }),
  );
});
