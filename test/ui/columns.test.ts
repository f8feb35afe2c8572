import { describe, expect, it } from 'vitest';
import { printable, words } from '../../src/text/printable.ts';
import { type Column, cellLine, placeColumns, scrolledTo, unfold } from '../../src/ui/columns.ts';
import { span } from '../../src/ui/line.ts';
import { tableLines } from '../../src/ui/table.ts';
import { styledText } from '../support/line-text.ts';

const three: readonly Column<string>[] = [
  { id: 'id', title: words`NAME`, width: 6, grow: 1, cell: (row) => span(printable(row)) },
  { id: 'size', title: words`SIZE`, width: 4, cell: () => [span(words`1`), span(words`0`)] },
  { id: 'extra', title: words`EXTRA`, width: 5, leaves: 1, cell: () => span(words`x`) },
];

describe('columns', () => {
  it('that grow get the spare room', () => {
    expect(placeColumns(three, 40).map(({ width }) => width)).toEqual([25, 4, 5]);
  });

  it('leave a narrow table in their order', () => {
    expect(placeColumns(three, 16).map(({ column }) => column.id)).toEqual(['id', 'size']);
  });

  it('with nothing to show leave first, whatever their priority', () => {
    const columns: readonly Column<string>[] = [
      ...three,
      {
        id: 'age',
        title: words`AGE`,
        width: 5,
        leaves: 0,
        isQuiet: () => true,
        cell: () => [],
      },
    ];
    const shown = (room: number) =>
      placeColumns(columns, room, ['a']).map(({ column }) => column.id);
    expect(shown(21)).toEqual(['id', 'size', 'extra']);
    expect(shown(30)).toEqual(['id', 'size', 'extra', 'age']);
  });

  it('draw a cell as a line, however many pieces it has', () => {
    const drawn = placeColumns(three, 40).map((of) => cellLine(of, 'a').map(({ text }) => text));
    expect(drawn).toEqual([['a'], ['1', '0'], ['x']]);
  });
});

it('each of thousands of rows is measured at most once, and none after it is known that not all fit', () => {
  let looked = 0;
  const quiet = ['a', 'b', 'c'].map((id): Column<string> => {
    return { id, title: words`X`, width: 5, leaves: 1, isQuiet: () => true, cell: () => [] };
  });
  const text: Column<string> = {
    id: 'text',
    title: words`TEXT`,
    width: 4,
    grow: 1,
    cell(row) {
      looked += 1;
      return span(printable(row));
    },
  };
  const rows = Array.from({ length: 1000 }, () => 'eight888');
  placeColumns([...quiet, text], 18, rows);
  expect(looked).toBe(1000);
  placeColumns([...quiet, text], 18, ['far more than eighteen', ...rows]);
  expect(looked).toBe(1001);
});

describe('in a narrow table', () => {
  const cell = (text: string) => () => span(printable(text));
  const why = (text: string): readonly Column<string>[] => [
    { id: 'name', title: words`NAME`, width: 6, cell: cell('shop') },
    { id: 'rst', title: words`RST`, width: 3, leaves: 1, isQuiet: () => true, cell: cell('0') },
    { id: 'cpu', title: words`CPU`, width: 4, leaves: 2, extra: true, cell: cell('9.1') },
    { id: 'inst', title: words`INST`, width: 4, leaves: 3, cell: cell('1/2') },
    { id: 'why', title: words`WHY`, width: 8, enough: 16, grow: 1, cell: cell(text) },
  ];
  const ids = (text: string, room: number) =>
    placeColumns(why(text), room, ['a']).map(({ column }) => column.id);

  it('columns with only normal values give their room to the reason', () => {
    expect(ids('short', 50)).toEqual(['name', 'rst', 'cpu', 'inst', 'why']);
    expect(ids('exit 1: missing environment', 50)).toEqual(['name', 'cpu', 'inst', 'why']);
  });

  it('then extra columns are dropped until it has enough, and others only until it has the minimum', () => {
    expect(ids('exit 1: missing environment', 40)).toEqual(['name', 'cpu', 'inst', 'why']);
    expect(ids('exit 1: missing environment', 36)).toEqual(['name', 'inst', 'why']);
    expect(ids('exit 1: missing environment', 24)).toEqual(['name', 'inst', 'why']);
    expect(ids('exit 1: missing environment', 20)).toEqual(['name', 'why']);
  });

  it('columns move closer if one has too little room', () => {
    const widths = (room: number) =>
      placeColumns(why('exit 1: missing'), room, ['a']).map(({ width, apart }) => [width, apart]);
    expect(widths(36)).toEqual([
      [6, 2],
      [4, 2],
      [20, 2],
    ]);
    expect(widths(26)).toEqual([
      [6, 1],
      [4, 1],
      [12, 1],
    ]);
  });
});

