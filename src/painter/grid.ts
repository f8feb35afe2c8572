import { isSimple, type Printable, printable, toAscii } from '../text/printable.ts';
import {
  addressOf,
  BOLD,
  background,
  backgroundOf,
  DIM,
  foreground,
  INVERSE,
  ITALIC,
  LINK,
  MAX_LINKS,
  PLAIN,
  type Style,
  UNDERLINE,
  withLink,
} from '../text/style.ts';
import type { Palette } from '../text/themes.ts';
import { doubtful, graphemes, width } from '../text/width.ts';

const SPACE = 0x20;
const ESC = '\u001b';
const SGR = /\u001b\[[\d;]*m/y;

/** Glyph of the further columns of a wide grapheme. */
export const COVERED = 0;

/** One row of the screen. Immutable, since rows are compared by reference first. */
export interface GridRow {
  /** Per column: a code point, {@link COVERED}, or `-1 - n` for `clusters[n]`. */
  readonly glyphs: Int32Array;
  /** Per column; for a blank only what is visible on it. */
  readonly styles: Int32Array;
  /** Graphemes of more than one code point. */
  readonly clusters: readonly Printable[];
  /** Has a grapheme about whose width terminals may disagree. */
  readonly doubtful: boolean;
}

/** The part of `style` visible on a space: no foreground unless inverse or underlined. */
export function styleOnBlank(style: Style): Style {
  if (style & (INVERSE | UNDERLINE)) return style;
  return backgroundOf(style) < 0 ? PLAIN : foreground(-1, style) & ~(BOLD | DIM | ITALIC);
}

/** Numbers link addresses; 0 if the terminal has no links or no number is left. */
type LinkNumbers = (address: string) => number;

const NO_LINKS: LinkNumbers = () => 0;

export const blankRow = (columns: number): GridRow => ({
  glyphs: new Int32Array(columns).fill(SPACE),
  styles: new Int32Array(columns),
  clusters: [],
  doubtful: false,
});

export function textAt(row: GridRow, column: number): Printable {
  const glyph = row.glyphs[column] ?? SPACE;
  if (glyph < 0) return row.clusters[-1 - glyph] ?? (' ' as Printable);
  return String.fromCodePoint(glyph) as Printable;
}

/** Columns of the grapheme at `column`. */
export function columnsAt(row: GridRow, column: number): number {
  let end = column + 1;
  while (row.glyphs[end] === COVERED) end++;
  return end - column;
}

/** Whether `column` is blank, without a background. */
export const isBlankAt = (row: GridRow, column: number): boolean =>
  row.glyphs[column] === SPACE && row.styles[column] === PLAIN;

export function sameAt(one: GridRow, other: GridRow, column: number): boolean {
  const glyph = one.glyphs[column] ?? SPACE;
  if (one.styles[column] !== other.styles[column]) return false;
  if (glyph >= 0) return glyph === other.glyphs[column];
  return (other.glyphs[column] ?? SPACE) < 0 && textAt(one, column) === textAt(other, column);
}

/**
 * Parses one line of a frame into `columns` cells. The line starts plain. Understands SGR that `text/style` can make
 * and links (OSC 8) to valid addresses; all other non-text, including sequences, is drawn as pictures. Text beyond
 * the width is dropped; a wide grapheme is never split.
 *
 * @param palette maps styles to the terminal
 * @param ascii whether to draw only ASCII
 */
export function parseRow(
  line: string,
  columns: number,
  palette: Palette,
  ascii = false,
  links: LinkNumbers = NO_LINKS,
): GridRow {
  const { glyphs, styles } = blankRow(columns);
  styles.fill(styleOnBlank(palette(PLAIN)));
  const clusters: Printable[] = [];
  let anyDoubtful = false;
  let column = 0;
  let style = PLAIN;
  let link = 0;

  const put = (glyph: number, wide: number, styleHere: Style) => {
    glyphs[column] = glyph;
    styles[column] = styleHere;
    for (let covered = column + 1; covered < column + wide; covered++) {
      glyphs[covered] = COVERED;
      styles[covered] = styleHere;
    }
    column += wide;
  };
  const putText = (text: string) => {
    const onText = withLink(palette(style), link);
    const onBlank = styleOnBlank(onText);
    if (isSimple(text)) {
      for (let i = 0; i < text.length && column < columns; i++) {
        const unit = ascii ? toAscii(text.charAt(i)).charCodeAt(0) : text.charCodeAt(i);
        put(unit, 1, unit === SPACE ? onBlank : onText);
      }
      return;
    }
    for (const grapheme of graphemes(printable(text))) {
      const wide = width(grapheme);
      if (column + wide > columns) {
        column = columns;
        return;
      }
      if (ascii) {
        const unit = toAscii(grapheme).charCodeAt(0);
        for (let part = 0; part < wide; part++) put(unit, 1, unit === SPACE ? onBlank : onText);
        continue;
      }
      anyDoubtful ||= doubtful(grapheme);
      const codePoint = grapheme.codePointAt(0) ?? SPACE;
      const single = String.fromCodePoint(codePoint).length === grapheme.length;
      put(
        single ? codePoint : -clusters.push(grapheme),
        wide,
        codePoint === SPACE && single ? onBlank : onText,
      );
    }
  };

  for (let at = 0; at < line.length && column < columns; ) {
    SGR.lastIndex = at;
    if (SGR.test(line)) {
      const end = SGR.lastIndex;
      const styled = applySgr(style, line.slice(at + 2, end - 1));
      if (styled !== undefined) {
        style = styled;
        at = end;
        continue;
      }
    }
    LINK.lastIndex = at;
    const begun = LINK.exec(line);
    const address = begun?.[1] === '' ? '' : addressOf(begun?.[1] ?? '');
    if (begun && address !== undefined) {
      link = address === '' ? 0 : links(address);
      at += begun[0].length;
      continue;
    }
    const next = line.indexOf(ESC, at + 1);
    const end = next < 0 ? line.length : next;
    putText(line.slice(at, end));
    at = end;
  }
  return { glyphs, styles, clusters, doubtful: anyDoubtful };
}

const DEFAULT_COLOUR = -1;
const LAST_COLOUR = 255;

const SWITCHES: Readonly<Record<number, (style: Style) => Style>> = {
  0: () => PLAIN,
  1: (style) => style | BOLD,
  2: (style) => style | DIM,
  3: (style) => style | ITALIC,
  4: (style) => style | UNDERLINE,
  7: (style) => style | INVERSE,
  22: (style) => style & ~(BOLD | DIM),
  23: (style) => style & ~ITALIC,
  24: (style) => style & ~UNDERLINE,
  27: (style) => style & ~INVERSE,
  39: (style) => foreground(DEFAULT_COLOUR, style),
  49: (style) => background(DEFAULT_COLOUR, style),
};

/** The style after a parameter of the sixteen colours (30-37, 40-47, 90-97, 100-107). */
function themeColour(style: Style, parameter: number): Style | undefined {
  const digit = parameter % 10;
  if (digit > 7) return undefined;
  switch (parameter - digit) {
    case 30:
      return foreground(digit, style);
    case 40:
      return background(digit, style);
    case 90:
      return foreground(digit + 8, style);
    case 100:
      return background(digit + 8, style);
    default:
      return undefined;
  }
}

/**
 * `style` after `ESC [ parameters m`; undefined if `text/style` cannot make a parameter (conceal, blink, true colour,
 * ...), since such a sequence is not ours.
 */
export function applySgr(style: Style, parameters: string): Style | undefined {
  // The most frequent sequence.
  if (parameters === '0') return PLAIN;
  const numbers = parameters.split(';').map(Number);
  let next: Style | undefined = style;
  for (let i = 0; i < numbers.length && next !== undefined; i++) {
    const parameter = numbers[i] ?? 0;
    if (parameter === 38 || parameter === 48) {
      const colour = numbers[i + 2] ?? Number.POSITIVE_INFINITY;
      if (numbers[i + 1] !== 5 || colour > LAST_COLOUR) return undefined;
      next = parameter === 38 ? foreground(colour, next) : background(colour, next);
      i += 2;
    } else {
      next = SWITCHES[parameter]?.(next) ?? themeColour(next, parameter);
    }
  }
  return next;
}

export interface Grid {
  readonly columns: number;
  readonly rows: readonly GridRow[];
  /** Link addresses, by number - 1. */
  readonly links: readonly string[];
}

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

export function blankGrid(size: GridSize): Grid {
  const row = blankRow(size.columns);
  return { columns: size.columns, rows: Array.from({ length: size.rows }, () => row), links: [] };
}

/**
 * Parses frames (lines joined by line feeds, see {@link parseRow}) into grids. Lines that were anywhere in the last
 * frame return the same {@link GridRow}.
 */
export function createFrameParser(
  size: GridSize,
  palette: Palette,
  {
    ascii = false,
    links,
  }: { readonly ascii?: boolean; readonly links?: string[] | undefined } = {},
): (frame: string) => Grid {
  const numberOf: LinkNumbers = (address) => {
    if (!links) return 0;
    const known = links.indexOf(address) + 1;
    if (known > 0 || links.length >= MAX_LINKS) return known;
    return links.push(address);
  };
  const blank = parseRow('', size.columns, palette, ascii);
  let known = new Map<string, GridRow>([['', blank]]);
  return (frame) => {
    const lines = frame.split('\n', size.rows);
    const seen = new Map<string, GridRow>([['', blank]]);
    const rows: GridRow[] = [];
    for (const line of lines) {
      const row =
        seen.get(line) ?? known.get(line) ?? parseRow(line, size.columns, palette, ascii, numberOf);
      seen.set(line, row);
      rows.push(row);
    }
    while (rows.length < size.rows) rows.push(blank);
    known = seen;
    return { columns: size.columns, rows, links: links ?? [] };
  };
}
