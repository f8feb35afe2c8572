import { describe, expect, test } from 'vitest';
import { type EntryNode, entryTree } from '../../src/events/entry-tree.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import type { StoredEntry } from '../../src/events/store.ts';
import { naivelyPasses } from './naive-filter.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

const held = (given: Parameters<typeof entryWith>[0]): StoredEntry => ({
  ...entryWith(given),
  id: 0,
  zone: '7',
  time: SAMPLE_DAY,
  late: false,
  conflict: false,
});

/** The vendor's sample. */
const SAMPLE = JSON.stringify({
  ServerZoneId: 4,
  Message: 'Restricted File Access Attempt',
  Url: 'https://bunnyexample.test/.env',
  RemoteIp: '1.2.3.*',
  UrlEncodedBody: null,
  Headers: [
    { Name: 'Host', Value: 'bunnyexample.test' },
    { Name: 'User-Agent', Value: 'Python/3.10 aiohttp/3.12.15' },
  ],
  TriggerMatch: { Key: 'PMF', Value: '/.env' },
});

const leaves = (node: EntryNode | undefined, path = ''): [string, EntryNode][] => {
  if (!node) return [];
  const here = `${path}/${node.key}`;
  if (node.children.length === 0) return [[here, node]];
  return node.children.flatMap((child) => leaves(child, here));
};

const terms = (log: string) =>
  Object.fromEntries(
    leaves(entryTree(held({ log })).log).map(([path, { include }]) => [path, include]),
  );

test('each part of an entry has a term that filters by it', () => {
  expect(terms(SAMPLE)).toEqual({
    '//ServerZoneId': 'log:"\\"ServerZoneId\\":4"',
    '//Message': 'message="Restricted File Access Attempt"',
    '//Url': 'url="https://bunnyexample.test/.env"',
    '//RemoteIp': 'ip:"1.2.3.*"',
    '//UrlEncodedBody': 'log:"\\"UrlEncodedBody\\":null"',
    '//Headers/0/Name': '"Host"',
    '//Headers/0/Value': '"bunnyexample.test"',
    '//Headers/1/Name': '"User-Agent"',
    '//Headers/1/Value': 'ua="Python/3.10 aiohttp/3.12.15"',
    '//TriggerMatch/Key': 'trigger:PMF',
    '//TriggerMatch/Value': '"/.env"',
  });
});

test('every term of an entry keeps it, and the opposite term removes it', () => {
  const entry = held({ log: SAMPLE });
  const { labels, log } = entryTree(entry);
  for (const { include, exclude } of [...labels, ...leaves(log).map(([, leaf]) => leaf)]) {
    const passes = (term: string | null) =>
      naivelyPasses(parseFilter(term ?? '').filter, entry, MOMENT);
    expect([include, passes(include)]).toEqual([include, true]);
    expect([exclude, passes(exclude)]).toEqual([exclude, false]);
  }
});

test('labels are in the order of the contract, and null and empty differ', () => {
  const { labels } = entryTree(held({ labels: { severity: '', ruleGroup: null } }));
  expect(labels.map(({ key, kind, value }) => [key, kind, value])).toEqual([
    ['asn', 'text', '48090'],
    ['country', 'text', 'BG'],
    ['ruleId', 'text', '930130'],
    ['severity', 'text', ''],
    ['method', 'text', 'GET'],
    ['ruleGroup', 'null', ''],
    ['status', 'text', 'Blocked'],
    ['serverZone', 'text', 'SG'],
  ]);
});

// Assumption: log-content
describe('a log that', () => {
  test.each([null, 'plain text', '{"torn": ', '7', '"text"', ''])(
    'is not a JSON object or array (%s) has no tree: its text is what there is',
    (log) => {
      expect(entryTree(held({ log })).log).toBeUndefined();
    },
  );

  test('has a key named __proto__ shows it', () => {
    expect(leaves(entryTree(held({ log: '{"__proto__":"x"}' })).log)).toMatchObject([
      ['//__proto__', { kind: 'text', value: 'x' }],
    ]);
  });

  test('has numbers a double cannot hold shows their digits', () => {
    expect(leaves(entryTree(held({ log: '{"n":12345678901234567890}' })).log)).toMatchObject([
      ['//n', { kind: 'number', value: '12345678901234567890' }],
    ]);
  });

  test.each([
    ['{"n":1}', 'log:"\\"n\\":1"'],
    ['{"a\\\\":"x","n":1,"b":2}', 'log:"\\"n\\":1"'],
    ['{"n": 1}', null],
    // The same within a string is different text.
    ['{"said":"\\"n\\":1","n": 1}', null],
  ])('%s has a filter for its number if it is next to its key', (log, include) => {
    const [, found] = leaves(entryTree(held({ log })).log).find(([path]) => path === '//n') ?? [];
    expect(found?.include).toBe(include);
  });

  test('is nested extremely deeply is cut', () => {
    const deep = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`;
    const kinds = leaves(entryTree(held({ log: deep })).log).map(([, { kind }]) => kind);
    expect(kinds).toEqual(['cut']);
  });

  test('has too many parts is cut, and says how many are left', () => {
    const wide = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => at));
    const tree = entryTree(held({ log: wide })).log;
    expect(tree?.children.length).toBeLessThan(6000);
    const last = tree?.children.at(-1);
    expect(last?.kind).toBe('cut');
    expect(Number(last?.value)).toBe(20_000 - ((tree?.children.length ?? 0) - 1));
  });
});
