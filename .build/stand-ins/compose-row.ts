import { type StyledChar, styledCharsToString } from '@alcalzone/ansi-tokenize';
import { plainWidth } from './plain-width.ts';
import { recent } from './recent.ts';
import { blankOf, styledCharacters, widthOf } from './styled-line.ts';

/** A line of text that lands on a row, from column `x` on. */
export interface Piece {
  readonly x: number;
  readonly line: string;
}

const BLANK: StyledChar = { type: 'char', value: ' ', fullWidth: false, styles: [] };

const recentRows = recent<string>(2048);

/**
 * The row that `pieces` make on `width` columns, later ones over earlier ones, without plain blanks at
 * its end. Remembered: the same pieces give the same row, whatever its place on the screen.
 */
export function composeRow(width: number, pieces: readonly Piece[]): string {
  if (pieces.length === 0) return '';
  let key = `${width}`;
  for (const { x, line } of pieces) key += `;${x};${line.length};${line}`;
  return recentRows(key, () => compose(width, pieces));
}

function compose(width: number, pieces: readonly Piece[]): string {
  const easy = sideBySide(width, pieces);
  if (easy !== undefined) return easy;
  const cells = Array.from<StyledChar>({ length: width }).fill(BLANK);
  for (const piece of pieces) put(cells, piece);
  // A piece that starts beyond the row leaves holes, which filter skips.
  return styledCharsToString(cells.filter(() => true)).trimEnd();
}

// Plain pieces from left to right, none over another: the row is known without looking at cells.
function sideBySide(width: number, pieces: readonly Piece[]): string | undefined {
  let row = '';
  let column = 0;
  for (const { x, line } of pieces) {
    const taken = plainWidth(line);
    if (taken === undefined || x < column || x > width) return undefined;
    row += ' '.repeat(x - column) + line;
    if (line.includes('\u001b')) row += '\u001b[0m';
    column = x + taken;
  }
  return row.trimEnd();
}

function put(cells: StyledChar[], { x, line }: Piece): void {
  const characters = styledCharacters(line);
  if (characters.length === 0) return;
  // The placeholder of a wide character's second column is an empty value. Where a piece lands on or ends
  // before one, the half that stays becomes a space.
  const before = cells[x - 1];
  if (cells[x]?.value === '' && before && widthOf(before.value) > 1) cells[x - 1] = blankOf(before);
  let column = x;
  for (const character of characters) {
    const width = Math.max(1, widthOf(character.value));
    cells[column] = character;
    for (let offset = 1; offset < width; offset++) {
      cells[column + offset] = {
        type: 'char',
        // Left of the screen there is nothing to show that the second half belongs to.
        value: column < 0 ? ' ' : '',
        fullWidth: false,
        styles: character.styles,
      };
    }
    column += width;
  }
  const after = cells[column];
  if (after?.value === '') cells[column] = blankOf(after);
}
