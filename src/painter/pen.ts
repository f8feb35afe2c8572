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

/** Moves within a row; `from` is undefined if uncertain. */
function sideways(from: number | undefined, to: number): string {
  if (from === to) return '';
  if (to === 0) return '\r';
  const absolute = counted(to + 1, 'G');
  if (from === undefined) return absolute;
  const distance = to - from;
  if (distance < 0 && -distance <= 3) return '\b'.repeat(-distance);
  const relative = distance > 0 ? counted(distance, 'C') : counted(-distance, 'D');
  // At equal cost the absolute move, which does not depend on the previous position.
  return relative.length < absolute.length ? relative : absolute;
}

/** Moves between rows, through column 0 if shorter. */
function between(row: number, column: number | undefined, toRow: number, toColumn: number): string {
  const absolute = toColumn === 0 ? counted(toRow + 1, 'H') : `${CSI}${toRow + 1};${toColumn + 1}H`;
  const down = toRow - row;
  const candidates = [counted(Math.abs(down), down > 0 ? 'B' : 'A') + sideways(column, toColumn)];
  // The target row exists, so the line feed cannot scroll the screen.
  if (down > 0 && down <= 4) candidates.push(`\r${'\n'.repeat(down)}${sideways(0, toColumn)}`);
  return candidates.reduce((best, next) => (next.length < best.length ? next : best), absolute);
}

/** A pen at an unknown position; `style` is the terminal's, `links` are by number. */
export function createPen(columns: number, style: Style, links: readonly string[]) {
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
  /** Erased and inserted cells take the background, and on some terminals the link: removes both. */
  const withoutBackground = () => {
    if (backgroundOf(current) >= 0 || current & (INVERSE | UNDERLINE)) setStyle(PLAIN);
    else setStyle(withLink(current, 0));
  };

  return {
    /** Moves to a cell with the fewest bytes. */
    moveTo(toRow: number, toColumn: number) {
      if (row === undefined) bytes += `${CSI}${toRow + 1};${toColumn + 1}H`;
      else if (row === toRow) bytes += sideways(column, toColumn);
      else bytes += between(row, column, toRow, toColumn);
      row = toRow;
      column = toColumn;
    },
    /** The pen's column if it is certainly in `row`. */
    columnIn: (toRow: number) => (row === toRow ? column : undefined),
    /** Bytes of a move `distance` columns to the right. */
    forwardCost: (distance: number) => (distance === 1 ? 3 : 3 + String(distance).length),
    get style() {
      return current;
    },
    setStyle,
    /** Writes `text`, which is `wide` columns wide and ends within the row, in the current style. */
    write(text: Printable, wide: number) {
      bytes += text;
      if (column === undefined) return;
      column += wide;
      // Terminals differ in the cursor position after a write to the last column.
      if (column >= columns) column = undefined;
    },
    /** The column is uncertain: the text may be wider or narrower than assumed. */
    doubt() {
      column = undefined;
    },
    /** Blanks `count` cells without moving. */
    erase(count: number) {
      withoutBackground();
      bytes += counted(count, 'X');
    },
    /** Blanks the rest of the row without moving. */
    eraseToEnd() {
      withoutBackground();
      bytes += `${CSI}K`;
    },
    clear() {
      setStyle(PLAIN);
      bytes += `${CSI}H${CSI}J`;
      row = 0;
      column = 0;
    },
    /** Removes `count` rows at the cursor; rows below move up. */
    deleteRows(count: number) {
      withoutBackground();
      bytes += counted(count, 'M');
    },
    /** Inserts `count` empty rows at the cursor; rows below move down. */
    insertRows(count: number) {
      withoutBackground();
      bytes += counted(count, 'L');
    },
    get bytes() {
      return bytes;
    },
  };
}

/**
 * The known cursor position, and the bytes that move it. Rows and columns count from 0. An uncertain position is
 * undefined and makes the next move absolute.
 */
export type Pen = ReturnType<typeof createPen>;

const ATTRIBUTES = BOLD | DIM | ITALIC | UNDERLINE | INVERSE;

const OFF: readonly { readonly bits: Style; readonly off: string }[] = [
  { bits: BOLD | DIM, off: '22;' },
  { bits: ITALIC, off: '23;' },
  { bits: UNDERLINE, off: '24;' },
  { bits: INVERSE, off: '27;' },
];

/** SGR parameters from one style to another without a reset. Avoids arrays, since a frame needs hundreds. */
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

/** The shortest SGR from one style to another; empty if equal. */
export function restyle(from: Style, to: Style): string {
  if (from === to) return '';
  if (to === PLAIN) return '\u001b[m';
  const delta = changes(from, to);
  // An empty first parameter means 0: reset, then what `to` needs.
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

/** Writes the cells `from..to` (glyphs of printable text, see `parseRow`) with as few style changes as possible. */
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

/** Whether rewriting the unchanged cells `from..to` is shorter than jumping over them. */
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

/** The first column from `column` to `end` that differs. */
function nextDifferent(before: GridRow, after: GridRow, column: number, end: number): number {
  let at = column;
  while (at < end && sameAt(before, after, at)) at++;
  return at;
}

/** The end of the blanks at `column`, without trailing ones that are already there. */
function blanksEnd(before: GridRow, after: GridRow, column: number, end: number): number {
  let needed = column;
  for (let at = column; at < end && isBlankAt(after, at); at++) {
    if (!sameAt(before, after, at)) needed = at + 1;
  }
  return needed;
}

/** Whether erasing blanks and moving over them is shorter than writing them. */
const worthErasing = (pen: Pen, blanks: number): boolean => blanks > 2 * pen.forwardCost(blanks);

/** The end of the cells from `column` to write in one go: where the rows are equal again, or many blanks begin. */
function runEnd(pen: Pen, before: GridRow, after: GridRow, column: number, end: number): number {
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
 * Paints a row whose widths terminals may see differently: from an empty row, with an absolute column after each
 * doubtful grapheme, so that the rest is in place.
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

/** Changes row `y` from `before` to `after` with few bytes. */
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
  // The further column of a changed wide grapheme may look unchanged, but belongs to it.
  last += columnsAt(after, last) - 1;
  const tail = Math.max(first, tailOf(after));
  // Three bytes erase the rest of a row of any length.
  const eraseTail = last - tail >= 3;
  const end = eraseTail ? tail : last + 1;

  /** The pen's column in this row, unless something was erased there since. */
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
      const stop = runEnd(pen, before, after, column, end);
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
