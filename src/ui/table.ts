import {
  type CursorPosition,
  cursorPlace,
  type IdList,
  idsOf,
  windowOf,
} from '../text/list-window.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Room, SpokenItem } from '../text/spoken.ts';
import type { Style } from '../text/style.ts';
import { cut, width } from '../text/width.ts';
import {
  BETWEEN,
  type Column,
  cellLine,
  MARKER,
  type PlacedColumn,
  placeColumns,
  type Sideways,
  spokenCell,
  unfold,
} from './columns.ts';
import {
  compose,
  cutLine,
  fitLine,
  gap,
  type Line,
  lineWithout,
  type RowContent,
  type Span,
  type Styled,
  span,
  trimmedLine,
  wrappedLine,
} from './line.ts';
import { spokenText, textOf } from './spoken.ts';
import { theme } from './theme.ts';

export { type Column, column } from './columns.ts';

interface TablePosition extends CursorPosition {
  readonly top: number;
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly marks: ReadonlySet<string>;
}

export const emptyLines = (why: Printable, columns: number): readonly Styled[] => [
  compose([], columns),
  ...wrappedLine([span(words`  ${why}`, theme.faint)], columns, MARKER).map((line) =>
    compose(line, columns),
  ),
];

export interface TableFacts<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly ids: IdList;
  readonly list: TablePosition;
  /** `rows` includes the header. */
  readonly room: Room;
  /** Whether the table receives keys; true by default. */
  readonly focused?: boolean;
  /** Absent without sideways scrolling. */
  readonly sideways?: Sideways;
  /** Caches lines between frames. Requires cells that depend only on `columns` and the row's id. */
  readonly memory?: RowMemory;
  head?(row: Row): Line | undefined;
  /** Shown if the cursor's row exists but is not listed. */
  readonly away?: Printable | undefined;
  /** The whole list, if `rows` is a part of it. */
  readonly whole?: {
    readonly length: number;
    /** Index of a row in the whole list, from 0; null if unknown. */
    indexOf(index: number): number | null;
  };
}

const joined = <Row>(
  placed: readonly PlacedColumn<Row>[],
  cell: (of: PlacedColumn<Row>, at: number) => Line,
): Line =>
  placed.flatMap((of, at) => [
    ...(at > 0 ? [gap(of.apart ?? BETWEEN)] : []),
    ...fitLine(cell(of, at), of.width, of.column.align),
  ]);

interface Arrangement<Row> {
  readonly placed: readonly PlacedColumn<Row>[];
  /** Scrolled columns; null without scrolling. */
  readonly scrolled: {
    readonly placed: readonly PlacedColumn<Row>[];
    readonly by: number;
    readonly room: number;
  } | null;
  /** Whether columns are hidden on each side. */
  readonly more: { readonly left: boolean; readonly right: boolean };
}

function arranged<Row>(facts: TableFacts<Row>, rows: readonly Row[]): Arrangement<Row> {
  const { columns, sideways } = facts;
  const all = facts.room.columns;
  const placed = placeColumns(columns, all, facts.rows);
  if (!sideways) return { placed, scrolled: null, more: { left: false, right: false } };
  const { staying, scrolled, room, reach, lacks } = unfold({
    columns,
    rows,
    width: all,
    ...sideways,
  });
  const { by } = sideways;
  if (by === null) return { placed, scrolled: null, more: { left: false, right: lacks } };
  return {
    placed: staying,
    scrolled: { placed: scrolled, by, room },
    more: { left: by > 0, right: by < reach - room },
  };
}

/** A line of cells, with the visible part of scrolled ones. */
function across<Row>(
  { placed, scrolled }: Arrangement<Row>,
  cell: (of: PlacedColumn<Row>, at: number) => Line,
  between: Line = [gap(BETWEEN)],
): Line {
  const line = joined(placed, cell);
  if (!scrolled) return line;
  const rest = joined(scrolled.placed, (of, at) => cell(of, placed.length + at));
  return [
    ...line,
    ...between,
    ...fitLine(trimmedLine(lineWithout(rest, scrolled.by)), scrolled.room),
  ];
}

