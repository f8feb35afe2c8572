import {
  type StyledChar,
  styledCharsFromTokens,
  styledCharsToString,
  tokenize,
} from '@alcalzone/ansi-tokenize';
import stringWidth from 'string-width';
import { lazy } from '../../src/text/lazy.ts';
import { plainWidth } from './plain-width.ts';
import { recent } from './recent.ts';

// Ink makes its output anew for every frame, and from frame to frame nearly all lines are the same: what
// was found out about a line is kept for as long as the module lives.
const recentCharacters = recent<readonly StyledChar[]>(256);
const recentWidths = recent<number>(4096);

const ignorable = lazy(() => /^\p{Default_Ignorable_Code_Point}+$/u);

const isPlain = (text: string): boolean => plainWidth(text, true) !== undefined;

/** The characters of `line` with their styles; those that take no cell are left out. */
export const styledCharacters = (line: string): readonly StyledChar[] =>
  recentCharacters(line, () =>
    styledCharsFromTokens(tokenize(line)).filter(
      ({ value }) => isPlain(value) || !ignorable().test(value),
    ),
  );

/** The columns that `text` takes. */
export const widthOf = (text: string): number =>
  plainWidth(text) ?? recentWidths(text, () => stringWidth(text));

/** The columns of the widest line of `text`. */
export const widestLine = (text: string): number =>
  text.split('\n').reduce((widest, line) => Math.max(widest, widthOf(line)), 0);

/** The lines of `text`, each with the styles that were open where it starts, in their shortest form. */
export function linesOf(text: string): readonly string[] {
  const plain = text.split('\n');
  if (plain.every(isPlain)) return plain;
  const lines: StyledChar[][] = [[]];
  for (const character of styledCharacters(text)) {
    if (character.value === '\n') lines.push([]);
    else lines.at(-1)?.push(character);
  }
  return lines.map((line) => styledCharsToString(line));
}

/** Half of a wide character: a space with its styles. */
export const blankOf = (cell: StyledChar): StyledChar => ({
  ...cell,
  value: ' ',
  fullWidth: false,
});

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
    kept.push(width > 1 && (start < from || column > to) ? blankOf(character) : character);
  }
  return styledCharsToString(kept);
}
