import type { Printable } from '../text/printable.ts';
import type { Line, Span } from './line.ts';

/** A column of a windowed table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: Printable;
  /** The title written out, for who hears it; empty where the values say enough by themselves. */
  readonly spoken?: Printable;
  /** A picture, of which nothing can be said. */
  readonly picture?: true;
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

/** What a column has to draw of a row. */
export function cellLine<Row>({ column, width }: PlacedColumn<Row>, row: Row): Line {
  const cell = column.cell(row, width);
  return isLine(cell) ? cell : [cell];
}