type Row = readonly [name: string, text: string];

const columns: readonly Column<Row>[] = [
  { id: 'name', title: words`NAME`, width: 6, cell: ([name]) => span(printable(name)) },
  { id: 'kind', title: words`KIND`, width: 4, leaves: 1, cell: () => span(words`k`) },
  {
    id: 'text',
    title: words`TEXT`,
    width: 6,
    grow: 1,
    cell: ([, text]) => span(printable(text)),
  },
];

const rows: readonly Row[] = [
  ['one', 'abcdefghijklmnopqrstuvwxyz'],
  ['two', '漢字漢字漢字漢字漢字漢字漢'],
  ['three', 'short'],
];

const drawn = (by: number | null, width = 24) =>
  styledText(
    tableLines({
      columns,
      rows,
      ids: rows.map(([name]) => name),
      list: { cursor: 'two', at: 1, top: 0, sort: null, marks: new Set() },
      room: { columns: width, rows: 4 },
      focused: true,
      sideways: { stay: 1, by },
    }),
  );

describe('a table that is scrolled sideways', () => {
  it('begins as it fits, and says at its edge that there is more', () => {
    expect(drawn(null)).toEqual([
      '  NAME    KIND  TEXT   ›',
      '  one     k     abcdefg…',
      '❯ two     k     漢字漢…',
      '  three   k     short',
    ]);
  });

  it('keeps its first columns and says on which side there are more', () => {
    expect(drawn(10)).toEqual([
      '  NAME  ‹              ›',
      '  one     efghijklmnopq…',
      '❯ two     漢字漢字漢字…',
      '  three   t',
    ]);
    expect(drawn(18)).toEqual([
      '  NAME  ‹',
      '  one     mnopqrstuvwxyz',
      '❯ two     漢字漢字漢字漢',
      '  three',
    ]);
  });

  it('leaves a blank for half of a wide character', () => {
    expect(drawn(11)[2]).toBe('❯ two      字漢字漢字漢…');
  });

  it('has no mark at an edge where everything is visible', () => {
    expect(drawn(null, 60)[0]).toBe('  NAME    KIND  TEXT');
  });

  it('lets no more than half of the room stay', () => {
    const { staying, scrolled } = unfold({ columns, rows, width: 24, stay: 2 });
    expect(staying.map(({ column }) => column.id)).toEqual(['name']);
    expect(scrolled.map(({ width }) => width)).toEqual([4, 26]);
    expect(unfold({ columns, rows, width: 40, stay: 2 }).staying).toHaveLength(2);
  });
});

describe('a key', () => {
  /** Where presses in one direction lead to. */
  const presses = (
    to: 'left' | 'right',
    from: number | null,
    table: Parameters<typeof scrolledTo>[0],
  ) => {
    const passed = [scrolledTo(table, from, to)];
    for (const by of passed) if (by !== undefined) passed.push(scrolledTo(table, by, to));
    return passed.slice(0, -1);
  };
  const table = unfold({ columns, rows, width: 24, stay: 1 });

  it('unfolds the columns, then goes on by half of the room, to where a column begins', () => {
    expect(table).toMatchObject({ room: 14, reach: 32, starts: [0, 6], lacks: true });
    expect(presses('right', null, table)).toEqual([0, 6, 14, 18]);
  });

  it('goes back the same way, to the columns as they fit', () => {
    expect(presses('left', 18, table)).toEqual([10, 6, 0, null]);
  });

  it('does nothing if everything is visible', () => {
    expect(presses('right', null, { room: 14, reach: 10, starts: [0], lacks: false })).toEqual([]);
    expect(presses('left', null, table)).toEqual([]);
  });
});
