import { linkSequence } from '../text/link.ts';
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
  PLAIN,
  type Style,
  sgrParameters,
  UNDERLINE,
  withLink,
} from '../text/style.ts';

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
    /** The style in force. */
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
