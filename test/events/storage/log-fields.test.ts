import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXTRACTS } from '../../../src/events/storage/columns.ts';
import { logFields, splitUrl } from '../../../src/events/storage/log-fields.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { naiveExtracts } from '../naive-extracts.ts';

const NONE = Object.fromEntries(EXTRACTS.map((extract) => [extract, undefined]));

function fieldsOf(log: string) {
  const { texts } = logFields(log);
  return Object.fromEntries(EXTRACTS.map((name, at) => [name, texts[at] ?? undefined]));
}

test('the parts of a Url with escapes do not keep the Url in memory', async () => {
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: 300 }, (_, at) =>
    fieldsOf(
      `{"Url":"https:\\/\\/shop-of-${at}.example/a/long/path/${at}?${'q'.repeat(100_000)}"}`,
    ),
  );
  await collectGarbage();
  expect(kept[7]).toMatchObject({ host: 'shop-of-7.example', path: '/a/long/path/7' });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10e6);
});

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('', '/a/b?c=d', 'https://h', '://x', 'a:b', 'https://h/p\\q?r', '"Message":"no"'),
);
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
const key = fc.constantFrom(
  'Message',
  'Url',
  'RemoteIp',
  'Headers',
  'TriggerMatch',
  'Other',
  'Key',
  'Value',
  'Name',
  'message',
  'HEADERS',
  'a"b\\',
);
const header = fc.oneof(
  fc.record({ Name: fc.constantFrom('User-Agent', 'user-agent', 'Host'), Value: text }),
  value,
);
const log = fc
  .tuple(
    fc.dictionary(key, value, { noNullPrototype: true }),
    fc.option(fc.array(header)),
    fc.option(fc.record({ Key: value, Value: value })),
  )
  .map(([members, headers, trigger]) => ({
    ...members,
    ...(headers && { Headers: headers }),
    ...(trigger && { TriggerMatch: trigger }),
  }))
  // With two spellings of one key, only the text shows which is last, and `naiveExtracts` does not see it.
  .filter((members) => {
    const keys = Object.keys(members).map((name) => name.toLowerCase());
    return new Set(keys).size === keys.length;
  });

test('finds the same as parsing in any JSON', () => {
  fc.assert(
    fc.property(log, fc.constantFrom(undefined, 1, '\t'), (log, space) => {
      const written = JSON.stringify(log, null, space).toWellFormed();
      expect(fieldsOf(written)).toEqual(naiveExtracts(written));
    }),
    { numRuns: 1000 },
  );
});

test('never fails on text that is not JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(60), log, (noise, cut, log) => {
      const torn = JSON.stringify(log).toWellFormed().slice(0, cut);
      expect(() => fieldsOf(noise.toWellFormed())).not.toThrow();
      expect(() => fieldsOf(torn)).not.toThrow();
    }),
  );
});

describe('a log that', () => {
  test('is truncated has no fields, because the missing part might have repeated them', () => {
    expect(fieldsOf('{"Message":"Torn","Url":"https://h/p","RemoteIp":"1.2.')).toEqual(NONE);
  });

  test('repeats a key has the last value, as with JSON.parse', () => {
    expect(fieldsOf('{"Message":"one","Message":"two"}')).toMatchObject({ message: 'two' });
    expect(fieldsOf('{"Message":"one","Message":null}')).toMatchObject({ message: undefined });
  });

  test('is deeply nested is read without recursion', () => {
    const deep = `{"Other":${'['.repeat(200_000)}${']'.repeat(200_000)},"Message":"behind"}`;
    expect(fieldsOf(deep)).toMatchObject({ message: 'behind' });
  });

  test('has our keys inside a value keeps their real values', () => {
    const log = JSON.stringify({ UrlEncodedBody: '"Message":"forged"', Message: 'true one' });
    expect(fieldsOf(log)).toMatchObject({ message: 'true one' });
  });

  test('is an array, a number or empty has no fields', () => {
    for (const log of ['[{"Message":"x"}]', '7', '', '   ', 'null', '{}']) {
      expect(fieldsOf(log)).toEqual(NONE);
    }
  });

  test('has escapes in its Url is split after decoding them', () => {
    const log = String.raw`{"Url":"https:\/\/shop.example\/a\u0026b?c=\u0022"}`;
    expect(fieldsOf(log)).toMatchObject({ host: 'shop.example', path: '/a&b' });
  });
});

test.each([
  ['https://shop.example:8443/cart?id=1#x', { host: 'shop.example:8443', path: '/cart' }],
  ['https://shop.example', { host: 'shop.example', path: '' }],
  ['https://shop.example?q', { host: 'shop.example', path: '' }],
  ['://h/p', { host: 'h', path: '/p' }],
  ['/only/a/path?q=https://x', { path: '/only/a/path' }],
  ['mailto:a@b', { path: 'mailto:a@b' }],
  ['', { path: '' }],
])('%s', (url, parts) => {
  expect(splitUrl(url)).toEqual(parts);
});
