import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { insideRow, visibleApps, visibleNodes } from '../../../src/panes/apps/rows.ts';
import { type AppRow, appRow, EMPTY_APPS, refreshed } from '../../../src/panes/apps/state.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { failed } from '../../../src/state/loadable.ts';
import { overviewOf } from '../../support/overviews.ts';

const now = { wall: Date.parse('2026-03-14T14:02:00Z'), elapsed: 0 };

const loadedRow = (id: string, fields: Readonly<Record<string, unknown>>): AppRow =>
  refreshed(appRow(id, `${id}-app`), {
    kind: 'loaded',
    value: overviewOf(fields),
    at: now,
    took: 1,
  });

const error = new ApiError({ kind: 'not-found', title: 'No such application' });
const rows = [
  loadedRow('well', { status: 'active' }),
  loadedRow('ill', { status: 'failing' }),
  appRow('new', 'new-app'),
  refreshed(appRow('lost', 'lost-app'), failed({ kind: 'waiting' }, error, now)),
];

const shown = (change: Partial<typeof EMPTY_APPS>) =>
  visibleApps({ ...EMPTY_APPS, rows, ...change }, now, 5000).map(({ id }) => id);

describe('the applications on screen', () => {
  it('are all of them, in their own order', () => {
    expect(shown({})).toEqual(['well', 'ill', 'new', 'lost']);
  });

  it('are those that stand out: what fails, and what cannot be asked for', () => {
    expect(shown({ onlyProblems: true })).toEqual(['ill', 'lost']);
  });

  it('are those whose name, id or status holds every word typed', () => {
    const filtered = (filter: string) => shown({ list: { ...EMPTY_LIST, filter } });
    expect(filtered('app')).toEqual(['well', 'ill', 'new', 'lost']);
    expect(filtered('FAILING ill')).toEqual(['ill']);
    expect(filtered('failing well')).toEqual([]);
  });

  it('are sorted when asked', () => {
    const sort = { column: 'name', descending: true };
    expect(shown({ list: { ...EMPTY_LIST, sort } })).toEqual(['well', 'new', 'lost', 'ill']);
  });
});

describe('the tree on screen', () => {
  const tree = loadedRow('ill', {
    regions: [
      { region: 'DE', pods: [{ name: 'p1', containers: [{ name: 'web', exitCode: 137 }] }] },
      { region: 'FR', pods: [] },
    ],
  });
  const inside = { ...EMPTY_APPS, rows: [tree], inside: 'ill' };

  it('is that of the row that was drilled into', () => {
    expect(insideRow(inside)?.id).toBe('ill');
    expect(visibleNodes(inside)).toHaveLength(4);
  });

  it('is filtered by names and by what is wrong', () => {
    const filtered = (filter: string) =>
      visibleNodes({ ...inside, tree: { ...EMPTY_LIST, filter } }).map(({ kind }) => kind);
    expect(filtered('exit 137')).toEqual(['container']);
    expect(filtered('fr')).toEqual(['region']);
    expect(filtered('nowhere')).toEqual([]);
  });

  it('is empty while nothing is known, and when the row is not watched any more', () => {
    expect(visibleNodes({ ...EMPTY_APPS, rows, inside: 'new' })).toEqual([]);
    expect(visibleNodes({ ...EMPTY_APPS, rows: [], inside: 'ill' })).toEqual([]);
  });
});
