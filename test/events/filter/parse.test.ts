import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../../src/events/filter/fields.ts';
import { parseFilter, withZoneIds } from '../../../src/events/filter/parse.ts';
import { describeFilter } from './describe-filter.ts';

const MOMENT = {
  now: Date.UTC(2026, 2, 14, 14, 17, 10),
  day: Date.UTC(2026, 2, 14),
  offsetMinutes: 0,
};

const meaning = (text: string) => describeFilter(parseFilter(text).filter, MOMENT);
const complaints = (text: string) =>
  parseFilter(text).problems.map(({ column, message }) => `${column}: ${message}`);

test.each([
  ['', 'everything'],
  ['   ', 'everything'],
  ['oci_parse', 'log or labels contain "oci_parse"'],
  ['"two words"', 'log or labels contain "two words"'],
  ['sql xss', 'log or labels contain "sql" and log or labels contain "xss"'],
  ['status:Blocked', 'status is "Blocked"'],
  ['STATUS:blocked', 'status is "blocked"'],
  ['cc:BG', 'country is "BG"'],
  ['ruleId=930130', 'rule is "930130"'],
  ['country!=RU', 'not (country is "RU")'],
  ['-status:Blocked', 'not (status is "Blocked")'],
  ['-"two words"', 'not (log or labels contain "two words")'],
  ['!sql', 'not (log or labels contain "sql")'],
  ['not not sql', 'log or labels contain "sql"'],
  ['path:/wp', 'path contains "/wp"'],
  ['path:/wp-*', 'path is "/wp-*"'],
  ['path:"/wp-*"', 'path contains "/wp-*"'],
  ['severity:""', 'severity is ""'],
  ['path="/wp-*"', 'path is "/wp-*"'],
  ['path=/wp', 'path contains "/wp"'],
  ['url!="/a"', 'not (url is "/a")'],
  ['log="a"', 'log contains "a"'],
  ['message~"^sql .* injection$"', 'message matches /^sql .* injection$/i'],
  ['path~(login|admin)$', 'path matches /(login|admin)$/i'],
  ['ua!~curl', 'not (ua matches /curl/i)'],
  ['status>=400', 'status is at least 400'],
  ['asn<1000', 'asn is less than 1000'],
  ['status >= 400', 'status is at least 400'],
  // As in other languages.
  ['status == Blocked', 'status is "Blocked"'],
  ['path=~^/wp', 'path matches /^/wp/i'],
  ['path ~ wp path !~ login', 'path matches /wp/i and not (path matches /login/i)'],
  ['country = DE status != Blocked', 'country is "DE" and not (status is "Blocked")'],
  [
    'a = b',
    'log or labels contain "a" and log or labels contain "=" and log or labels contain "b"',
  ],
  ['ip:1.2.3.0/24', 'address could be in 1.2.3.0/24 (as far as it is not masked)'],
  ['ip:1.2.3.*', 'address could be in 1.2.3.* (as far as it is not masked)'],
  ['ip:1.2', 'ip is "1.2*"'],
  ['ip:.2.', 'ip contains ".2."'],
  ['ip:"1.2"', 'ip contains "1.2"'],
  ['ip:1.2.3.4:443', 'ip is "1.2.3.4:443*"'],
  ['ip:fe80:', 'ip is "fe80:*"'],
  // As the console writes it.
  ['asn:AS202425', 'asn is "202425"'],
  ['-as=as13*', 'not (asn is "13*")'],
  ['asn>=AS100', 'asn is at least 100'],
  ['asn:"AS1"', 'asn is "AS1"'],
  ['ip="1.2.3.4:443"', 'ip is "1.2.3.4:443"'],
  ['ip!="1.2.3.4:443"', 'not (ip is "1.2.3.4:443")'],
  ['is:late', 'arrived late'],
  ['since:15m', 'at or after 2026-03-14 14:02:10Z'],
  ['since:1h30m', 'at or after 2026-03-14 12:47:10Z'],
  ['until:14:05', 'before 2026-03-14 14:05:00Z'],
  ['at:14:02', 'from 14:02 up to 14:03 of a day'],
  ['at:14:02..14:07', 'from 14:02 up to 14:08 of a day'],
  ['at:23:58..00:03', 'from 23:58 up to 00:04 of a day'],
  ['at:14:02:30..14:02:31.5', 'from 14:02:30 up to 14:02:31.600 of a day'],
  ['at:22..24', 'from 22:00 up to 24:00 of a day'],
  ['at:2026-03-13', 'at or after 2026-03-13 00:00:00Z and before 2026-03-14 00:00:00Z'],
  ['at:2026-03-13T10:00..', 'at or after 2026-03-13 10:00:00Z'],
  ['https://shop.example/a?b=c', 'log or labels contain "https://shop.example/a?b=c"'],
  ['a<b', 'log or labels contain "a<b"'],
  ['"say \\"hi\\" \\\\ \\d"', 'log or labels contain "say "hi" \\ \\d"'],
])('%s means: %s', (text, words) => {
  expect(meaning(text)).toBe(words);
  expect(complaints(text)).toEqual([]);
});

