import { memoizeEach } from '../text/memoize.ts';
import { type Printable, words } from '../text/printable.ts';
import { SPOKEN_ROOM } from '../text/spoken.ts';
import { width } from '../text/width.ts';
import { type Line, lineWidth, type Span } from './line.ts';
import { textOf } from './spoken.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: Printable;
  /** The spoken title; empty if the values need none. */
  readonly spoken?: Printable;
  /** The title for a width, if it depends on it. */
  heading?(width: number): Printable;
  /** A chart: never inverted, and spoken only through `spokenCell`. */
  readonly isGraphic?: true;
  /** A reading that changes with every poll. */
  readonly live?: true;
  readonly width: number;
  /** Preferred width; `extra` columns are shown only if all others have theirs. */
  readonly enough?: number;
  /** Maximum width before other columns grow; `enough` by default. */
  readonly most?: number;
  /** Share of spare room; 0 or absent keeps `enough`. */
  readonly grow?: number;
  readonly align?: 'left' | 'right';
  /** In a narrow table, the column with the highest number leaves first; without one it stays. */
  readonly leaves?: number;
  readonly extra?: true;
  /** Whether it has nothing to show for a row. If so for all rows, it leaves first. */
  isQuiet?(row: Row): boolean;
  /** The content for `width` cells; longer content is cut. */
  cell(row: Row, width: number): Span | Line;
  /** The spoken content, if it differs. */
  spokenCell?(row: Row): Span | Line;
  /** Sort key; columns without one are not sortable. */
  sortBy?(row: Row): string | number;
}

/** A column with a minimum width; `shows` is its cell, or all other properties. */
export const column = <Row>(
  id: string,
  title: Printable,
  width: number,
  shows: Column<Row>['cell'] | Omit<Column<Row>, 'id' | 'title' | 'width'>,
): Column<Row> => ({
  id,
  title,
  width,
  ...(typeof shows === 'function' ? { cell: shows } : shows),
});

export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly width: number;
  readonly apart?: number;
}

/** Columns for cursor and marks. */
export const MARKER = 2;
export const BETWEEN = 2;

type WidthOf<Row> = (column: Column<Row>) => number;

const enoughOf = <Row>({ width: least, enough = least }: Column<Row>): number =>
  Math.max(least, enough);

const needed = <Row>(
  columns: readonly Column<Row>[],
  widthOf: WidthOf<Row>,
  apart = BETWEEN,
): number =>
  MARKER +
  columns.reduce((sum, column) => sum + widthOf(column), 0) +
  apart * Math.max(0, columns.length - 1);

/** Removes columns that `may` leave, in their order, until the rest fits. */
function fitting<Row>(
  all: readonly Column<Row>[],
  room: number,
  widthOf: WidthOf<Row>,
  may: (column: Column<Row>) => boolean,
): readonly Column<Row>[] {
  let kept = all;
  while (needed(kept, widthOf) > room) {
    const leaving = kept.reduce<Column<Row> | undefined>(
      (worst, column) =>
        may(column) && column.leaves !== undefined && column.leaves >= (worst?.leaves ?? 0)
          ? column
          : worst,
      undefined,
    );
    if (!leaving) break;
    kept = kept.filter((column) => column !== leaving);
  }
  return kept;
}

/** Maximum width of a column: text of the service may be endless. */
const MAX_WIDTH = 1000;

/** Width of a growing column that shows its rows whole; measuring stops beyond `room`. */
function wholeWidth<Row>(column: Column<Row>, rows: readonly Row[], room: number): number {
  let most = column.width;
  for (const row of rows) {
    if (most > room) break;
    most = Math.max(most, lineWidth(cellLine({ column, width: MAX_WIDTH }, row)));
  }
  return most;
}

/**
 * The columns that fit into `room`, with widths. Quiet columns leave so that others are shown whole, extra ones so that
 * others have enough, then any that may.
 */
export function placeColumns<Row>(
  all: readonly Column<Row>[],
  room: number,
  rows: readonly Row[] = [],
): readonly PlacedColumn<Row>[] {
  const quiet = new Set(all.filter(({ isQuiet }) => isQuiet && rows.every(isQuiet)));
  const whole = memoizeEach((column: Column<Row>) =>
    column.grow ? wholeWidth(column, rows, room) : (column.most ?? enoughOf(column)),
  );
  const telling = quiet.size === 0 ? all : fitting(all, room, whole, (column) => quiet.has(column));
  const basic = fitting(telling, room, enoughOf, ({ extra }) => extra === true);
  const least = ({ width: own }: Column<Row>) => own;
  const fit = fitting(basic, room, least, (column) => quiet.has(column));
  const kept = fitting(fit, room, least, () => true);
  return shared(kept, room);
}

/** Width in which all columns have enough. */
export const wantedWidth = <Row>(all: readonly Column<Row>[]): number => needed(all, enoughOf);

