import { describe, expect, it } from 'vitest';
import {
  filterProblem,
  filterSuggestions,
  type ListGrammar,
  rowFilter,
} from '../../src/commands/list-filter.ts';
import { recordGrammar } from '../../src/panes/dns/records.ts';

interface Row {
  readonly name: string;
  readonly status: string | null;
  readonly restarts: number | null;
}

const ROWS: readonly Row[] = [
  { name: 'checkout v=spf1', status: 'Failing', restarts: 36 },
  { name: 'basket-api', status: 'Active', restarts: 0 },
  { name: 'basket-web', status: 'Active', restarts: 2 },
  { name: 'geo', status: null, restarts: null },
];

const GRAMMAR: ListGrammar<Row> = {
  fields: [
    { name: 'status', kind: 'value', read: ({ status }) => status },
    { name: 'restarts', aliases: ['rst'], kind: 'number', read: ({ restarts }) => restarts },
    { name: 'name', kind: 'text', read: ({ name }) => name },
  ],
  text: ({ name, status }) => `${name} ${status}`,
};

const kept = (filter: string) =>
  ROWS.filter(rowFilter(GRAMMAR, filter)).map(({ name }) => name.split(' ')[0]);

describe('a list is filtered in the language of event filters', () => {
  it.each([
    ['', ['checkout', 'basket-api', 'basket-web', 'geo']],
    ['BASKET api', ['basket-api']],
    ['status:failing', ['checkout']],
    ['!status:active', ['checkout', 'geo']],
    ['status!=active', ['checkout', 'geo']],
    ['status:a*', ['basket-api', 'basket-web']],
    ['restarts>0', ['checkout', 'basket-web']],
    ['rst<=2 -api', ['basket-web']],
    ['restarts:0', ['basket-api']],
    ['name:web or name:geo', ['basket-web', 'geo']],
    ['name~^b.*b$', ['basket-web']],
    ['(checkout or geo) and not status:*', ['geo']],
    ['v=spf1', ['checkout']],
    ['status:"blok"', []],
    ['"restrats>3"', []],
    ['"basket-w"', ['basket-web']],
    ['restarts > 0 status != active', ['checkout']],
  ])('%s', (filter, names) => {
    expect(filterProblem(GRAMMAR, ROWS, filter)).toBe(null);
    expect(kept(filter)).toEqual(names);
  });

  it('accepts amounts only with their unit', () => {
    const rows = [
      { age: 30_000, full: 40 },
      { age: 120_000, full: 95 },
    ];
    const grammar: ListGrammar<(typeof rows)[number]> = {
      fields: [
        { name: 'age', kind: 'number', unit: 'duration', read: ({ age }) => age },
        { name: 'full', kind: 'number', unit: 'percent', read: ({ full }) => full },
      ],
      text: () => '',
    };
    for (const filter of ['age > 90s', 'age>1.5m', 'full>=90%', 'full > 90', 'full:95%'])
      expect(rows.filter(rowFilter(grammar, filter))).toEqual([rows[1]]);
    expect(filterProblem(grammar, rows, 'age>90')).toBe(
      '90 is not a duration, such as 90s or 5m. (column 5)',
    );
    expect(filterProblem(grammar, rows, 'full>90s')).toBe('90s is not a number. (column 6)');
  });
});

describe('use 4: an invalid filter is explained, with suggestions', () => {
  it.each([
    ['statsu:failing', 'There is no field statsu; did you mean status?'],
    ['foo:bar', 'There is no field foo; there are status, restarts, name.'],
    ['restrats>3', 'There is no field restrats; did you mean restarts?'],
    ['geo -restrats >= 3', 'There is no field restrats; did you mean restarts?'],
    ['status:blok', 'No row has the status blok.'],
    ['!status:blok', 'No row has the status blok.'],
    ['status:', 'A value is missing after status:. (column 8)'],
    ['restarts>many', 'many is not a number. (column 10)'],
    ['restarts:many', 'many is not a number. (column 10)'],
    ['name>3', 'name is not a number: it takes a colon. (column 6)'],
    ['name~[un', 'This is no pattern: unterminated character class. (column 6)'],
    ['name~(a*)*$', 'This pattern may take too long: use one + or * at most. (column 6)'],
  ])('%s', (filter, problem) => {
    expect(filterProblem(GRAMMAR, ROWS, filter)).toBe(problem);
  });

  it.each([
    ['', []],
    ['geo ', ['status:', 'restarts>', 'name:']],
    ['geo st', ['status:']],
    ['geo -status:', ['active', 'failing']],
    ['status:f', ['failing']],
    ['status:blok', ['active', 'failing']],
    ['statsu:', ['active', 'failing']],
    ['name:', []],
  ])('suggests fields, then the values in the rows: %j', (typed, endings) => {
    const lines = filterSuggestions(GRAMMAR, ROWS, typed).map(({ value }) => value);
    const start = typed.slice(0, typed.search(/[^\s:-]*$/)).replace('statsu', 'status');
    expect(lines).toEqual(endings.map((ending) => `${start}${ending}`));
  });
});

it('a pattern looks only at the start of a long text, so that no list becomes slow', () => {
  const long = { name: `${'a'.repeat(5000)}b`, status: null, restarts: null };
  expect(rowFilter(GRAMMAR, 'name~a+b')(long)).toBe(false);
});

const record = (Name: string, Type: number, Ttl: number, Port: number | null = null) => ({
  Name,
  Type,
  Ttl,
  Value: `value of ${Name}`,
  Priority: null,
  Weight: null,
  Port,
  IsProxied: false,
});

it.each([
  ['type:srv ttl>3600', ['_sip']],
  ['type:a or type:aaaa', ['@', 'www']],
  ['port:5060', ['_sip', '_old']],
  ['proxied:no ttl<300', ['www']],
  ['value:"of @"', ['@']],
])('filters the records of a scan by their fields: %s', (filter, names) => {
  const records = [
    record('@', 0, 300),
    record('www', 1, 60),
    record('_sip', 8, 7200, 5060),
    record('_old', 8, 300, 5060),
  ];
  const left = records
    .map((each) => ({ id: each.Name, record: each, change: null }))
    .filter(rowFilter(recordGrammar, filter));
  expect(left.map(({ id }) => id)).toEqual(names);
});
