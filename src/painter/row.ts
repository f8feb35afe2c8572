import { toAscii } from '../text/ascii.ts';
import { isSimple } from '../text/characters.ts';
import { type Printable, printable } from '../text/printable.ts';
import {
  BOLD,
  backgroundOf,
  DIM,
  foreground,
  INVERSE,
  ITALIC,
  PLAIN,
  type Style,
  UNDERLINE,
} from '../text/style.ts';
import type { Dress } from '../text/themes.ts';
import { doubtful, graphemes, width } from '../text/width.ts';
import { applySgr } from './apply-sgr.ts';

const SPACE = 0x20;
const ESC = '\u001b';
const SGR = /\u001b\[([\d;]*)m/y;

/** Glyph of the columns behind the first of a wide grapheme. */
export const COVERED = 0;

/** One row of the screen. Immutable: the painter compares rows by reference first. */
export interface Row {
  /** One a column: a code point, {@link COVERED}, or `-1 - n` for `clusters[n]`. */
  readonly glyphs: Int32Array;
  /** One a column; of a blank only what is visible on it. */
  readonly styles: Int32Array;
  /** Graphemes of more than one code point. */
  readonly clusters: readonly Printable[];
  /** Holds a grapheme about whose width terminals may disagree. */
  readonly doubtful: boolean;
}

/** What of `style` can be seen on a space: nothing of its foreground unless inverse or underlined. */
export function styleOnBlank(style: Style): Style {
  if (style & (INVERSE | UNDERLINE)) return style;
  return backgroundOf(style) < 0 ? PLAIN : foreground(-1, style) & ~(BOLD | DIM | ITALIC);
}

/** An empty row. */
export const blankRow = (columns: number): Row => ({
  glyphs: new Int32Array(columns).fill(SPACE),
  styles: new Int32Array(columns),
  clusters: [],
  doubtful: false,
});

/** The text of the grapheme that begins at `column`. */
export function textAt(row: Row, column: number): Printable {
  const glyph = row.glyphs[column] ?? SPACE;
  if (glyph < 0) return row.clusters[-1 - glyph] ?? (' ' as Printable);
  return String.fromCodePoint(glyph) as Printable;
}

/** How many columns the grapheme that begins at `column` takes. */
export function columnsAt(row: Row, column: number): number {
  let end = column + 1;
  while (row.glyphs[end] === COVERED) end++;
  return end - column;
}

/** Whether nothing stands at `column`, not even a background. */
export const isBlankAt = (row: Row, column: number): boolean =>
  row.glyphs[column] === SPACE && row.styles[column] === PLAIN;

/** Whether two rows look the same at `column`. */
export function sameAt(one: Row, other: Row, column: number): boolean {
  const glyph = one.glyphs[column] ?? SPACE;
  if (one.styles[column] !== other.styles[column]) return false;
  if (glyph >= 0) return glyph === other.glyphs[column];
  return (other.glyphs[column] ?? SPACE) < 0 && textAt(one, column) === textAt(other, column);
}

/**
 * One line of a frame as a row of `columns` cells. The line begins plain; SGR that `text/style` can make
 * is understood, and everything else that is not plain text, sequences included, is drawn as pictures.
 * What does not fit is left out; a wide grapheme is never split.
 *
 * @param dress what each style is on the terminal
 * @param ascii whether the terminal has no other characters
 */
export function parseRow(line: string, columns: number, dress: Dress, ascii = false): Row {
  const { glyphs, styles } = blankRow(columns);
  styles.fill(styleOnBlank(dress(PLAIN)));
  const clusters: Printable[] = [];
  let anyDoubtful = false;
  let column = 0;
  let style = PLAIN;

  const put = (glyph: number, wide: number, styleHere: Style) => {
    glyphs[column] = glyph;
    styles[column] = styleHere;
    for (let covered = column + 1; covered < column + wide; covered++) {
      glyphs[covered] = COVERED;
      styles[covered] = styleHere;
    }
    column += wide;
  };
  const putText = (text: Printable) => {
    const shown = dress(style);
    const onBlank = styleOnBlank(shown);
    if (isSimple(text)) {
      for (let i = 0; i < text.length && column < columns; i++) {
        const unit = ascii ? toAscii(text.charAt(i)).charCodeAt(0) : text.charCodeAt(i);
        put(unit, 1, unit === SPACE ? onBlank : shown);
      }
      return;
    }
    for (const grapheme of graphemes(text)) {
      const wide = width(grapheme);
      if (column + wide > columns) {
        column = columns;
        return;
      }
      if (ascii) {
        const unit = toAscii(grapheme).charCodeAt(0);
        for (let part = 0; part < wide; part++) put(unit, 1, unit === SPACE ? onBlank : shown);
        continue;
      }
      anyDoubtful ||= doubtful(grapheme);
      const codePoint = grapheme.codePointAt(0) ?? SPACE;
      const single = String.fromCodePoint(codePoint).length === grapheme.length;
      put(
        single ? codePoint : -clusters.push(grapheme),
        wide,
        codePoint === SPACE && single ? onBlank : shown,
      );
    }
  };

  for (let at = 0; at < line.length && column < columns; ) {
    SGR.lastIndex = at;
    const sequence = SGR.exec(line);
    const styled = sequence ? applySgr(style, sequence[1] ?? '') : undefined;
    if (sequence && styled !== undefined) {
      style = styled;
      at += sequence[0].length;
      continue;
    }
    const next = line.indexOf(ESC, at + 1);
    const end = next < 0 ? line.length : next;
    putText(printable(line.slice(at, end)));
    at = end;
  }
  return { glyphs, styles, clusters, doubtful: anyDoubtful };
}
