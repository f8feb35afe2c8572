import { expect, test } from 'vitest';
import { parseRow } from '../../src/painter/grid.ts';
import { paintRow } from '../../src/painter/paint-row.ts';
import { createPen } from '../../src/painter/pen.ts';
import { PLAIN } from '../../src/text/style.ts';
import { THEMES } from '../../src/text/themes.ts';

function painted(before: string, after: string, columns = 60): string {
  const pen = createPen(columns, PLAIN);
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

test('a row with a doubtful grapheme is written anew, addressed behind it', () => {
  expect(painted('a🎉bc', 'a🎉bd')).toBe(`${HOME}\u001b[Ka🎉\u001b[4Gbd`);
});
