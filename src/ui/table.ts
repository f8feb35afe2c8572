import { type CursorPosition, cursorPlace } from '../text/cursor.ts';
import { type Printable, words } from '../text/printable.ts';
import { INVERSE, type Style } from '../text/style.ts';
import { cut, width } from '../text/width.ts';
import { windowOf } from '../text/window.ts';
import { compose, cutLine, fitLine, gap, type Line, type Span, type Styled, span } from './line.ts';
import { theme } from './theme.ts';

/** A column of a windowed table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: Printable;
  /** Columns of the terminal it needs. */
  readonly width: number;
  /** Its share of what is left over; 0 or absent keeps it at `width`. */
  readonly grow?: number;
  readonly align?: 'left' | 'right';
  /** When the table is narrow, the highest number leaves first; absent stays always. */
  readonly leaves?: number;
  /** Drawn into `width` cells; what is longer is cut. */
  cell(row: Row, width: number): Span | Line;
  /** What `O` sorts by; columns without it cannot be sorted by. */
  sortBy?(row: Row): string | number;
}

/** A column with the width it got. */
export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly width: number;
}

const MARKER = 2;
const BETWEEN = 2;

/** Which columns fit into `columns` cells and how wide each is. */
export function placeColumns<Row>(
  all: readonly Column<Row>[],
  columns: number,
): readonly PlacedColumn<Row>[] {
  let kept = [...all];
  const needed = () =>
    MARKER + kept.reduce((sum, column) => sum + column.width, 0) + BETWEEN * (kept.length - 1);
  while (needed() > columns) {
    const leaving = kept.reduce<Column<Row> | undefined>(
      (worst, column) =>
        column.leaves !== undefined && column.leaves >= (worst?.leaves ?? 0) ? column : worst,
      undefined,
    );
    if (!leaving) break;
    kept = kept.filter((column) => column !== leaving);
  }
  const shares = kept.reduce((sum, column) => sum + (column.grow ?? 0), 0);
  let spare = Math.max(0, columns - needed());
  let sharesLeft = shares;
  return kept.map((column) => {
    const share = column.grow ?? 0;
    const extra = sharesLeft > 0 ? Math.floor((spare * share) / sharesLeft) : 0;
    spare -= extra;
    sharesLeft -= share;
    return { column, width: column.width + extra };
  });
}

/** Where the operator is in the table, as far as drawing needs to know. */
export interface TablePosition extends CursorPosition {
  readonly top: number;
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly marks: ReadonlySet<string>;
}

/** What a table is drawn from. */
export interface TableFacts<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The id of each row, in the same order. */
  readonly ids: readonly string[];
  readonly list: TablePosition;
  readonly width: number;
  /** Lines in all, the header among them. */
  readonly height: number;
  /** Whether keys go to this table. */
  readonly focused: boolean;
}

const isLine = (cell: Span | Line): cell is Line => Array.isArray(cell);

function cellLine(cell: Span | Line): Line {
  return isLine(cell) ? cell : [cell];
}

function inverted(line: Line): Line {
  return line.map(({ text, style }) => span(text, style | INVERSE));
}

/** The column heads; the sorted one is underlined and carries an arrow. */
export function headerLine<Row>(
  placed: readonly PlacedColumn<Row>[],
  list: TablePosition,
  columns: number,
): Styled {
  const line: Span[] = [gap(MARKER)];
  placed.forEach(({ column, width: room }, at) => {
    if (at > 0) line.push(gap(BETWEEN));
    const sorted = list.sort?.column === column.id;
    const style: Style = sorted ? theme.heading : theme.faint;
    const title = sorted
      ? sortedTitle(column.title, list.sort?.descending ?? false, room)
      : column.title;
    line.push(...fitLine([span(title, style)], room, column.align));
  });
  return compose(line, columns);
}

/** A title with the arrow of its order: where both do not fit, the title gives way. */
function sortedTitle(title: Printable, descending: boolean, room: number): Printable {
  const arrow = descending ? words`▼` : words`▲`;
  return words`${cut(title.trimEnd() as Printable, room - 1)}${arrow}`;
}

/** One row: marker, then the cells. The cursor inverts its first cell only: a line the link hardly feels. */
function rowLine<Row>(
  placed: readonly PlacedColumn<Row>[],
  row: Row,
  cursor: 'none' | 'here' | 'dimmed',
  marked: boolean,
  columns: number,
): Styled {
  const line: Span[] = [
    cursor === 'none' ? gap(1) : span(words`❯`, cursor === 'here' ? theme.key : theme.faint),
    marked ? span(words`•`, theme.special) : gap(1),
  ];
  placed.forEach(({ column, width: room }, at) => {
    if (at > 0) line.push(gap(BETWEEN));
    const cell = cutLine(cellLine(column.cell(row, room)), room);
    line.push(
      ...fitLine(at === 0 && cursor === 'here' ? inverted(cell) : cell, room, column.align),
    );
  });
  return compose(line, columns);
}

/** The table's lines: header, then the visible rows; where the cursor's row vanished, a line says so. */
export function tableLines<Row>(facts: TableFacts<Row>): readonly Styled[] {
  const { rows, ids, list, focused } = facts;
  const placed = placeColumns(facts.columns, facts.width);
  const place = cursorPlace(list, ids);
  const body = Math.max(0, facts.height - 1);
  const cursor = place.kind === 'none' ? -1 : place.index;
  const { top, end } = windowOf({ length: rows.length, height: body, top: list.top, cursor });
  const lines: Styled[] = [headerLine(placed, list, facts.width)];
  for (let at = top; at < end; at += 1) {
    const row = rows[at];
    const id = ids[at];
    if (row === undefined || id === undefined) continue;
    const here = place.kind === 'on' && place.index === at;
    lines.push(
      rowLine(
        placed,
        row,
        here ? (focused ? 'here' : 'dimmed') : 'none',
        list.marks.has(id),
        facts.width,
      ),
    );
  }
  if (place.kind !== 'gone' || body === 0) return lines;
  lines.splice(1 + Math.max(0, place.index - top), 0, compose(GONE, facts.width));
  return lines.slice(0, facts.height);
}

/** Stands where the cursor's row was, so that it is not taken to be on a neighbour. */
const GONE: Line = [span(words`❯ gone · j and k move on`, theme.faint)];

/** Rows in the order the list asks for; `by` in its own order when it asks for none. */
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

/** The widest of `texts`, at least `least`. */
export const widest = (texts: readonly Printable[], least = 0): number =>
  texts.reduce((most, text) => Math.max(most, width(text)), least);
