import { describe, expect, it } from 'vitest';
import { EMPTY_LIST } from '../../src/state/list.ts';
import { printable, words } from '../../src/text/printable.ts';
import { type Room, SPOKEN_ROOM } from '../../src/text/spoken.ts';
import { type Styled, span } from '../../src/ui/line.ts';
import {
  type Column,
  createRowMemory,
  emptyLines,
  sortedRows,
  tableLines,
} from '../../src/ui/table.ts';
import { styledText } from '../support/line-text.ts';

interface Row {
  readonly id: string;
  readonly size: number;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'id',
    title: words`NAME`,
    width: 6,
    grow: 1,
    cell: ({ id }) => span(printable(id)),
    sortBy: ({ id }) => id,
  },
  {
    id: 'size',
    title: words`SIZE`,
    width: 4,
    align: 'right',
    cell: ({ size }) => span(printable(String(size))),
    sortBy: ({ size }) => size,
  },
  { id: 'extra', title: words`EXTRA`, width: 5, leaves: 1, cell: () => span(words`x`) },
];

const rows: readonly Row[] = ['alpha', 'beta', 'gamma', 'delta'].map((id, at) => ({
  id,
  size: at * 10,
}));

const drawn = (change: Partial<Parameters<typeof tableLines<Row>>[0]> = {}) =>
  styledText(
    tableLines({
      columns,
      rows,
      ids: rows.map(({ id }) => id),
      list: { cursor: 'beta', at: 1, top: 0, sort: null, marks: new Set(['gamma']) },
      room: { columns: 24, rows: 5 },
      focused: true,
      ...change,
    }),
  );

it('marks a row whole up to the first sign of a chart that is not full yet', () => {
  const bars: Column<Row> = {
    id: 'bars',
    title: words`BARS`,
    isGraphic: true,
    width: 6,
    align: 'right',
    cell: () => span(words`▂▃`),
  };
  const [, row] = tableLines({
    columns: [...columns.slice(0, 1), bars],
    rows: rows.slice(0, 1),
    ids: ['alpha'],
    list: { cursor: 'alpha', at: 0, top: 0, sort: null, marks: new Set() },
    room: { columns: 24, rows: 2 },
  });
  const inverse = (row as Styled)
    .split('▂▃')
    .map((part) => part.includes('\u001b[7m    \u001b[0m'));
  expect(inverse).toEqual([true, false]);
  const spoken = (column: Column<Row>) =>
    JSON.stringify(
      tableLines({
        columns: [...columns.slice(0, 1), column],
        rows: rows.slice(0, 1),
        ids: ['alpha'],
        list: { cursor: 'alpha', at: 0, top: 0, sort: null, marks: new Set() },
        room: SPOKEN_ROOM,
      }),
    );
  expect(spoken(bars)).not.toContain('bars');
  expect(spoken({ ...bars, spokenCell: () => span(words`90 %`) })).toContain('90 %');
});

