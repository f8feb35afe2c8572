import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import {
  PatternMiner,
  PatternSearch,
  templateTerm,
  templateText,
} from '../../src/events/message-patterns.ts';
import { EventStore } from '../../src/events/store.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

function storeOf(logs: readonly (string | null)[]) {
  const store = new EventStore({ unit: 'ms', segmentRows: 4, dictionaries: { values: 3 } });
  store.add(
    '7',
    logs.map((log, at) => entryWith({ logId: String(at), log, timestamp: SAMPLE_DAY + at })),
  );
  return store;
}

function letGoOfOldest(store: EventStore): WeakRef<object> {
  const [oldest] = store.rows.segments;
  if (!oldest) throw new Error('the store is empty');
  store.rows.drop(oldest);
  return new WeakRef(oldest);
}

const message = (text: string) => JSON.stringify({ Message: text });

function found(search: PatternSearch) {
  while (search.advance(1000));
  return search.patterns.map(({ template, count }) => `${count} ${templateText(template)}`);
}

describe('the patterns of a store', () => {
  const logs = [
    message('blocked request 17 (rule a)'),
    message('blocked request 18 (rule b)'),
    message('blocked request 18 (rule b)'),
    message('path refused'),
    // Beyond the limit of the dictionary.
    message('blocked request 19 (rule c)'),
    message('blocked request 20 (rule d)'),
    'plain text, no JSON',
    null,
  ];

  test('are those of the messages, or of the logs without a message', () => {
    const search = new PatternSearch(storeOf(logs));
    expect(found(search)).toEqual([
      '5 blocked request ‹*› (rule ‹*›)',
      '1 path refused',
      '1 plain text, no JSON',
      '1 ',
    ]);
    expect(search.read).toBe(8);
    expect(search.complete).toBe(true);
  });

  test('do not keep entries in memory that have been evicted since', async () => {
    const store = storeOf(logs);
    const search = new PatternSearch(store);
    found(search);
    const held = letGoOfOldest(store);
    await collectGarbage();
    expect(held.deref()).toBeUndefined();
    expect(search.complete).toBe(true);
  });

  test('are those of the selected entries only', () => {
    const store = storeOf(logs);
    const view = new FilteredView(store, parseFilter('refused or JSON').filter, MOMENT);
    while (view.advance(1000));
    expect(found(new PatternSearch(store, view))).toEqual([
      '1 path refused',
      '1 plain text, no JSON',
    ]);
  });

  test('can be used as filters', () => {
    const store = storeOf(logs);
    const search = new PatternSearch(store);
    found(search);
    for (const pattern of search.patterns) {
      const { filter, problems } = parseFilter(templateTerm(pattern.template, pattern.of));
      expect(problems).toEqual([]);
      const view = new FilteredView(store, filter, MOMENT);
      while (view.advance(1000));
      expect(view.size).toBeGreaterThanOrEqual(pattern.count);
    }
  });
});

test('the term of a very long template is still a pattern', () => {
  const template = Array.from({ length: 64 }, () => '(a long token)');
  expect(parseFilter(templateTerm(template)).problems).toEqual([]);
});

function mined(texts: readonly string[]) {
  const miner = new PatternMiner();
  for (const text of texts) miner.add(text);
  return miner.patterns.map(({ template, count }) => `${count} ${templateText(template)}`);
}

test('the clock is looked at after each text, which may be compared with hundreds of templates', () => {
  const search = new PatternSearch(storeOf(Array.from({ length: 150 }, (_, at) => `text ${at}`)));
  let most = 0;
  for (let before = 0; search.advance(0); before = search.read) {
    most = Math.max(most, search.read - before);
  }
  expect(search.read).toBe(150);
  expect(most).toBe(1);
});

describe('similar texts become one template', () => {
  test('if they differ in a word', () => {
    expect(mined(['user ann was refused', 'user bob was refused', 'user eve was refused'])).toEqual(
      ['3 user ‹*› was refused'],
    );
  });

  test('if they differ in numbers, addresses and ids', () => {
    expect(mined(['took 12 ms at 10.0.0.1', 'took 7 ms at 192.168.0.25'])).toEqual([
      '2 took ‹*› ms at ‹*›.‹*›.‹*›.‹*›',
    ]);
  });

  test('but not if they have different meanings', () => {
    expect(
      mined(['SQL injection detected', 'SQL injection detected', 'path traversal attempt found']),
    ).toEqual(['2 SQL injection detected', '1 path traversal attempt found']);
  });

  test('but not if their punctuation differs', () => {
    expect(mined(['a=b c', 'a:b c'])).toHaveLength(2);
  });
});

