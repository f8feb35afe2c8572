import type { Printable } from '../text/printable.ts';
import { SPOKEN_ROOM } from '../text/spoken.ts';
import { width } from '../text/width.ts';
import { type Line, lineWidth, type Span } from './line.ts';

/** A column of a windowed table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: Printable;
  /** The title written out, for who hears it; empty where the values say enough by themselves. */
  readonly spoken?: Printable;
  /** A picture, of which nothing can be said. */
  readonly isGraphic?: true;
  /** A reading that is another one at every poll. */
  readonly live?: true;
  /** Columns of the terminal it needs. */
  readonly width: number;
  /** Its share of what is left over; 0 or absent keeps it at `width`. */
  readonly grow?: number;
  readonly align?: 'left' | 'right';
  /** When the table is narrow, the highest number leaves first; absent stays always. */
  readonly leaves?: number;
  /** Drawn into `width` cells; what is longer is cut. */
  cell(row: Row, width: number): Span | Line;
  /** What is spoken of it, where that is another thing than what is drawn. */
  spokenCell?(row: Row): Span | Line;
  /** What `O` sorts by; columns without it cannot be sorted by. */
  sortBy?(row: Row): string | number;
}

/** A column with the width it got. */
export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly width: number;
}

/** Left of the first column: where the cursor and the marks are. */
export const MARKER = 2;
/** Between two columns. */
export const BETWEEN = 2;

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

const isLine = (cell: Span | Line): cell is Line => Array.isArray(cell);
const asLine = (cell: Span | Line): Line => (isLine(cell) ? cell : [cell]);

/** What a column has to draw of a row. */
export const cellLine = <Row>({ column, width }: PlacedColumn<Row>, row: Row): Line =>
  asLine(column.cell(row, width));

/** What is spoken of a row in a column. */
export const spokenCell = <Row>(column: Column<Row>, row: Row): Line =>
  asLine(column.spokenCell?.(row) ?? column.cell(row, SPOKEN_ROOM.columns));

/** How a table that may be wider than its room is scrolled sideways. */
export interface Sideways {
  /** So many of the first columns stay; fewer where they would take more than half of the room. */
  readonly stay: number;
  /** Columns of the terminal that the others are scrolled by; null while all are drawn as they fit. */
  readonly by: number | null;
}

/** A table with its columns as wide as what they hold. */
interface Unfolded<Row> {
  readonly staying: readonly PlacedColumn<Row>[];
  readonly scrolled: readonly PlacedColumn<Row>[];
  /** Columns of the terminal that those which are scrolled have, and that they take. */
  readonly room: number;
  readonly reach: number;
  /** Where each of them begins. */
  readonly starts: readonly number[];
  /** Whether something is left out or cut where the columns are drawn as they fit. */
  readonly lacks: boolean;
}

/** What a table is unfolded from. */
interface UnfoldFacts<Row> {
  readonly columns: readonly Column<Row>[];
  /** Those on screen: the columns are as wide as what they hold. */
  readonly rows: readonly Row[];
  readonly width: number;
  readonly stay: number;
}

/** Nothing is unfolded farther than this: what the service sends may be without end. */
const WIDEST = 1000;

const taken = <Row>(placed: readonly PlacedColumn<Row>[]): number =>
  placed.reduce((sum, { width: room }) => sum + room, 0) + BETWEEN * Math.max(0, placed.length - 1);

export function unfold<Row>({ columns, rows, width: all, stay }: UnfoldFacts<Row>): Unfolded<Row> {
  const held = ({ column, width: room }: PlacedColumn<Row>): number =>
    rows.reduce(
      (most, row) => Math.max(most, lineWidth(cellLine({ column, width: room }, row))),
      width(column.title),
    );
  const unfolded = columns.map((column) => ({
    column,
    width: column.grow
      ? Math.min(WIDEST, Math.max(column.width, held({ column, width: WIDEST })))
      : column.width,
  }));
  let count = Math.min(stay, columns.length);
  while (count > 1 && MARKER + taken(unfolded.slice(0, count)) > all / 2) count -= 1;
  const staying = unfolded.slice(0, count);
  const scrolled = unfolded.slice(count);
  const fitted = placeColumns(columns, all);
  return {
    staying,
    scrolled,
    room: Math.max(0, all - MARKER - taken(staying) - BETWEEN),
    reach: taken(scrolled),
    starts: scrolled.map((_, at) => (at === 0 ? 0 : taken(scrolled.slice(0, at)) + BETWEEN)),
    lacks:
      fitted.length < columns.length ||
      fitted.some(
        ({ column, width: room }, at) => room < (unfolded[at]?.width ?? 0) && column.grow,
      ),
  };
}

/** Less than this is not worth a key. */
const LEAST_STEP = 8;

/**
 * What a table is scrolled by after a key: half of the room on at the most, to where a column begins if one
 * does on the way, the columns unfolded first; undefined when there is nothing on that side.
 */
export function scrolledTo<Row>(
  { room, reach, starts, lacks }: Omit<Unfolded<Row>, 'staying' | 'scrolled'>,
  by: number | null,
  to: 'left' | 'right',
): number | null | undefined {
  const step = Math.max(LEAST_STEP, Math.floor(room / 2));
  if (by === null) return to === 'right' && lacks ? 0 : undefined;
  if (to === 'left') {
    if (by === 0) return null;
    const least = Math.max(0, by - step);
    return starts.find((start) => start >= least && start < by) ?? least;
  }
  const most = reach - room;
  if (by >= most) return undefined;
  const next = starts.findLast((start) => start > by && start <= by + step) ?? by + step;
  return Math.min(next, most);
}