describe('nothing to show', () => {
  it('says why whole, over as many lines as that takes', () => {
    const why = words`No rate limit is watched. Type :add rate-limit ID, or start with --rate-limit ID.`;
    const lines = styledText(emptyLines(why, 60));
    expect(lines.join(' ').replaceAll(/ +/g, ' ').trim()).toBe(why);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('a table', () => {
  it('shows heads, rows, the cursor and the marks', () => {
    expect(drawn()).toEqual([
      '  NAME       SIZE  EXTRA',
      '  alpha         0  x',
      '❯ beta         10  x',
      ' •gamma        20  x',
      '  delta        30  x',
    ]);
  });

  it('drops columns in a narrow table', () => {
    expect(drawn({ room: { columns: 16, rows: 5 } })[1]).toBe('  alpha        0');
  });

  it('keeps the cursor in sight when it is low', () => {
    expect(
      drawn({
        room: { columns: 24, rows: 2 },
        list: { cursor: 'delta', at: 3, top: 0, sort: null, marks: new Set() },
      }),
    ).toEqual(['  NAME       SIZE  EXTRA', '❯ delta        30  x']);
  });

  it('puts the cursor on no row when its row is gone, and says so in its place', () => {
    const list = { cursor: 'zeta', at: 2, top: 0, sort: null, marks: new Set<string>() };
    expect(drawn({ list, room: { columns: 24, rows: 6 } })).toEqual([
      '  NAME       SIZE  EXTRA',
      '  alpha         0  x',
      '  beta         10  x',
      '❯ Row no longer exists',
      '  gamma        20  x',
      '  delta        30  x',
    ]);
    expect(drawn({ list, away: words`Row hidden`, room: { columns: 24, rows: 6 } })[3]).toBe(
      '❯ Row hidden',
    );
    expect(drawn({ list })).toHaveLength(5);
    expect(drawn({ list, room: { columns: 24, rows: 1 } })).toEqual(['  NAME       SIZE  EXTRA']);
  });

  it('is sorted by the column asked for, the way round asked for', () => {
    const list = {
      cursor: null,
      at: 0,
      top: 0,
      sort: { column: 'size', descending: true },
      marks: new Set<string>(),
    };
    expect(sortedRows(rows, columns, list.sort).map(({ id }) => id)).toEqual([
      'delta',
      'gamma',
      'beta',
      'alpha',
    ]);
  });

  it('keeps the sort arrow when the title is cut', () => {
    const sort = { column: 'size', descending: true };
    const list = { cursor: null, at: 0, top: 0, sort, marks: new Set<string>() };
    expect(drawn({ list })[0]).toBe('  NAME       SI…▼  EXTRA');
    expect(drawn({ list: { ...list, sort: { column: 'id', descending: false } } })[0]).toBe(
      '  NAME▲      SIZE  EXTRA',
    );
  });
});

it('writes a title in full if its column has room, and always speaks it in full', () => {
  const titled = (width: number, room: Room) =>
    tableLines({
      columns: [
        {
          id: 'of',
          title: words`ADDR`,
          spoken: words`addresses`,
          width,
          cell: () => span(words`1`),
        },
      ],
      rows: ['a'],
      ids: ['a'],
      list: EMPTY_LIST,
      room,
    }).slice(0, 1);
  expect(styledText(titled(9, { columns: 40, rows: 3 }))).toEqual(['  ADDRESSES']);
  expect(styledText(titled(8, { columns: 40, rows: 3 }))).toEqual(['  ADDR']);
  expect(titled(5, SPOKEN_ROOM)).toMatchObject([{ kind: 'table', columns: ['addresses'] }]);
});

it('speaks the state of a row before its figures', () => {
  const why: Column<Row> = {
    id: 'why',
    title: words`WHY`,
    spoken: words``,
    width: 9,
    cell: () => span(words`exit 1`),
  };
  const [, row] = tableLines({
    columns: [...columns, why],
    rows: rows.slice(0, 1),
    ids: ['alpha'],
    list: { cursor: 'alpha', at: 0, top: 0, sort: null, marks: new Set() },
    room: SPOKEN_ROOM,
  });
  const cells = row && typeof row === 'object' && row.kind === 'row' ? row.cells : [];
  expect(cells.map(({ text }) => text)).toEqual(['alpha', 'exit 1', '0', 'x']);
});

it('draws the same from lines it remembers, wherever the cursor, the marks and the edges are', () => {
  const memory = createRowMemory();
  for (const width of [24, 40, 24]) {
    for (const [at, cursor] of ['alpha', 'beta', 'gamma', 'gone', 'delta', 'alpha'].entries()) {
      for (const marks of [[], ['alpha'], ['gamma', 'delta']]) {
        for (const focused of [true, false]) {
          const list = { cursor, at: at % 4, top: 0, sort: null, marks: new Set(marks) };
          for (const by of [null, 0, 2]) {
            const change = { list, width, focused, sideways: { stay: 1, by } };
            expect(drawn({ ...change, memory })).toEqual(drawn(change));
          }
        }
      }
    }
  }
});

it('composes a line once while its inputs are the same', () => {
  const memory = createRowMemory();
  const columns = [{}];
  let composed = 0;
  const line = (of: unknown, name: string) =>
    memory.line(of, name, () => {
      composed += 1;
      return `${name} ${composed}` as Styled;
    });
  expect([line(columns, 'a'), line(columns, 'b'), line(columns, 'a')]).toEqual([
    'a 1',
    'b 2',
    'a 1',
  ]);
  expect(line([{}], 'a')).toBe('a 3');
});

it('caches a bounded number of lines', () => {
  const memory = createRowMemory();
  const first = memory.line(memory, '0', () => 'first' as Styled);
  for (let at = 1; at <= 1000; at += 1) memory.line(memory, String(at), () => '' as Styled);
  expect(memory.line(memory, '0', () => 'again' as Styled)).not.toBe(first);
});
