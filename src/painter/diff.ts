import type { Style } from '../text/style.ts';
import { findScroll, type Scroll, scrolled } from './find-scroll.ts';
import { blankGrid, type Grid } from './grid.ts';
import { paintRow } from './paint-row.ts';
import { createPen, type Pen } from './pen.ts';
import type { Row } from './row.ts';

/** Lists, a tail and a sidebar may scroll in one frame; more is not worth looking for. */
const MOST_SCROLLS = 3;

export interface Painted {
  readonly bytes: string;
  /** The style the terminal is left in. */
  readonly style: Style;
}

/** Moves a block of rows by deleting lines at one end of it and inserting at the other. */
function scroll(pen: Pen, { top, bottom, by }: Scroll, height: number): void {
  const count = Math.abs(by);
  const lower = bottom - count + 1;
  const removeAt = by > 0 ? top : lower;
  const insertAt = by > 0 ? lower : top;
  // What is inserted or removed at the very bottom happens by itself.
  const reachesBottom = bottom === height - 1;
  if (by > 0 || !reachesBottom) {
    pen.moveTo(removeAt, 0);
    pen.deleteRows(count);
  }
  if (by < 0 || !reachesBottom) {
    pen.moveTo(insertAt, 0);
    pen.insertRows(count);
  }
}

/**
 * The bytes that turn a screen showing `before` into one showing `after`, the terminal being in `style`.
 * Without `before` the screen is emptied first. The cursor may be anywhere. Both grids have one size.
 */
export function diff(before: Grid | undefined, after: Grid, style: Style): Painted {
  const pen = createPen(after.columns, style);
  const height = after.rows.length;
  let rows: readonly Row[];
  if (before) {
    rows = before.rows;
    for (let i = 0; i < MOST_SCROLLS; i++) {
      const found = findScroll(rows, after.rows);
      if (!found) break;
      scroll(pen, found, height);
      rows = scrolled(rows, found);
    }
  } else {
    pen.clear();
    rows = blankGrid({ columns: after.columns, rows: height }).rows;
  }
  for (const [y, row] of after.rows.entries()) paintRow(pen, y, rows[y] ?? row, row);
  return { bytes: pen.bytes, style: pen.style };
}
