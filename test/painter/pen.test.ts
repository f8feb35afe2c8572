import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applySgr, parseRow } from '../../src/painter/grid.ts';
import { createPen, type Pen, paintRow, restyle } from '../../src/painter/pen.ts';
import { printable } from '../../src/text/printable.ts';
import {
  BOLD,
  background,
  DIM,
  foreground,
  INVERSE,
  PLAIN,
  sgrParameters,
} from '../../src/text/style.ts';
import { THEMES } from '../../src/text/themes.ts';
import { anyStyle } from '../support/frames.ts';

const at = (row: number, column: number): Pen => {
  const pen = createPen(80, PLAIN, []);
  pen.moveTo(row, column);
  return pen;
};
/** What a pen puts down after being at `from`. */
const move = (from: readonly [number, number], to: readonly [number, number]): string => {
  const pen = at(...from);
  const before = pen.bytes.length;
  pen.moveTo(...to);
  return pen.bytes.slice(before);
};

test('the first move is absolute', () => {
  expect(at(4, 9).bytes).toBe('\u001b[5;10H');
});

test.each([
  ['nowhere', [3, 3], [3, 3], ''],
  ['one right', [3, 3], [3, 4], '\u001b[C'],
  ['far right', [3, 3], [3, 40], '\u001b[41G'],
  ['a little left', [3, 13], [3, 11], '\b\b'],
  ['the start of the row', [3, 13], [3, 0], '\r'],
  ['the next row', [3, 13], [4, 0], '\r\n'],
  ['the next row, a little in', [3, 13], [4, 1], '\r\n\u001b[C'],
  ['right below', [3, 13], [4, 13], '\u001b[B'],
  ['right above', [13, 13], [12, 13], '\u001b[A'],
  ['the top', [13, 13], [0, 0], '\u001b[H'],
  ['somewhere else', [3, 13], [20, 40], '\u001b[21;41H'],
] as const)('to %s', (_, from, to, bytes) => {
  expect(move(from, to)).toBe(bytes);
});

test('after a grapheme of doubtful width and after the last column, moves are absolute', () => {
  const doubting = at(0, 0);
  doubting.write(printable('🎉'), 2);
  doubting.doubt();
  doubting.moveTo(0, 2);
  expect(doubting.bytes).toBe('\u001b[1;1H🎉\u001b[3G');
  const last = at(0, 79);
  last.write(printable('x'), 1);
  last.moveTo(0, 78);
  expect(last.bytes).toBe('\u001b[1;80Hx\u001b[79G');
});

test('nothing is erased to a background', () => {
  const pen = createPen(80, background(4), []);
  pen.eraseToEnd();
  expect(pen.bytes).toBe('\u001b[m\u001b[K');
  const coloured = createPen(80, foreground(4), []);
  coloured.erase(12);
  expect(coloured.bytes).toBe('\u001b[12X');
});

test('leads from any style to any other, never longer than a reset and the style', () => {
  fc.assert(
    fc.property(anyStyle, anyStyle, (from, to) => {
      const bytes = restyle(from, to);
      const parameters = /^\u001b\[([\d;]*)m$/.exec(bytes)?.[1];
      expect(parameters === undefined ? from : applySgr(from, parameters)).toBe(to);
      expect(bytes.length).toBeLessThanOrEqual(`\u001b[;${sgrParameters(to)}m`.length);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['nothing to do', BOLD, BOLD, ''],
  ['plain', foreground(200, BOLD), PLAIN, '\u001b[m'],
  ['one more', BOLD, BOLD | INVERSE, '\u001b[7m'],
  ['one less', BOLD | INVERSE, BOLD, '\u001b[27m'],
  ['another colour', foreground(1, BOLD), foreground(2, BOLD), '\u001b[32m'],
  ['bold stays when dim goes', foreground(200, BOLD | DIM), foreground(200, BOLD), '\u001b[22;1m'],
  ['a reset where that is shorter', foreground(1, BOLD | INVERSE), DIM, '\u001b[;2m'],
])('%s', (_, from, to, bytes) => {
  expect(restyle(from, to)).toBe(bytes);
});

function painted(before: string, after: string, columns = 60): string {
  const pen = createPen(columns, PLAIN, []);
  paintRow(pen, 0, parseRow(before, columns, THEMES.dark), parseRow(after, columns, THEMES.dark));
  return pen.bytes;
}
const HOME = '\u001b[1;1H';

test.each([
  ['equal rows', 'abc', 'abc', ''],
  ['one cell', 'abc', 'aXc', '\u001b[1;2HX'],
  ['two cells with little between', 'abcde', 'XbcdX', `${HOME}XbcdX`],
  ['two cells with much between', 'a0123456789b', 'X0123456789X', `${HOME}X\u001b[12GX`],
  ['a blank tail', 'abc and much more', 'abc', '\u001b[1;5H\u001b[K'],
  ['a short blank tail', 'abcd', 'abc', '\u001b[1;4H '],
  ['a long gap', `a${'x'.repeat(30)}b`, `a${' '.repeat(30)}b`, '\u001b[1;2H\u001b[30X'],
  [
    'a long gap and more',
    `a${'x'.repeat(30)}b`,
    `a${' '.repeat(30)}c`,
    '\u001b[1;2H\u001b[30X\u001b[32Gc',
  ],
  ['a style', 'abc', '\u001b[1mabc', `${HOME}\u001b[1mabc`],
  ['styled blanks that look plain', 'abc', '\u001b[1mX \u001b[0mX', `${HOME}\u001b[1mX \u001b[mX`],
  ['a wide character over two', 'abc', '名c', `${HOME}名`],
  ['two over a wide character', '名c', 'abc', `${HOME}ab`],
])('%s', (_, before, after, bytes) => {
  expect(painted(before, after)).toBe(bytes);
});

test('a row with a grapheme of doubtful width is rewritten, with an absolute column after it', () => {
  expect(painted('a🎉bc', 'a🎉bd')).toBe(`${HOME}\u001b[Ka🎉\u001b[4Gbd`);
});
