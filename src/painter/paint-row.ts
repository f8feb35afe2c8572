import type { Printable } from '../text/printable.ts';
import { PLAIN } from '../text/style.ts';
import { doubtful } from '../text/width.ts';
import {
  COVERED,
  columnsAt,
  type GridRow,
  isBlankAt,
  sameAt,
  styleOnBlank,
  textAt,
} from './grid.ts';
import type { Pen } from './pen.ts';

const SPACE = 0x20;
const LAST_SINGLE_UNIT = 0xffff;

/** Where the blank tail of `row` begins. */
function tailOf(row: GridRow): number {
  let end = row.glyphs.length;
  while (end > 0 && isBlankAt(row, end - 1)) end--;
  return end;
}

/**
 * Writes the cells `from..to` (whose glyphs come from printable text, see `parseRow`) from the pen's place on, changing
 * style as little as the cells allow.
 */
function writeCells(pen: Pen, row: GridRow, from: number, to: number): void {
  const { glyphs, styles } = row;
  let text = '';
  let start = from;
  let onBlank = styleOnBlank(pen.style);
  for (let column = from; column < to; column++) {
    const glyph = glyphs[column] ?? SPACE;
    if (glyph === COVERED) continue;
    const style = styles[column] ?? PLAIN;
    if (style !== pen.style && !(glyph === SPACE && style === onBlank)) {
      if (text !== '') pen.write(text as Printable, column - start);
      pen.setStyle(style);
      onBlank = styleOnBlank(style);
      text = '';
      start = column;
    }
    text +=
      glyph > 0 && glyph <= LAST_SINGLE_UNIT ? String.fromCharCode(glyph) : textAt(row, column);
  }
  if (text !== '') pen.write(text as Printable, to - start);
}

const utf8Length = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

/** Whether writing the unchanged cells `from..to` again is shorter than jumping over them. */
function cheaperToRewrite(pen: Pen, row: GridRow, from: number, to: number): boolean {
  let cost = 0;
  const limit = pen.forwardCost(to - from);
  const onBlank = styleOnBlank(pen.style);
  for (let column = from; column < to; column++) {
    const glyph = row.glyphs[column] ?? SPACE;
    const style = row.styles[column] ?? PLAIN;
    cost += utf8Length(glyph);
    if (glyph < 0 || cost >= limit) return false;
    if (style !== pen.style && !(glyph === SPACE && style === onBlank)) return false;
  }
  return true;
}

/** The first column from `column` on, up to `end`, where the rows look different. */
function nextDifferent(before: GridRow, after: GridRow, column: number, end: number): number {
  let at = column;
  while (at < end && sameAt(before, after, at)) at++;
  return at;
}

/** The end of the blanks that begin at `column`, without those at the end that are there already. */
function blanksEnd(before: GridRow, after: GridRow, column: number, end: number): number {
  let needed = column;
  for (let at = column; at < end && isBlankAt(after, at); at++) {
    if (!sameAt(before, after, at)) needed = at + 1;
  }
  return needed;
}

/** Whether erasing so many blanks and moving over them is shorter than writing them. */
const worthErasing = (pen: Pen, blanks: number): boolean => blanks > 2 * pen.forwardCost(blanks);

/**
 * The end of the cells from `column` on that are best written in one go: where the rows look the same
 * again, or many blanks begin.
 */
function stretchEnd(
  pen: Pen,
  before: GridRow,
  after: GridRow,
  column: number,
  end: number,
): number {
  let at = column + 1;
  for (; at < end; at++) {
    if (after.glyphs[at] === COVERED) continue;
    if (sameAt(before, after, at)) break;
    const blanksBegin = isBlankAt(after, at) && !isBlankAt(after, at - 1);
    if (blanksBegin && worthErasing(pen, blanksEnd(before, after, at, end) - at)) break;
  }
  return at;
}

/**
 * A row in which terminals may see other widths than we do: written anew from an empty row, with an
 * absolute column after every doubtful grapheme, so that at least the rest stands where it belongs.
 */
function paintDoubtfulRow(pen: Pen, y: number, row: GridRow): void {
  pen.moveTo(y, 0);
  pen.eraseToEnd();
  const end = tailOf(row);
  for (let column = 0; column < end; column += columnsAt(row, column)) {
    if (isBlankAt(row, column)) continue;
    pen.moveTo(y, column);
    writeCells(pen, row, column, column + columnsAt(row, column));
    if (doubtful(textAt(row, column))) pen.doubt();
  }
}

/** Turns row `y` of the screen from `before` into `after` with few bytes. */
export function paintRow(pen: Pen, y: number, before: GridRow, after: GridRow): void {
  if (before === after) return;
  const columns = after.glyphs.length;
  const first = nextDifferent(before, after, 0, columns);
  if (first === columns) return;
  if (before.doubtful || after.doubtful) {
    paintDoubtfulRow(pen, y, after);
    return;
  }

  let last = columns - 1;
  while (sameAt(before, after, last)) last--;
  const tail = Math.max(first, tailOf(after));
  // Three bytes erase the rest of a row, whatever its length.
  const eraseTail = last - tail >= 3;
  const end = eraseTail ? tail : last + 1;

  /** Where the pen stands in this row, when it does and nothing was erased there since. */
  let at = pen.columnIn(y);
  for (let column = first; column < end; ) {
    if (at !== undefined && at < column && cheaperToRewrite(pen, after, at, column)) {
      writeCells(pen, after, at, column);
    }
    pen.moveTo(y, column);
    const blanks = blanksEnd(before, after, column, end) - column;
    if (worthErasing(pen, blanks)) {
      pen.erase(blanks);
      column += blanks;
      at = undefined;
    } else {
      const stop = stretchEnd(pen, before, after, column, end);
      writeCells(pen, after, column, stop);
      column = stop;
      at = stop;
    }
    column = nextDifferent(before, after, column, end);
  }
  if (!eraseTail) return;
  pen.moveTo(y, tail);
  pen.eraseToEnd();
}
