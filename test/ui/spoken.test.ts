import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { SPOKEN_ROOM } from '../../src/text/spoken.ts';
import { span } from '../../src/ui/line.ts';
import { composeLive, spokenRow, spokenTab } from '../../src/ui/spoken.ts';
import { type Column, tableLines } from '../../src/ui/table.ts';

const names = [words`shop`, words`api`];

it('a tab is spoken with its place among the others', () => {
  expect(spokenTab({ names, selected: 1, keys: words`[ and ]` })).toEqual({
    kind: 'tab',
    text: 'api, 2 of 2; [ and ] change it',
  });
});

it('a live line is an ordinary one on a screen', () => {
  const line = [span(words`3 pages`)];
  expect(composeLive(line, { columns: 80, rows: 24 })).toBe('3 pages');
  expect(composeLive(line, SPOKEN_ROOM)).toMatchObject({ live: true });
});

interface Row {
  readonly id: string;
  readonly load: number;
}
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', title: words`NAME`, width: 8, cell: ({ id }) => span(words`  ${id as never}`) },
  {
    id: 'load',
    title: words`LD `,
    spoken: words`load`,
    live: true,
    width: 4,
    cell: ({ load }) => span(words`${load}`),
  },
  { id: 'trend', title: words`TREND`, isGraphic: true, width: 8, cell: () => span(words`▁▂▃`) },
];
const list = {
  cursor: 'b',
  at: 1,
  top: 0,
  sort: { column: 'load', descending: true },
  marks: new Set(['c']),
};
const rows = ['a', 'b', 'c'].map((id, at) => ({ id, load: at }));
const parts = (more = {}) =>
  tableLines({
    columns: COLUMNS,
    rows,
    ids: rows.map(({ id }) => id),
    list,
    room: { ...SPOKEN_ROOM, rows: 20 },
    focused: true,
    ...more,
  }).map(spokenRow);

it('a table that is said is its rows with their columns by name, pictures left out', () => {
  const [table, first, second] = parts();
  expect(table).toEqual({
    kind: 'table',
    columns: ['name', 'load'],
    rows: 3,
    sorted: 'load, descending',
    marked: 1,
  });
  expect(first).toMatchObject({ here: false, at: 1, of: 3 });
  expect(second).toEqual({
    kind: 'row',
    id: 'b',
    at: 2,
    of: 3,
    here: true,
    marked: false,
    cells: [
      { title: '', text: 'b', live: false },
      { title: 'load', text: '1', live: true },
    ],
  });
});

it('the row under the cursor is among those that there is room for, below the table itself', () => {
  const room = { ...SPOKEN_ROOM, rows: 2 };
  expect(parts({ room })).toMatchObject([{ kind: 'table' }, { id: 'b', here: true }]);
  const gone = parts({ room, list: { ...list, cursor: 'x' } });
  expect(gone).toMatchObject([{ kind: 'table' }, { kind: 'text', here: true }]);
});

it('rows of a longer list are told by where they stand in it', () => {
  const [table, first] = parts({ whole: { length: 90, indexOf: (index: number) => 40 + index } });
  expect(table).toMatchObject({ rows: 90 });
  expect(first).toMatchObject({ at: 41, of: 90 });
});

it('a removed row is reported at the cursor', () => {
  const gone = parts({ list: { ...list, cursor: 'x' } });
  expect(gone[1]).toMatchObject({ kind: 'text', here: true });
  expect(gone.some((part) => part?.kind === 'row' && part.here)).toBe(false);
});
