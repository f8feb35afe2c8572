import { width } from '../text/width.ts';
import {
  BETWEEN,
  type Column,
  cellLine,
  MARKER,
  type PlacedColumn,
  placeColumns,
} from './column.ts';
import { lineWidth } from './line.ts';

/** How a table that may be wider than its room is scrolled sideways. */
export interface Sideways {
  /** So many of the first columns stay; fewer where they would take more than half of the room. */
  readonly stay: number;
  /** Columns of the terminal that the others are scrolled by; null while all are drawn as they fit. */
  readonly by: number | null;
}

/** A table with its columns as wide as what they hold. */
export interface Unfolded<Row> {
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
export interface UnfoldFacts<Row> {
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
