import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { type FinderState, hitItem, workspaceItems } from '../../../src/panes/search/finder.ts';
import { foundLines, markedName, remoteLine } from '../../../src/panes/search/found-table.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { words } from '../../../src/text/printable.ts';
import { lineText, styledText } from '../../support/line-text.ts';

const HIT = { Id: '77', Name: 'shop-cache', Type: 'cdn' };
const hit = hitItem(HIT, 0);
const state = (change: Partial<FinderState> = {}): FinderState => ({
  query: 'shop',
  remote: { kind: 'idle' },
  list: EMPTY_LIST,
  detail: null,
  ...change,
});

it('the characters that matched are marked', () => {
  const line = markedName({
    item: hit,
    ranges: [
      [0, 4],
      [5, 7],
    ],
  });
  expect(line.map(({ text }) => text)).toEqual(['shop', '-', 'ca', 'che']);
  expect(line[0]?.style).toBe(line[2]?.style);
  expect(line[0]?.style).not.toBe(line[1]?.style);
  expect(lineText(markedName({ item: hit, ranges: [] }))).toBe('shop-cache');
});

it('what was found is a table that says where each is from', () => {
  const [app] = workspaceItems({ ...EMPTY_WORKSPACE, apps: [{ id: 'a', name: 'shop' }] });
  const pane = {
    ...hit,
    id: 'pane',
    name: words`Apps`,
    source: 'here' as const,
    where: words`console`,
    target: { kind: 'pane' as const, pane: 'apps' },
  };
  const findings = [app ?? hit, hit, pane].map((item) => ({ item, ranges: [] }));
  expect(styledText(foundLines(findings, state(), { columns: 80, rows: 5 }))).toEqual([
    '  NAME                                  TYPE      ID            WHERE',
    '❯ shop                                  app       a             workspace › Apps',
    '  shop-cache                            cdn       77            can’t open',
    '  Apps                                  cdn       77            console',
  ]);
});

it('the cursor marks its row across the pane, and names stay near their types', () => {
  const lines = foundLines([{ item: hit, ranges: [] }], state(), { columns: 118, rows: 3 });
  expect(styledText(lines)[0]).toMatch(/^ {2}NAME {42}TYPE/);
  const inverted = String(lines[1]).matchAll(/\u001b\[7m([^\u001b]*)/g);
  expect([...inverted].map(([, text]) => text).join('')).toHaveLength(118);
});

it('a long name is not cut for where it was found', () => {
  const name = words`Upload the specification, after a question`;
  const found = { ...hit, name, where: words`workspace › Limits` };
  const [, row] = styledText(
    foundLines([{ item: found, ranges: [] }], state(), { columns: 80, rows: 3 }),
  );
  expect(row).toContain(` ${name} `);
});

/** Nothing of what the service counts has come. */
const ANSWERED = {
  kind: 'answered',
  hits: [],
  total: 1200,
  at: Date.parse('2026-03-14T14:02:05Z'),
  more: 'none',
  trouble: null,
  leftOut: 0,
  page: { Query: 'shop', Total: 1200, From: 0, Size: 50, SearchResults: [] },
} as const;

describe('nothing found', () => {
  const remote = { ...ANSWERED, total: 0 };

  it.each([
    [state({ query: 'qq\u001b' }), '  No local match for “qq␛”.'],
    [state({ query: 'qq', remote }), '  No match for “qq”, neither here nor at the service.'],
    [
      state({ query: 'shop', remote: ANSWERED }),
      '  The service counts 1,200 results and gives none of them.',
    ],
  ])('is said', (asked, sentence) => {
    expect(styledText(foundLines([], asked, { columns: 80, rows: 5 }))).toEqual(['', sentence]);
  });

  it('is not said while nothing is asked for, but what to do where nothing is watched', () => {
    expect(styledText(foundLines([], state({ query: ' ' }), { columns: 80, rows: 5 }))).toEqual([
      '',
      '  Nothing is watched. Type a name or an id: the service is searched.',
    ]);
  });
});

const NOW = Date.parse('2026-03-14T14:05:00Z');

it.each([
  [{ kind: 'idle' } as const, 'type to search the service'],
  [{ kind: 'asking' } as const, 'searching the service…'],
  [
    { kind: 'failed', error: new ApiError({ kind: 'timeout', title: 'No answer' }) } as const,
    '✖ service: No answer · local results work',
  ],
  [{ ...ANSWERED, total: 0 }, 'nothing from the service · as of 14:02:05'],
  [ANSWERED, '0 of 1,200 from the service · as of 14:02:05 · more at the end'],
  [
    { ...ANSWERED, more: 'asking' } as const,
    '0 of 1,200 from the service · as of 14:02:05 · loading more…',
  ],
  [
    { ...ANSWERED, more: 'ended' } as const,
    '0 of 1,200 from the service · as of 14:02:05 · it gives no more',
  ],
  [
    { ...ANSWERED, trouble: new ApiError({ kind: 'timeout', title: 'No answer' }) },
    '0 of 1,200 from the service · as of 14:02:05 · ✖ next page: No answer',
  ],
  [
    { ...ANSWERED, leftOut: 59_950 },
    // E17.
    '0 of 1,200 from the service, 59,950 unasked left out · as of 14:02:05 · more at the end',
  ],
  [
    { ...ANSWERED, page: { ...ANSWERED.page, Query: 'shops' } },
    '0 of 1,200 from the service for “shops” · as of 14:02:05 · more at the end',
  ],
])('the service’s part is told in words', (remote, told) => {
  expect(lineText(remoteLine({ remote, query: 'shop' }, 80, NOW, 'utc'))).toBe(told);
});

it('where there is little room, what the matter is gives way, and not that the rest works on', () => {
  const error = new ApiError({
    kind: 'unreachable',
    title: 'The connection was refused by the host',
  });
  const remote = { kind: 'failed', error } as const;
  const told = (columns: number) =>
    lineText(remoteLine({ remote, query: '' }, columns, NOW, 'utc'));
  expect(told(62)).toBe('✖ service: The connection was refused by… · local results work');
  expect(told(62)).toHaveLength(62);
  expect(told(20)).toBe('✖ service: The connect… · local results work');
});

it('60 columns tell that there is more', () => {
  const remote = { ...ANSWERED, hits: [HIT], total: 100 };
  const told = remoteLine({ remote, query: 'shop' }, 45, NOW, 'utc');
  expect(lineText(told)).toBe('1 of 100 · as of 14:02:05 · more at the end');
});

it('an answer of another day says which', () => {
  const told = remoteLine({ remote: ANSWERED, query: 'shop' }, 80, NOW + 24 * 3_600_000, 'utc');
  expect(lineText(told)).toBe(
    '0 of 1,200 from the service · as of 03-14 14:02:05 · more at the end',
  );
});