describe('precedence:', () => {
  test.each([
    ['a or b c', 'a or (b and c)'],
    ['a and b or c', '(a and b) or c'],
    ['(a or b) c', '(a or b) and c'],
    ['not a b', 'not (a) and b'],
    ['-a or b', 'not (a) or b'],
    ['not (a or b)', 'not (a or b)'],
    ['a AND b OR NOT c', '(a and b) or not (c)'],
    ['path~(a|b) c', 'path matches /(a|b)/i and c'],
    ['(path~(a|b))', 'path matches /(a|b)/i'],
    ['"and" or "or"', 'and or or'],
    ['a && b || not (c)', '(a and b) or not (c)'],
  ])('%s is %s', (text, words) => {
    const short = meaning(text).replaceAll(/log or labels contain "(\w+)"/g, '$1');
    expect(short).toBe(words);
    expect(complaints(text)).toEqual([]);
  });
});

describe('half-typed text already has a meaning:', () => {
  test.each([
    ['status:', 'everything', '7: A value is missing after status:.'],
    ['sql status:', 'log or labels contain "sql"', '11: A value is missing after status:.'],
    ['a or', 'log or labels contain "a"', '4: A term is missing after "or".'],
    ['a and ', 'log or labels contain "a"', '6: A term is missing after "and".'],
    ['or a', 'log or labels contain "a"', '0: A term is missing before "or".'],
    ['a -', 'log or labels contain "a"', '3: A term is missing after "-".'],
    ['a not', 'log or labels contain "a"', '5: A term is missing after "not".'],
    ['(a', 'log or labels contain "a"', '0: This is not closed.'],
    ['a)', 'log or labels contain "a"', '1: This parenthesis has no opening one.'],
    ['"two wo', 'log or labels contain "two wo"', '0: This quote is not closed.'],
    ['path~abc[', 'path matches /abc/i', '5: This is no pattern: unterminated character class.'],
    ['path~(', 'everything', '5: This is no pattern: unterminated group.'],
    ['since:1', 'at or after 2026-03-14 01:00:00Z', undefined],
    [
      'since:14:',
      'at or after 2026-03-14 14:00:00Z',
      '6: 14: is no time, such as 15m, 14:02 or 2026-03-14T14:02.',
    ],
    ['since:soon', 'everything', '6: soon is no time, such as 15m, 14:02 or 2026-03-14T14:02.'],
    [
      'at:14:02..14:',
      'from 14:02 up to 15:00 of a day',
      '3: 14:02..14: is no time, such as 15m, 14:02 or 2026-03-14T14:02.',
    ],
    [
      'ip:1.2.3.0/',
      'address could be in 1.2.3.0 (as far as it is not masked)',
      "3: The length of a block's prefix is 0 to 32.",
    ],
    [
      'ip:1.2.3.0/99',
      'address could be in 1.2.3.0 (as far as it is not masked)',
      "3: The length of a block's prefix is 0 to 32.",
    ],
    ['is:lat', 'everything', '3: An entry is never lat.'],
    ['asn>=', 'everything', '5: A value is missing after asn>=.'],
    ['asn>=4x', 'everything', '5: 4x is not a number.'],
    ['path>4', 'path is more than 4', undefined],
    ['since>4', 'everything', '6: since is not a number: it takes a colon.'],
    ['country>4', 'everything', '8: country is not a number: it takes a colon.'],
    ['log>4', 'everything', '4: log is not a number: it takes a colon.'],
    ['since~4', 'everything', '6: since takes no pattern.'],
    [
      'a | b',
      'log or labels contain "a" and log or labels contain "|" and log or labels contain "b"',
      '2: Terms are joined by "or"; in quotes it is looked for as text.',
    ],
    [
      'foo:bar',
      'log or labels contain "foo:bar"',
      '0: There is no field foo; in quotes it is looked for as text.',
    ],
  ])('%s', (text, words, complaint) => {
    expect(meaning(text)).toBe(words);
    expect(complaints(text)).toEqual(complaint === undefined ? [] : [complaint]);
  });
});

