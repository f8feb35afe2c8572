import { expect, it } from 'vitest';
import { PatternSearch } from '../../../src/events/message-patterns.ts';
import { EventStore } from '../../../src/events/store.ts';
import { patternLines } from '../../../src/panes/events/patterns.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { entryWith, SAMPLE_DAY } from '../../events/sample-entries.ts';
import { styledText } from '../../support/line-text.ts';

/** The heading of the patterns of entries with these messages. */
function heading(messages: readonly string[]): string | undefined {
  const store = new EventStore({ unit: 'ms' });
  store.add(
    '7',
    messages.map((text, at) => {
      const log = JSON.stringify({ Message: text });
      return entryWith({ logId: String(at), log, timestamp: SAMPLE_DAY + at });
    }),
  );
  const search = new PatternSearch(store);
  while (search.advance(1000));
  const patterns = { search: () => search, rows: () => search.patterns };
  const room = { kind: 'screen', columns: 80, rows: 10 } as const;
  return styledText(patternLines(patterns, EMPTY_LIST, room))[0]?.trim();
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

it('says how many entries no pattern stands for once the limit of patterns is reached', () => {
  const different = LETTERS.flatMap((a) => LETTERS.map((b) => `${a}${b} refused`));
  expect(heading([...different, 'aa refused'])).toBe(
    '500 patterns in the messages of 677 entries · 176 match none',
  );
});

it('says nothing about the limit while every entry has a pattern', () => {
  expect(heading(['a refused', 'b passed'])).toBe('2 patterns in the messages of 2 entries');
});