test('the outcomes of a pattern are those of counting its entries one by one', () => {
  const statuses = fc.array(fc.constantFrom('Blocked', 'Logged', 'CHALLENGED', 'odd', null), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(statuses, fc.constantFrom(1, 100), (some, values) => {
      const store = new EventStore({ dictionaries: { values } });
      store.add(
        '7',
        some.map((status, at) =>
          entryWith({
            logId: String(at),
            log: at % 5 === 0 ? 'no JSON' : message(`${at % 2 === 0 ? 'one' : 'two other'} text`),
            timestamp: SAMPLE_DAY + at,
            labels: { status },
          }),
        ),
      );
      const search = new PatternSearch(store);
      while (search.advance(1000));
      const sum = (of: 'blocked' | 'challenged' | 'logged' | 'other') =>
        search.patterns.reduce((all, { split }) => all + split[of], 0);
      const told = (status: string | null) => (status ?? '').toLowerCase();
      const known = store.dictionary('status');
      // A status beyond the limit of the dictionary is not counted.
      const number = (word: string) =>
        some.filter(
          (status) =>
            told(status) === word &&
            Array.from({ length: known.codes }, (_, code) => known.valueOf(code)).includes(
              status ?? undefined,
            ),
        ).length;
      const all = ['blocked', 'challenged', 'logged'] as const;
      for (const outcome of all) expect(sum(outcome)).toBe(number(outcome));
      const stated = all.reduce((each, outcome) => each + number(outcome), 0);
      expect(sum('other')).toBe(some.length - stated);
      for (const { count, split } of search.patterns) {
        expect(split.blocked + split.challenged + split.logged + split.other).toBe(count);
      }
    }),
    { numRuns: 100 },
  );
});

test('counts add up for any texts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 30 })), (texts) => {
      const miner = new PatternMiner();
      for (const text of texts) miner.add(text, { blocked: 1, challenged: 0, logged: 1, other: 0 });
      const placed = miner.patterns.reduce((sum, { count }) => sum + count, 0);
      expect(placed + miner.unmatched).toBe(texts.length * 2);
    }),
  );
});

test('grows only to its limit, and still counts the texts that fit a template', () => {
  const miner = new PatternMiner();
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (const a of letters) for (const b of letters) miner.add(`${a}${b} ${b}${a} x`);
  miner.add('aa aa x');
  expect(miner.patterns).toHaveLength(500);
  expect(miner.patterns.reduce((sum, { count }) => sum + count, 0)).toBe(501);
  expect(miner.unmatched).toBe(26 * 26 - 500);
});

test('a very long text is cut', () => {
  const miner = new PatternMiner();
  miner.add('word '.repeat(100_000));
  expect(miner.patterns[0]?.template.length).toBeLessThan(100);
});

test('texts that differ in case only are one pattern, as many as the filter for it keeps', () => {
  const texts = fc.constantFrom(
    ...[
      'SQL Injection 1',
      'sql injection 2',
      'Sql Injection',
      'sql INJECTION',
      'ÄÖ refused',
      'äö Refused',
    ],
    ...['Refused', 'refused', ''],
  );
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), (all) => {
      const store = storeOf(all.map(message));
      const search = new PatternSearch(store);
      found(search);
      const folded = search.patterns.map(({ template }) => templateText(template).toLowerCase());
      expect(new Set(folded).size).toBe(folded.length);
      for (const pattern of search.patterns) {
        const { filter } = parseFilter(templateTerm(pattern.template, pattern.of));
        const view = new FilteredView(store, filter, MOMENT);
        while (view.advance(1000));
        expect(view.size).toBe(pattern.count);
      }
    }),
  );
  // It is shown as in the first text.
  expect(mined(['SQL Injection found', 'sql injection found'])).toEqual(['2 SQL Injection found']);
});
