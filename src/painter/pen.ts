import type { Printable } from '../text/printable.ts';
import {
  BOLD,
  background,
  backgroundOf,
  DIM,
  foreground,
  foregroundOf,
  INVERSE,
  ITALIC,
  linkOf,
  linkSequence,
  PLAIN,
  type Style,
  sgrParameters,
  UNDERLINE,
  withLink,
} from '../text/style.ts';
import { doubtful } from '../text/width.ts';
import type { GridRow } from './grid.ts';
import { COVERED, columnsAt, isBlankAt, sameAt, styleOnBlank, textAt } from './grid.ts';

const CSI = '\u001b[';

const counted = (count: number, final: string): string =>
  `${CSI}${count === 1 ? '' : count}${final}`;

/** Sideways within a row; `from` is undefined when not certain. */
function sideways(from: number | undefined, to: number): string {
  if (from === to) return '';
  if (to === 0) return '\r';
  const absolute = counted(to + 1, 'G');
  if (from === undefined) return absolute;
  const distance = to - from;
  if (distance < 0 && -distance <= 3) return '\b'.repeat(-distance);
  const relative = distance > 0 ? counted(distance, 'C') : counted(-distance, 'D');
  // At equal cost the absolute move, which does not depend on the position before it.
  return relative.length < absolute.length ? relative : absolute;
}

/** From row to row; goes through column 0 where that is shorter. */
function between(row: number, column: number | undefined, toRow: number, toColumn: number): string {
  const absolute = toColumn === 0 ? counted(toRow + 1, 'H') : `${CSI}${toRow + 1};${toColumn + 1}H`;
  const down = toRow - row;
  const candidates = [counted(Math.abs(down), down > 0 ? 'B' : 'A') + sideways(column, toColumn)];
  // The target row exists, so the line feed cannot scroll the screen.
  if (down > 0 && down <= 4) candidates.push(`\r${'\n'.repeat(down)}${sideways(0, toColumn)}`);
  return candidates.reduce((best, next) => (next.length < best.length ? next : best), absolute);
}

/** A pen on a screen of `columns`, its position unknown, the terminal's style being `style`; `links` by their numbers. */
export function createPen(columns: number, style: Style, links: readonly string[] = []) {
  let bytes = '';
  let row: number | undefined;
  let column: number | undefined;
  let current = style;

  const setStyle = (next: Style) => {
    const link = linkOf(next);
    if (link !== linkOf(current)) bytes += linkSequence(links[link - 1] ?? '');
    bytes += restyle(withLink(current, 0), withLink(next, 0));
    current = next;
  };
  /** Erased and inserted cells take on the background, and the link on some terminals: see that there is none. */
  const withoutBackground = () => {
    if (backgroundOf(current) >= 0 || current & (INVERSE | UNDERLINE)) setStyle(PLAIN);
    else setStyle(withLink(current, 0));
  };

  return {
    /** Goes to a cell, the shortest way. */
    moveTo(toRow: number, toColumn: number) {
      if (row === undefined) bytes += `${CSI}${toRow + 1};${toColumn + 1}H`;
      else if (row === toRow) bytes += sideways(column, toColumn);
      else bytes += between(row, column, toRow, toColumn);
      row = toRow;
      column = toColumn;
    },
    /** The column that it is at, when it is certain that it is in `row`. */
    columnIn: (toRow: number) => (row === toRow ? column : undefined),
    /** How many bytes a move `distance` columns to the right takes. */
    forwardCost: (distance: number) => (distance === 1 ? 3 : 3 + String(distance).length),
    get style() {
      return current;
    },
    setStyle,
    /** Writes `text`, which is `columns` wide and ends within the row, in the style in force. */
    write(text: Printable, wide: number) {
      bytes += text;
      if (column === undefined) return;
      column += wide;
      // Terminals differ in where the cursor is after a write to the last column.
      if (column >= columns) column = undefined;
    },
    /** From here on the column is not certain: what was written may be wider or narrower than thought. */
    doubt() {
      column = undefined;
    },
    /** Blanks `columns` cells from here, the cursor staying. */
    erase(count: number) {
      withoutBackground();
      bytes += counted(count, 'X');
    },
    /** Blanks the rest of the row, the cursor staying. */
    eraseToEnd() {
      withoutBackground();
      bytes += `${CSI}K`;
    },
    /** Empties the screen. */
    clear() {
      setStyle(PLAIN);
      bytes += `${CSI}H${CSI}J`;
      row = 0;
      column = 0;
    },
    /** Removes `count` rows from the row of the cursor on; rows below move up. */
    deleteRows(count: number) {
      withoutBackground();
      bytes += counted(count, 'M');
    },
    /** Inserts `count` empty rows at the row of the cursor; rows below move down. */
    insertRows(count: number) {
      withoutBackground();
      bytes += counted(count, 'L');
    },
    /** What has been put down so far. */
    get bytes() {
      return bytes;
    },
  };
}

/**
 * The terminal's cursor as the painter knows it, and the bytes that move it. Rows and columns count
 * from 0. A position that is not certain is undefined and the next move is absolute.
 */
export type Pen = ReturnType<typeof createPen>;

const ATTRIBUTES = BOLD | DIM | ITALIC | UNDERLINE | INVERSE;

const OFF: readonly { readonly bits: Style; readonly off: string }[] = [
  { bits: BOLD | DIM, off: '22;' },
  { bits: ITALIC, off: '23;' },
  { bits: UNDERLINE, off: '24;' },
  { bits: INVERSE, off: '27;' },
];

/** Parameters that lead from one style to another without a reset. A frame asks for hundreds: no arrays. */
function changes(from: Style, to: Style): string {
  let parameters = '';
  let kept = from;
  if ((from & ~to & ATTRIBUTES) !== 0) {
    for (const { bits, off } of OFF) {
      if ((kept & bits & ~to) === 0) continue;
      parameters += off;
      kept &= ~bits;
    }
  }
  let added = to & ~(kept & ATTRIBUTES);
  const fore = foregroundOf(to);
  if (foregroundOf(from) === fore) added = foreground(-1, added);
  else if (fore < 0) parameters += '39;';
  const back = backgroundOf(to);
  if (backgroundOf(from) === back) added = background(-1, added);
  else if (back < 0) parameters += '49;';
  return added === PLAIN ? parameters.slice(0, -1) : parameters + sgrParameters(added);
}

/** The shortest SGR that puts a terminal in style `from` into style `to`; empty when they are one. */
export function restyle(from: Style, to: Style): string {
  if (from === to) return '';
  if (to === PLAIN) return '\u001b[m';
  const delta = changes(from, to);
  // An empty first parameter is a 0: reset, then what `to` needs.
  const fresh = `;${sgrParameters(to)}`;
  return `\u001b[${delta.length <= fresh.length ? delta : fresh}m`;
}

const SPACE = 0x20;
const LAST_SINGLE_UNIT = 0xffff;

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
