import { memoizeEach } from '../text/memoize.ts';
import { type Printable, words } from '../text/printable.ts';
import { SPOKEN_ROOM } from '../text/spoken.ts';
import { width } from '../text/width.ts';
import { type Line, lineWidth, type Span } from './line.ts';
import { textOf } from './spoken.ts';

/** A column of a windowed table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: Printable;
  /** The title written out, for who hears it; empty where the values say enough by themselves. */
  readonly spoken?: Printable;
  /** The title drawn into `width` cells, where it is another one at each. */
  heading?(width: number): Printable;
  /** A picture: it is never inverted, and only what `spokenCell` has of it is said. */
  readonly isGraphic?: true;
  /** A reading that is another one at every poll. */
  readonly live?: true;
  readonly width: number;
  /** What it should have, where it needs less; `extra` columns are shown only where all others have that. */
  readonly enough?: number;
  /** What it has where all have enough, before others grow; absent where that is enough. */
  readonly most?: number;
  /** Its share of what is left over; 0 or absent keeps it at `enough`. */
  readonly grow?: number;
  readonly align?: 'left' | 'right';
  /** When the table is narrow, the highest number leaves first; absent stays always. */
  readonly leaves?: number;
  readonly extra?: true;
  /** Whether it says nothing of a row: it leaves first where it does so of every row and something would be cut. */
  isQuiet?(row: Row): boolean;
  /** Drawn into `width` cells; what is longer is cut. */
  cell(row: Row, width: number): Span | Line;
  /** What is spoken of it, where that is another thing than what is drawn. */
  spokenCell?(row: Row): Span | Line;
  /** What `O` sorts by; columns without it cannot be sorted by. */
  sortBy?(row: Row): string | number;
}

/** A column of so many cells at the least; `shows` is what is drawn of a row, or that and what else is to be said of it. */
export const column = <Row>(
  id: string,
  title: Printable,
  width: number,
  shows: Column<Row>['cell'] | Omit<Column<Row>, 'id' | 'title' | 'width'>,
): Column<Row> => ({
  ...{ id, title, width },
  ...(typeof shows === 'function' ? { cell: shows } : shows),
});

export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly width: number;
  /** Blanks between it and the column before it; {@link BETWEEN} unless told. */
  readonly apart?: number;
}

/** Left of the first column: where the cursor and the marks are. */
export const MARKER = 2;
/** Between two columns. */
export const BETWEEN = 2;

type WidthOf<Row> = (column: Column<Row>) => number;

const enoughOf = <Row>({ width: least, enough = least }: Column<Row>): number =>
  Math.max(least, enough);

/** Cells that columns take side by side, each as wide as `widthOf` says. */
const needed = <Row>(
  columns: readonly Column<Row>[],
  widthOf: WidthOf<Row>,
  apart = BETWEEN,
): number =>
  MARKER +
  columns.reduce((sum, column) => sum + widthOf(column), 0) +
  apart * Math.max(0, columns.length - 1);

/** The columns without those that had to leave: of those that `may`, the ones that leave first, until the rest fits. */
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

/** Nothing is unfolded farther than this: what the service sends may be without end. */
const WIDEST = 1000;

/** What a column that grows would take to show its rows whole; where that is more than `room`, some of it that is more. */
function wholeWidth<Row>(column: Column<Row>, rows: readonly Row[], room: number): number {
  let most = column.width;
  for (const row of rows) {
    if (most > room) break;
    most = Math.max(most, lineWidth(cellLine({ column, width: WIDEST }, row)));
  }
  return most;
}

/**
 * Which columns fit into `room` cells and how wide each is. Those that are quiet of all `rows` leave so that the others
 * show all they have, the extra ones so that the others have enough, and then any that may so that the rest fits.
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

/** The columns of the terminal in which all columns have enough, whatever is in them. */
export const wantedWidth = <Row>(all: readonly Column<Row>[]): number => needed(all, enoughOf);

/**
 * What the cells of `rows` have cut where the columns have that room: by what their first cell says, each row whole.
 *
 * @param told a row of them that is said whole elsewhere
 */
export function cutCells<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number,
  told?: Row,
): readonly { readonly name: Printable; readonly value: Printable }[] {
  const placed = placeColumns(columns, room, rows);
  const [first] = placed;
  const whole = ({ column }: PlacedColumn<Row>, row: Row) =>
    cellLine({ column, width: WIDEST }, row);
  return rows.flatMap((row) => {
    if (row === told) return [];
    const cut = placed.filter(
      (each) => !each.column.isGraphic && lineWidth(whole(each, row)) > each.width,
    );
    if (!first || cut.length === 0) return [];
    const values = cut.filter((each) => each !== first).map((each) => textOf(whole(each, row)));
    return [{ name: textOf(whole(first, row)), value: values.join(words`  `) as Printable }];
  });
}

/** Between columns of which one has less than enough. */
const CLOSE = 1;

/** What is left over goes to those with less than enough, then to those with less than `most`, then to those that grow. */
function shared<Row>(kept: readonly Column<Row>[], room: number): readonly PlacedColumn<Row>[] {
  const apart = needed(kept, enoughOf) > room ? CLOSE : BETWEEN;
  let spare = Math.max(0, room - needed(kept, ({ width: least }) => least, apart));
  const widths = new Map<Column<Row>, number>();
  // The text that says why comes before names.
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

/** How a table that may be wider than its room is scrolled sideways. */
export interface Sideways {
  /** So many of the first columns stay; fewer where they would take more than half of the room. */
  readonly stay: number;
  /** Columns of the terminal that the others are scrolled by; null while all are drawn as they fit. */
  readonly by: number | null;
}

interface UnfoldFacts<Row> {
  readonly columns: readonly Column<Row>[];
  /** Those on screen: the columns are as wide as what they hold. */
  readonly rows: readonly Row[];
  readonly width: number;
  readonly stay: number;
}

const taken = <Row>(placed: readonly PlacedColumn<Row>[]): number =>
  placed.reduce((sum, { width: room }) => sum + room, 0) + BETWEEN * Math.max(0, placed.length - 1);

/** A table with its columns as wide as what they hold. */
export function unfold<Row>({ columns, rows, width: all, stay }: UnfoldFacts<Row>) {
  const held = ({ column, width: room }: PlacedColumn<Row>): number =>
    rows.reduce(
      (most, row) => Math.max(most, lineWidth(cellLine({ column, width: room }, row))),
      width(column.title),
    );
  const fitted = placeColumns(columns, all, rows);
  // What is to be seen stays as wide as it is.
  const usual = (column: Column<Row>) =>
    fitted.find((each) => each.column === column)?.width ?? enoughOf(column);
  const unfolded = columns.map((column) => ({
    column,
    width: column.grow
      ? Math.min(WIDEST, Math.max(column.width, held({ column, width: WIDEST })))
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

/** Less than this is not worth a key. */
const LEAST_STEP = 8;

/**
 * What a table is scrolled by after a key: half of the room on at most, to where a column begins if one
 * does on the way, the columns unfolded first; undefined when there is nothing on that side.
 */
export function scrolledTo(
  { room, reach, starts, lacks }: Omit<ReturnType<typeof unfold>, 'staying' | 'scrolled'>,
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
