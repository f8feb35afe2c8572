import fc from 'fast-check';
import { FIELDS } from '../../src/events/filter/fields.ts';
import { SOME_VALUES } from './arbitrary-entries.ts';

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const words = fc.oneof(
  fc.constantFrom(...SOME_VALUES.filter((value) => value !== '')),
  fc.constantFrom('script', 'MESSAGE', 'u003c', '"', 'https://', 'ö', 'Ä', '*'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
);
const textFields = FIELDS.filter(({ target }) => target !== undefined);

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
      const unquoted = typed === 'bare' ? bare : `*${bare}*`;
      const isRefused = field.form && !field.form.fits(unquoted);
      const text = typed === 'quoted' || isRefused ? quoted(value) : unquoted;
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

const clock = fc.oneof(
  // About when the entries are.
  fc
    .integer({ min: -5, max: 65 })
    .map((second) => new Date(Date.UTC(2026, 0, 1, 1, 30, second)).toISOString().slice(11, 19)),
  fc.constantFrom('00:00', '06:00', '22:00', '24:00'),
);

/** Filters as they may be typed, of every kind and combined in every way. */
export const filterText: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    fc.tuple(clock, clock).map(([since, until]) => `since:${since} until:${until}`),
    fc
      .tuple(clock, clock, clock)
      .map(([outer, since, until]) => `since:${outer} !(since:${since} until:${until})`),
    clock.map((until) => `until:${until}`),
    tie('text').map((text) => `-(${text})`),
    tie('text').map((text) => `not ${text}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a} ${b}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a}) and ${b}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a} or (${b})`),
  ),
})).text;
