import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { PatternSearch, templateTerm, templateText } from '../../src/events/patterns.ts';
import { EventStore } from '../../src/events/store.ts';
import { EventView } from '../../src/events/view.ts';
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
    // Beyond what the dictionary holds.
    message('blocked request 19 (rule c)'),
    message('blocked request 20 (rule d)'),
    'plain text, no JSON',
    null,
  ];

  test('are those of the messages, and of the logs that have none', () => {
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

  test('are those of the selected entries only', () => {
    const store = storeOf(logs);
    const view = new EventView(store, parseFilter('refused or JSON').filter, MOMENT);
    while (view.advance(1000));
    expect(found(new PatternSearch(store, { view }))).toEqual([
      '1 path refused',
      '1 plain text, no JSON',
    ]);
  });

  test('can be drilled into', () => {
    const store = storeOf(logs);
    const search = new PatternSearch(store);
    found(search);
    for (const pattern of search.patterns) {
      const { filter, problems } = parseFilter(templateTerm(pattern.template, pattern.of));
      expect(problems).toEqual([]);
      const view = new EventView(store, filter, MOMENT);
      while (view.advance(1000));
      expect(view.size).toBeGreaterThanOrEqual(pattern.count);
    }
  });
});

test('the term of a very long template is a pattern all the same', () => {
  const template = Array.from({ length: 64 }, () => '(a long token)');
  expect(parseFilter(templateTerm(template)).problems).toEqual([]);
});
