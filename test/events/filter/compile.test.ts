import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeFilter } from '../../../src/events/filter/describe.ts';
import { FIELDS } from '../../../src/events/filter/fields.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { EventStore } from '../../../src/events/store.ts';
import { EventView } from '../../../src/events/view.ts';
import { anyEntry, SOME_VALUES } from '../arbitrary-entries.ts';
import { naivelyPasses } from '../naive-filter.ts';
import { SAMPLE_DAY } from '../sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY + 30_000, day: SAMPLE_DAY, offsetMinutes: 90 };

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const words = fc.oneof(
  fc.constantFrom(...SOME_VALUES.filter((value) => value !== '')),
  fc.constantFrom('script', 'MESSAGE', 'u003c', '"', 'https://', 'ö', 'Ä', '*'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
);
const textFields = FIELDS.filter(({ subject }) => subject !== undefined);

const term = fc.oneof(
  words.map(quoted),
  fc
    .record({
      field: fc.constantFrom(...textFields),
      sign: fc.constantFrom(':', '!=', ':', '='),
      value: words,
      typed: fc.constantFrom('quoted', 'bare', 'stars'),
    })
    .map(({ field, sign, value, typed }) => {
      const bare = value.replace(/[\s"()]/gu, '') || 'x';
      const text = typed === 'quoted' ? quoted(value) : typed === 'bare' ? bare : `*${bare}*`;
      return `${field.name}${sign}${text}`;
    }),
  fc.constantFrom(
    'asn>=400',
    'asn<48090',
    'zone>8',
    'rule<=-1.5',
    'ip:1.2.3.4',
    'ip:1.0.0.0/8',
    'ip:10.0.0.0/30',
    'ip!=0.0.0.0/0',
    'ip:1.2',
    'is:late',
    'is:conflict',
    'is:undated',
    'is:no-log',
    'since:15s',
    'until:10s',
    'since:01:30:20',
    'at:01:30:05..01:30:15',
    'at:01:30',
    'at:23:00..01:30:10',
    'until:2026-03-14T00:00:20Z',
    '-country:*',
    'log:*',
    'message~^R',
    'log~"u00|b"',
    'url!~shop',
    'status~"^(b|l)"',
    'id~odd',
    'zone~0',
    'path:/*.php',
    'log:https*script',
    'url:https*q=',
  ),
);

const filterText: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    tie('text').map((text) => `-(${text})`),
    tie('text').map((text) => `not ${text}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a} ${b}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a}) and ${b}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a} or (${b})`),
  ),
})).text;

const pages = fc.array(
  fc.record({
    zone: fc.constantFrom('120431', '7'),
    arrival: fc.constantFrom('live', 'backfill'),
    entries: fc.array(anyEntry, { maxLength: 15 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('a compiled filter keeps exactly the entries that looking at each of them keeps', () => {
  fc.assert(
    fc.property(pages, filterText, (pages, text) => {
      const store = new EventStore({
        unit: 'ms',
        segmentRows: 6,
        segmentBytes: 3000,
        dictionaries: { values: 8, valueBytes: 16 },
      });
      for (const { zone, arrival, entries } of pages) {
        // The scanner reads what stands before a tear; parsing the whole reads nothing.
        const whole = entries.filter(({ log }) => !log?.includes('torn'));
        store.add(zone, whole, arrival);
      }
      const { filter, problems } = parseFilter(text);
      expect(problems).toEqual([]);
      const view = new EventView(store, filter, MOMENT);
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
