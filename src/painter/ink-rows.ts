import { stripVTControlCharacters } from 'node:util';
import type { StyledChar } from '@alcalzone/ansi-tokenize';
import { styledCharsFromTokens, styledCharsToString, tokenize } from '@alcalzone/ansi-tokenize';
import { lazy, memoizeByKey } from '../text/memoize.ts';
import { isSimple, type Printable } from '../text/printable.ts';
import { width as columnsOf } from '../text/width.ts';

/** A line of text that lands on a row, from column `x` on. */
export interface Piece {
  readonly x: number;
  readonly line: string;
  /** Its columns where it is plain, see {@link plainWidth}. */
  readonly plain: number | undefined;
}

const BLANK: StyledChar = { type: 'char', value: ' ', fullWidth: false, styles: [] };

// Rows that are composed of cells, which takes a hundred times as long.
const composed = memoizeByKey<string>(128);

/** The row that `pieces` make on `width` columns, later ones over earlier ones, without plain blanks at its end. */
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
  // A piece that starts beyond the row leaves holes, which filter skips.
  return styledCharsToString(cells.filter(() => true)).trimEnd();
}

// Plain pieces from left to right, none over another: the row is known without looking at cells.
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
  // The placeholder of a wide character's further columns is an empty value. Where a piece lands on or ends
  // before one, each column that stays becomes a space.
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

// Ink creates a new Output for every frame, and nearly all lines repeat from frame to frame: so these caches
// belong to the module. A parsed line takes some 20 KB, and a line keeps the text in memory that it is a part of, so
// that few are kept.
const parsed = memoizeByKey<readonly StyledChar[]>(32);
const measured = memoizeByKey<number>(128);

const ignorable = lazy(() => /^\p{Default_Ignorable_Code_Point}+$/u);

const isPlain = (text: string): boolean => plainWidth(text, true) !== undefined;

/** The characters of `line` with their styles; those that take no cell are left out. */
const styledCharacters = (line: string): readonly StyledChar[] =>
  parsed(line, () =>
    styledCharsFromTokens(tokenize(line)).filter(
      ({ value }) => isPlain(value) || !ignorable().test(value),
    ),
  );

/**
 * The columns that `text` takes, as whoever wrote it counted them: otherwise what is to its right would begin elsewhere.
 * Text on the screen is printable.
 */
export const widthOf = (text: string): number =>
  plainWidth(text) ?? measured(text, () => columnsOf(stripVTControlCharacters(text) as Printable));

/** What is asked of a text of one line or many, several times in each frame. */
interface Block {
  readonly lines: readonly string[];
  /** The columns of each line where it is plain, see {@link plainWidth}. */
  readonly plain: readonly (number | undefined)[];
  /** Of the widest line. */
  readonly width: number;
  /** Whether each line can be drawn without those before it. */
  readonly isClosed: boolean;
}

// A screen has some ten.
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

/** Whether the styles and links that begin in `line` end in it. */
const isClosed = (line: string): boolean =>
  !line.includes('\u001b') ||
  (endsWith(line, '\u001b[', '\u001b[0m') && endsWith(line, '\u001b]', '\u001b]8;;\u0007'));

/** Whether the last sequence that begins like that, if there is any, is this one. */
function endsWith(line: string, sequence: string, last: string): boolean {
  const at = line.lastIndexOf(sequence);
  return at < 0 || line.startsWith(last, at);
}

/** The lines of `text`, each with the styles that were open where it starts, in their shortest form. */
export function parsedLines(text: string): readonly string[] {
  const lines: StyledChar[][] = [[]];
  for (const character of styledCharacters(text)) {
    if (character.value === '\n') lines.push([]);
    else lines.at(-1)?.push(character);
  }
  return lines.map((line) => styledCharsToString(line));
}

/** A column of a wide character: a space with its styles. */
const blankOf = (cell: StyledChar): StyledChar => ({ ...cell, value: ' ', fullWidth: false });

/**
 * Columns `from` to `to` (exclusive) of `line`. A wide character cut by an edge becomes a space, so that
 * what follows keeps its column.
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
    const shown = Math.min(column, to) - Math.max(start, from);
    if (shown === width) kept.push(character);
    else for (let part = 0; part < shown; part++) kept.push(blankOf(character));
  }
  return styledCharsToString(kept);
}

const COLOUR = /\u001b\[[\d;]*m|\u001b\]8;;[!-~]*\u0007/g;

/**
 * The columns that `text` takes, sequences of colours and links not counted, or undefined when that takes a closer
 * look: text with other characters than `isSimple` knows, with other sequences, or with sequences where
 * `escapes` are to be counted as characters.
 */
export function plainWidth(text: string, escapes = false): number | undefined {
  if (isSimple(text)) return text.length;
  if (escapes || !text.includes('\u001b')) return undefined;
  const bare = text.replace(COLOUR, '');
  return isSimple(bare) ? bare.length : undefined;
}