test.each([
  ['bytes>100', 'bytes'],
  ['http.status:Blocked', 'http.status'],
  ['url.path=/a', 'url.path'],
])('what may be a field of another program is said to be none: %s', (text, name) => {
  expect(meaning(text)).toBe(`log or labels contain "${text}"`);
  const message = `There is no field ${name}; in quotes it is looked for as text.`;
  expect(complaints(text)).toEqual([`0: ${message}`]);
});

test.each([
  'example.com:8080',
  'example.at:8080/a',
  'user-agent:curl',
  'foo@bar.com:1',
  'a.b=1',
  'x-y>5',
  // Attacks.
  'or(1=1)',
  'and(sleep(5))',
  'not(1)',
])('%s is text', (text) => {
  expect(meaning(text)).toBe(`log or labels contain "${text}"`);
  expect(complaints(text)).toEqual([]);
});

describe('a time that is written with a blank is not taken for a time and a word:', () => {
  test.each([
    ['since:2026-11-29 13:00', ['17: Write since:2026-11-29T13:00, without a blank.']],
    [
      'status:blocked until:2026-11-29 13:00:05',
      ['32: Write until:2026-11-29T13:00:05, without a blank.'],
    ],
    ['since:15 min', ['9: Write since:15m, without a blank.']],
    ['since:2 hrs', ['8: Write since:2h, without a blank.']],
    ['since:15m ago', ['10: Write since:15m, without a blank.']],
    ['since:2026-11-29 7:00', ['17: Write since:2026-11-29T07:00, without a blank.']],
    ['since:2026-11-29 07:00+01:00', ['17: Write since:2026-11-29T13:00, without a blank.']],
    ['at:13:00 mail', []],
    ['since:2026-11-29 blocked', []],
    ['since:2026-11-29 "13:00"', []],
  ] as const)('%s', (text, due) => {
    expect(complaints(text)).toEqual(due);
  });
});