/** The header: an underlined title and arrow for the sorted column, signs for hidden columns. */
function headerLine<Row>(
  arrangement: Arrangement<Row>,
  list: TablePosition,
  columns: number,
): Styled {
  const { left, right } = arrangement.more;
  const heads = across(
    arrangement,
    ({ column, width: room }) => {
      const sorted = list.sort?.column === column.id;
      const style: Style = sorted ? theme.heading : theme.faint;
      const title = column.heading?.(room) ?? titleIn(column, sorted ? room - 1 : room);
      return [
        span(sorted ? sortedTitle(title, list.sort?.descending ?? false, room) : title, style),
      ];
    },
    left ? [span(words`‹`, theme.key), gap(BETWEEN - 1)] : undefined,
  );
  const line = [gap(MARKER), ...heads];
  return compose(
    right ? [...fitLine(trimmedLine(line), columns - 1), span(words`›`, theme.key)] : line,
    columns,
  );
}

/** The title, or its whole word if it fits. */
function titleIn<Row>({ title, spoken = title }: Column<Row>, room: number): Printable {
  const word = spoken.toUpperCase() as Printable;
  return word.startsWith(title) && !word.includes(' ') && width(word) <= room ? word : title;
}

/** A title with its sort arrow; the title is cut if needed. */
function sortedTitle(title: Printable, descending: boolean, room: number): Printable {
  const arrow = descending ? words`▼` : words`▲`;
  return words`${cut(title.trimEnd() as Printable, room - 1)}${arrow}`;
}

/**
 * A row: markers and cells. The cursor's row is inverted if the table has the keys, except for charts, whose signs
 * would change meaning.
 */
function rowLine<Row>(
  arrangement: Arrangement<Row>,
  row: Row,
  cursor: 'none' | 'here' | 'dimmed',
  marked: boolean,
  columns: number,
  head?: Line,
): Styled {
  const charts = new Set<Span>();
  const cell = (of: PlacedColumn<Row>) => {
    const shown = cutLine(cellLine(of, row), of.width);
    if (of.column.isGraphic) for (const piece of shown) charts.add(piece);
    return shown;
  };
  const line: Line = [
    cursor === 'none' ? gap(1) : span(cursor === 'here' ? words`❯` : words`›`, theme.faint),
    marked ? span(words`•`, theme.special) : gap(1),
    ...(head ?? across(arrangement, cell)),
  ];
  if (cursor !== 'here') return compose(line, columns);
  return compose(
    fitLine(line, columns).map((piece) =>
      charts.has(piece) ? piece : span(piece.text, theme.selected),
    ),
    columns,
  );
}

const spokenTitle = <Row>({ spoken, title }: Column<Row>): string =>
  spoken || title.trim().toLowerCase();

/** The rows from `top` up to `end`, with their ids and places. */
const rowsBetween = <Row>({ rows, ids }: TableFacts<Row>, top: number, end: number) =>
  rows
    .slice(top, end)
    .map((row, index) => ({ row, id: ids.at(top + index) ?? '', at: top + index }));

/** The spoken table: a summary, then the visible rows with named columns. */
function spokenTable<Row>(facts: TableFacts<Row>): readonly SpokenItem[] {
  const { rows, ids, list, room, focused = true } = facts;
  const whole = facts.whole ?? { length: rows.length, indexOf: (index: number) => index };
  const [first, ...others] = facts.columns.filter(
    ({ isGraphic, spokenCell: inWords }) => !isGraphic || inWords,
  );
  // Columns without a spoken title, such as state and reason, come first.
  const [telling, titled] = [true, false].map((isTelling) =>
    others.filter((column) => (column.spoken === '') === isTelling),
  );
  const columns = [...(first ? [first] : []), ...(telling ?? []), ...(titled ?? [])];
  const sorted = columns.find(({ id }) => id === list.sort?.column);
  const order = list.sort?.descending ? 'descending' : 'ascending';
  const items: SpokenItem[] = [
    {
      kind: 'table',
      columns: columns.map(spokenTitle),
      rows: whole.length,
      sorted: sorted ? `${spokenTitle(sorted)}, ${order}` : '',
      marked: list.marks.size,
    },
  ];
  const place = cursorPlace(list, ids);
  const cursor = place.kind === 'none' ? -1 : place.index;
  if (place.kind === 'gone') items.push(spokenText(awayLine(facts), 'here'));
  // The items above take lines, too.
  const height = room.rows - items.length;
  const { top, end } = windowOf({ length: rows.length, height, top: list.top, cursor });
  for (const { row, id, at } of rowsBetween(facts, top, end)) {
    const index = whole.indexOf(at);
    items.push({
      kind: 'row',
      id: printable(id),
      at: index === null ? null : index + 1,
      of: whole.length,
      here: focused && place.kind === 'on' && place.index === at,
      marked: list.marks.has(id),
      cells: columns.map((column, number) => ({
        title: number === 0 ? '' : (column.spoken ?? spokenTitle(column)),
        text: textOf(spokenCell(column, row)).trim(),
        live: column.live === true,
      })),
    });
  }
  return items;
}