/** Rows with cut cells, in full, named by their first cell. `except`: a row that is shown in full elsewhere. */
export function cutCells<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number,
  except?: Row,
): readonly { readonly name: Printable; readonly value: Printable }[] {
  const placed = placeColumns(columns, room, rows);
  const [first] = placed;
  const whole = ({ column }: PlacedColumn<Row>, row: Row) =>
    cellLine({ column, width: MAX_WIDTH }, row);
  return rows.flatMap((row) => {
    if (row === except) return [];
    const cut = placed.filter(
      (each) => !each.column.isGraphic && lineWidth(whole(each, row)) > each.width,
    );
    if (!first || cut.length === 0) return [];
    const values = cut.filter((each) => each !== first).map((each) => textOf(whole(each, row)));
    return [{ name: textOf(whole(first, row)), value: values.join(words`  `) as Printable }];
  });
}

/** Blanks between columns when one has less than enough. */
const CLOSE = 1;

/** Distributes spare room: to columns below `enough`, then below `most`, then by `grow`. */
function shared<Row>(kept: readonly Column<Row>[], room: number): readonly PlacedColumn<Row>[] {
  const apart = needed(kept, enoughOf) > room ? CLOSE : BETWEEN;
  let spare = Math.max(0, room - needed(kept, ({ width: least }) => least, apart));
  const widths = new Map<Column<Row>, number>();
  // Growing text columns come before names.
  for (const column of kept.toSorted((a, b) => (b.grow ?? 0) - (a.grow ?? 0))) {
    const more = Math.min(spare, enoughOf(column) - column.width);
    spare -= more;
    widths.set(column, column.width + more);
  }
  for (const column of kept) {
    const own = widths.get(column) ?? column.width;
    const more = Math.min(spare, Math.max(0, (column.most ?? own) - own));
    spare -= more;
    widths.set(column, own + more);
  }
  let sharesLeft = kept.reduce((sum, { grow = 0 }) => sum + grow, 0);
  return kept.map((column) => {
    const share = column.grow ?? 0;
    const extra = sharesLeft > 0 ? Math.floor((spare * share) / sharesLeft) : 0;
    spare -= extra;
    sharesLeft -= share;
    return { column, width: (widths.get(column) ?? column.width) + extra, apart };
  });
}

const isLine = (cell: Span | Line): cell is Line => Array.isArray(cell);
const asLine = (cell: Span | Line): Line => (isLine(cell) ? cell : [cell]);

export const cellLine = <Row>({ column, width }: PlacedColumn<Row>, row: Row): Line =>
  asLine(column.cell(row, width));

export const spokenCell = <Row>(column: Column<Row>, row: Row): Line =>
  asLine(column.spokenCell?.(row) ?? column.cell(row, SPOKEN_ROOM.columns));

/** Sideways scrolling of a table. */
export interface Sideways {
  /** Number of fixed first columns; fewer if they would take more than half of the room. */
  readonly stay: number;
  /** Scroll offset in terminal columns; null while not scrolled. */
  readonly by: number | null;
}

interface UnfoldFacts<Row> {
  readonly columns: readonly Column<Row>[];
  /** Rows on screen, which decide the widths. */
  readonly rows: readonly Row[];
  readonly width: number;
  readonly stay: number;
}

const taken = <Row>(placed: readonly PlacedColumn<Row>[]): number =>
  placed.reduce((sum, { width: room }) => sum + room, 0) + BETWEEN * Math.max(0, placed.length - 1);

/** A table with its columns as wide as their content, for scrolling. */
export function unfold<Row>({ columns, rows, width: all, stay }: UnfoldFacts<Row>) {
  const held = ({ column, width: room }: PlacedColumn<Row>): number =>
    rows.reduce(
      (most, row) => Math.max(most, lineWidth(cellLine({ column, width: room }, row))),
      width(column.title),
    );
  const fitted = placeColumns(columns, all, rows);
  // Columns that do not grow keep their width.
  const usual = (column: Column<Row>) =>
    fitted.find((each) => each.column === column)?.width ?? enoughOf(column);
  const unfolded = columns.map((column) => ({
    column,
    width: column.grow
      ? Math.min(MAX_WIDTH, Math.max(column.width, held({ column, width: MAX_WIDTH })))
      : usual(column),
  }));
  let count = Math.min(stay, columns.length);
  while (count > 1 && MARKER + taken(unfolded.slice(0, count)) > all / 2) count -= 1;
  const staying = unfolded.slice(0, count);
  const scrolled = unfolded.slice(count);
  return {
    staying,
    scrolled,
    /** Columns of the terminal that the scrolled ones have, and that they need. */
    room: Math.max(0, all - MARKER - taken(staying) - BETWEEN),
    reach: taken(scrolled),
    /** Where each scrolled column begins. */
    starts: scrolled.map((_, at) => (at === 0 ? 0 : taken(scrolled.slice(0, at)) + BETWEEN)),
    /** Whether something is missing or cut where the columns are drawn as they fit. */
    lacks:
      fitted.length < columns.length ||
      fitted.some(
        ({ column, width: room }, at) => room < (unfolded[at]?.width ?? 0) && column.grow,
      ),
  };
}

const MIN_STEP = 8;

/**
 * The scroll offset after a key: at most half of the room, to the start of a column if possible; the first step unfolds
 * the columns. Undefined at the end.
 */
export function scrolledTo(
  { room, reach, starts, lacks }: Omit<ReturnType<typeof unfold>, 'staying' | 'scrolled'>,
  by: number | null,
  to: 'left' | 'right',
): number | null | undefined {
  const step = Math.max(MIN_STEP, Math.floor(room / 2));
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
