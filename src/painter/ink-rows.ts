import { stripVTControlCharacters } from 'node:util';
import type { StyledChar } from '@alcalzone/ansi-tokenize';
import { styledCharsFromTokens, styledCharsToString, tokenize } from '@alcalzone/ansi-tokenize';
import { lazy, memoizeByKey } from '../text/memoize.ts';
import { isSimple, type Printable } from '../text/printable.ts';
import { width as columnsOf } from '../text/width.ts';

/** A line of text on a row, from column `x`. */
export interface Piece {
  readonly x: number;
  readonly line: string;
  /** Its width if plain, see {@link plainWidth}. */
  readonly plain: number | undefined;
}

const BLANK: StyledChar = { type: 'char', value: ' ', fullWidth: false, styles: [] };

// Rows composed of cells, which takes a hundred times as long.
const composed = memoizeByKey<string>(128);

/** Composes `pieces` into a row, later ones over earlier ones, without trailing plain blanks. */
export function composeInkRow(width: number, pieces: readonly Piece[]): string {
  const easy = joinPieces(width, pieces);
  if (easy !== undefined) return easy;
  let key = `${width}`;
  for (const { x, line } of pieces) key += `;${x};${line.length};${line}`;
  return composed(key, () => composePieces(width, pieces));
}

function composePieces(width: number, pieces: readonly Piece[]): string {
  const cells = Array.from<StyledChar>({ length: width }).fill(BLANK);
  for (const piece of pieces) put(cells, piece);
  // A piece beyond the row leaves holes, which filter skips.
  return styledCharsToString(cells.filter(() => true)).trimEnd();
}

// Plain, ordered and disjoint pieces need no cells.
function joinPieces(width: number, pieces: readonly Piece[]): string | undefined {
  let row = '';
  let column = 0;
  for (const { x, line, plain } of pieces) {
    if (plain === undefined || x < column || x > width) return undefined;
    row += ' '.repeat(x - column) + line;
    if (line.includes('\u001b')) row += '\u001b[0m';
    column = x + plain;
  }
  return row.trimEnd();
}

function put(cells: StyledChar[], { x, line }: Piece): void {
  const characters = styledCharacters(line);
  if (characters.length === 0) return;
  // Further columns of a wide character have an empty value. When a piece overlaps some of them, the remaining ones
  // become spaces.
  let start = x;
  while (cells[start]?.value === '') start -= 1;
  for (; start < x; start++) blankAt(cells, start);
  let column = x;
  for (const character of characters) {
    const width = Math.max(1, widthOf(character.value));
    cells[column] = character;
    for (let offset = 1; offset < width; offset++) {
      // A negative column means that the first half is left of the screen.
      cells[column + offset] = { ...BLANK, value: column < 0 ? ' ' : '', styles: character.styles };
    }
    column += width;
  }
  for (; cells[column]?.value === ''; column++) blankAt(cells, column);
}

function blankAt(cells: StyledChar[], column: number): void {
  const cell = cells[column];
  if (cell) cells[column] = blankOf(cell);
}

// Ink creates a new Output for every frame, and most lines repeat: so these caches belong to the module. They are
// small, since a parsed line takes some 20 KB, and a line keeps the text alive that it is part of.
const parsed = memoizeByKey<readonly StyledChar[]>(32);
const measured = memoizeByKey<number>(128);

const ignorable = lazy(() => /^\p{Default_Ignorable_Code_Point}+$/u);

const isPlain = (text: string): boolean => plainWidth(text, true) !== undefined;

/** The styled characters of `line`, without those of no width. */
const styledCharacters = (line: string): readonly StyledChar[] =>
  parsed(line, () =>
    styledCharsFromTokens(tokenize(line)).filter(
      ({ value }) => isPlain(value) || !ignorable().test(value),
    ),
  );

/**
 * The width of `text`, counted as its writer did, so that what follows starts in the right column. Text on the screen
 * is printable.
 */
export const widthOf = (text: string): number =>
  plainWidth(text) ?? measured(text, () => columnsOf(stripVTControlCharacters(text) as Printable));

/** Facts about a text of one or more lines, needed several times a frame. */
interface Block {
  readonly lines: readonly string[];
  /** The width of each plain line, see {@link plainWidth}. */
  readonly plain: readonly (number | undefined)[];
  readonly width: number;
  /** Whether each line can be drawn independently. */
  readonly isClosed: boolean;
}

// A screen has about ten.
const blocks = memoizeByKey<Block>(16);

export const blockOf = (text: string): Block =>
  blocks(text, () => {
    const lines = text.split('\n');
    const plain = lines.map((line) => plainWidth(line));
    return {
      lines,
      plain,
      width: Math.max(...plain.map((own, at) => own ?? widthOf(lines[at] ?? ''))),
      isClosed: lines.every(isClosed),
    };
  });

/** Whether all styles and links of `line` end in it. */
const isClosed = (line: string): boolean =>
  !line.includes('\u001b') ||
  (endsWith(line, '\u001b[', '\u001b[0m') && endsWith(line, '\u001b]', '\u001b]8;;\u0007'));

/** Whether the last sequence with this start, if any, is `last`. */
function endsWith(line: string, sequence: string, last: string): boolean {
  const at = line.lastIndexOf(sequence);
  return at < 0 || line.startsWith(last, at);
}

/** The lines of `text`, each with the styles open at its start. */
export function parsedLines(text: string): readonly string[] {
  const lines: StyledChar[][] = [[]];
  for (const character of styledCharacters(text)) {
    if (character.value === '\n') lines.push([]);
    else lines.at(-1)?.push(character);
  }
  return lines.map((line) => styledCharsToString(line));
}

/** A space in place of a column of a wide character. */
const blankOf = (cell: StyledChar): StyledChar => ({ ...cell, value: ' ', fullWidth: false });

/**
 * Columns `from` to `to` (exclusive) of `line`. A wide character cut by an edge becomes a space, so that columns stay
 * aligned.
 */
export function sliceColumns(line: string, from: number, to: number): string {
  if (from >= to) return '';
  if (isPlain(line)) return line.slice(from, to);
  const kept: StyledChar[] = [];
  let column = 0;
  for (const character of styledCharacters(line)) {
    const width = widthOf(character.value);
    const start = column;
    column += width;
    if (column <= from) continue;
    if (start >= to) break;
    const visible = Math.min(column, to) - Math.max(start, from);
    if (visible === width) kept.push(character);
    else for (let part = 0; part < visible; part++) kept.push(blankOf(character));
  }
  return styledCharsToString(kept);
}

const COLOUR = /\u001b\[[\d;]*m|\u001b\]8;;[!-~]*\u0007/g;

/**
 * The width of `text` without colour and link sequences; undefined if it has characters beyond `isSimple` or other
 * sequences, or any sequences when `escapes` count as characters.
 */
export function plainWidth(text: string, escapes = false): number | undefined {
  if (isSimple(text)) return text.length;
  if (escapes || !text.includes('\u001b')) return undefined;
  const bare = text.replace(COLOUR, '');
  return isSimple(bare) ? bare.length : undefined;
}