/** The lines of a table: header and visible rows, and a line in place of a vanished cursor row. */
export function tableLines<Row>(facts: TableFacts<Row>): readonly RowContent[] {
  if (facts.room.kind === 'spoken') return spokenTable(facts);
  const { rows, ids, list, focused = true } = facts;
  const { columns: width, rows: height } = facts.room;
  const place = cursorPlace(list, ids);
  const body = Math.max(0, height - 1);
  const current = place.kind === 'none' ? -1 : place.index;
  const { top, end } = windowOf({
    length: rows.length,
    height: body,
    top: list.top,
    cursor: current,
  });
  const arrangement = arranged(facts, rows.slice(top, end));
  const lines: Styled[] = [headerLine(arrangement, list, width)];
  for (const { row, id, at } of rowsBetween(facts, top, end)) {
    const here = place.kind === 'on' && place.index === at;
    const cursor = here ? (focused ? 'here' : 'dimmed') : 'none';
    const marked = list.marks.has(id);
    const composed = () => rowLine(arrangement, row, cursor, marked, width, facts.head?.(row));
    // Scrolled sideways, column widths depend on the visible rows.
    lines.push(
      facts.memory && !arrangement.scrolled
        ? facts.memory.line(facts.columns, `${width} ${cursor} ${marked} ${id}`, composed)
        : composed(),
    );
  }
  if (place.kind !== 'gone' || body === 0) return lines;
  lines.splice(1 + Math.max(0, place.index - top), 0, compose(awayLine(facts), width));
  return lines.slice(0, height);
}

/** The table of a whole list. `away`: as in {@link TableFacts} */
export const listTable = <Row extends { readonly id: string }>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  list: TablePosition,
  room: Room,
  away?: Printable,
): readonly RowContent[] => tableLines({ columns, rows, ids: idsOf(rows), list, room, away });

/** In place of the cursor's row, so that the cursor does not seem to be on a neighbour. */
const awayLine = ({
  away = words`Row no longer exists`,
}: Pick<TableFacts<never>, 'away'>): Line => [span(words`❯ ${away}`, theme.faint)];

export const sortsOf = <Row>(columns: readonly Column<Row>[]): readonly string[] =>
  columns.filter(({ sortBy }) => sortBy !== undefined).map(({ id }) => id);

/** The columns; the sorted one never leaves. */
export const withSorted = <Row>(
  columns: readonly Column<Row>[],
  sort: TablePosition['sort'],
): readonly Column<Row>[] =>
  columns.map((column) => {
    if (column.id !== sort?.column) return column;
    const { leaves: _, isQuiet: __, ...staying } = column;
    return staying;
  });

/** The rows in the selected order; unchanged without one. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: TablePosition['sort'],
): readonly Row[] {
  const column = sort && columns.find(({ id }) => id === sort.column);
  const sortBy = column?.sortBy;
  if (!sort || !sortBy) return rows;
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: sortBy(row) }))
    .sort((a, b) => {
      if (a.key === b.key) return 0;
      return (a.key < b.key ? -1 : 1) * direction;
    })
    .map(({ row }) => row);
}

/** Width of the longest text of `rows`, at least `least`. */
export const widestOf = <Row>(
  rows: readonly Row[],
  text: (row: Row) => Printable,
  least = 0,
): number => rows.reduce((most, row) => Math.max(most, width(text(row))), least);

export const widest = (texts: readonly Printable[], least = 0): number =>
  widestOf(texts, (text) => text, least);

const MAX_CACHED = 1000;

/** Between keys nearly all rows stay the same, and composing them takes a tenth of a frame. */
export function createRowMemory() {
  let made: unknown;
  let lines = new Map<string, Styled>();
  return {
    /** The cached line `name`, or a new one. `of`: what all lines depend on; a new value clears the cache. */
    line(of: unknown, name: string, compose: () => Styled) {
      if (of !== made || lines.size >= MAX_CACHED) {
        made = of;
        lines = new Map();
      }
      const known = lines.get(name);
      if (known !== undefined) return known;
      const line = compose();
      lines.set(name, line);
      return line;
    },
  };
}

export type RowMemory = ReturnType<typeof createRowMemory>;