describe('a value that its field can never have is said to be none, unless it is quoted:', () => {
  test.each([
    [
      'ip:US',
      '3: No ip is “US”. Quote it to apply. It is an address, a part of one or a block, such as 1.2.3.0/24',
    ],
    ['ip:1.2.3.999', '3: No ip is “1.2.3.999”. Quote it to apply. It is an address'],
    ['ip:1.2.3.4-1.2.3.9', '3: No ip is “1.2.3.4-1.2.3.9”. Quote it to apply. It is an address'],
    ['a -addr=foo', '8: No ip is “foo”. Quote it to apply. It is an address'],
    ['ip!=foo', '4: No ip is “foo”. Quote it to apply. It is an address'],
    [
      'asn:cloudflare',
      '4: No asn is “cloudflare”. Quote it to apply. It is a number, such as 48090 or AS48090',
    ],
    [
      'country:Bulgaria',
      '8: No country is “Bulgaria”. Quote it to apply. It is a code of two letters, such as BG',
    ],
    ['cc:US,DE', '3: No country is “US,DE”. Quote it to apply. It is a code of two letters'],
    [
      'zone:shop',
      '5: No zone is “shop”. Quote it to apply. It is the id of a shield zone, such as 120431',
    ],
  ])('%s', (text, complaint) => {
    expect(complaints(text)).toHaveLength(1);
    expect(complaints(text)[0]).toContain(complaint);
    expect(complaints(text)[0]).toMatch(/Quote it to apply\./);
    expect(complaints(text.replace(/([:=])([^:=]+)$/, '$1"$2"'))).toEqual([]);
  });
});

test('no part of an address is refused, and any value may be asked for', () => {
  for (const { form, name } of FIELDS) if (form) expect(complaints(`${name}:*`)).toEqual([]);
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(), fc.nat(), (address, from, length) => {
      const rest = address.slice(from % address.length);
      expect(complaints(`ip:${rest.slice(0, 1 + (length % rest.length))}`)).toEqual([]);
    }),
  );
});

test('a zone may have its name, which is replaced by its id', () => {
  const zones = [
    { id: '120431', name: 'shop' },
    { id: '7', name: 'my "own" shop' },
    { id: '8', name: 'twice' },
    { id: '9', name: 'twice' },
    { id: '10', name: '120431' },
  ];
  const typed = (text: string) => withZoneIds(text, zones);
  expect(typed('zone:shop -zone!=SHOP path:shop')).toBe('zone:120431 -zone!=120431 path:shop');
  expect(typed('(zone="my \\"own\\" shop" or zone:shop) a')).toBe('(zone=7 or zone:120431) a');
  for (const text of ['zone:twice', 'zone:120431', 'zone~shop', 'zone:sho', '"zone:shop"', 'zone:'])
    expect(typed(text)).toBe(text);
});

describe('no text makes the parser fail:', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('(', ')', '-', '!', '"', ' ', 'and', 'or', 'not', '..', '/', '*', '\\', '~'),
      fc.constantFrom(...FIELDS.map(({ name }) => `${name}:`), 'since:', 'path~', 'asn>='),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 30 },
  );

  test('every text gives a filter, with problems located within the text', () => {
    fc.assert(
      fc.property(pieces, (pieces) => {
        const text = pieces.join('');
        const { filter, problems } = parseFilter(text);
        expect(typeof describeFilter(filter, MOMENT)).toBe('string');
        for (const { column } of problems) {
          expect(column).toBeGreaterThanOrEqual(0);
          expect(column).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('every prefix of a filter can be parsed while it is typed', () => {
    const text =
      '(status:Blocked or "a b") -path~"^/(wp|admin)" ip:1.2.3.0/24 at:14:02..14:07 asn>=5';
    for (let end = 0; end <= text.length; end += 1) {
      expect(() => parseFilter(text.slice(0, end))).not.toThrow();
    }
  });

  test.each([
    ['parentheses', '('.repeat(100_000)],
    ['closed parentheses', `${'('.repeat(2000)}a${')'.repeat(2000)}`],
    ['negations', `${'not '.repeat(1000)}a`],
    ['minus signs', `${'-'.repeat(4000)}a`],
    ['alternatives', 'a or '.repeat(800)],
    ['quotes', '"'.repeat(4001)],
    ['a pattern', `path~${'('.repeat(4000)}`],
  ])('thousands of %s', (_, text) => {
    expect(() => describeFilter(parseFilter(text).filter, MOMENT)).not.toThrow();
  });
});

test('the example of each field can be parsed', () => {
  for (const { example } of FIELDS) expect(complaints(example)).toEqual([]);
});

test('no two fields share a name', () => {
  const names = FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});
