import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applySgr,
  COVERED,
  columnsAt,
  createFrameParser,
  isBlankAt,
  parseRow,
  sameAt,
  styleOnBlank,
  textAt,
} from '../../src/painter/grid.ts';
import {
  BOLD,
  background,
  DIM,
  foreground,
  INVERSE,
  PLAIN,
  sgrParameters,
  UNDERLINE,
} from '../../src/text/style.ts';
import { THEMES } from '../../src/text/themes.ts';
import { anyStyle } from '../support/frames.ts';

const textOf = (line: string, columns: number): string[] => {
  const row = parseRow(line, columns, THEMES.dark);
  return Array.from(row.glyphs, (glyph, column) => (glyph === COVERED ? '' : textAt(row, column)));
};

test('a line becomes cells, wide characters covering two', () => {
  expect(textOf('a名e\u0301', 6)).toEqual(['a', '名', '', 'e\u0301', ' ', ' ']);
  expect(columnsAt(parseRow('a名', 4, THEMES.dark), 1)).toBe(2);
});

test('a wide character that does not fit leaves the column empty', () => {
  expect(textOf('ab名x', 3)).toEqual(['a', 'b', ' ']);
});

test('styles are read and begin anew in every line', () => {
  const row = parseRow('\u001b[1ma\u001b[22;31mb\u001b[0mc', 3, THEMES.dark);
  expect([...row.styles]).toEqual([BOLD, foreground(1), PLAIN]);
});

test('without colour attributes are left', () => {
  expect([...parseRow('\u001b[1;31;42ma', 1, THEMES.mono).styles]).toEqual([BOLD]);
});

test('a sequence that is not ours is drawn and changes no style', () => {
  const row = parseRow('\u001b[8ma\u001b', 8, THEMES.dark);
  expect(textOf('\u001b[8ma\u001b', 8).join('')).toBe('␛[8ma␛  ');
  expect([...row.styles]).toEqual(new Array(8).fill(PLAIN));
});

test('half a sequence is drawn', () => {
  expect(textOf('\u001b[1', 4).join('')).toBe('␛[1 ');
  expect(textOf('\u001b[1\u001b[1mx', 5).join('')).toBe('␛[1x ');
});

test('a blank keeps only the style that is visible on it', () => {
  expect(styleOnBlank(foreground(1, BOLD))).toBe(PLAIN);
  expect(styleOnBlank(background(4, foreground(1, BOLD)))).toBe(background(4));
  expect(styleOnBlank(foreground(1, INVERSE))).toBe(foreground(1, INVERSE));
  expect(styleOnBlank(foreground(1, UNDERLINE))).toBe(foreground(1, UNDERLINE));
  expect(isBlankAt(parseRow('\u001b[1;31m ', 1, THEMES.dark), 0)).toBe(true);
});

test('clusters are compared by their text', () => {
  const one = parseRow('e\u0301e\u0302', 2, THEMES.dark);
  const other = parseRow('xe\u0302', 2, THEMES.dark);
  expect([sameAt(one, other, 0), sameAt(one, other, 1), sameAt(one, one, 0)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(sameAt(parseRow('e\u0301', 1, THEMES.dark), parseRow('e\u0302', 1, THEMES.dark), 0)).toBe(
    false,
  );
});

test('a row says whether terminals may disagree about its widths', () => {
  expect(parseRow('a名', 4, THEMES.dark).doubtful).toBe(false);
  expect(parseRow('a🎉', 4, THEMES.dark).doubtful).toBe(true);
});

test('without Unicode every column has an ASCII character, and keeps its place', () => {
  const text = (line: string, columns: number) => {
    const row = parseRow(line, columns, THEMES.dark, true);
    return Array.from(row.glyphs, (glyph) => String.fromCodePoint(glyph)).join('');
  };
  expect(text('❯ ● café 名e\u0301🎉|', 15)).toBe('> * cafe ??e??|');
  expect(text('ab名', 3)).toBe('ab ');
});

test('every style of text/style is parsed back', () => {
  fc.assert(
    fc.property(anyStyle, (style) => {
      expect(applySgr(PLAIN, sgrParameters(style))).toBe(style);
    }),
  );
});

test.each([
  ['', PLAIN],
  ['0', PLAIN],
  ['0;1', BOLD],
  ['22', foreground(1)],
  ['39', BOLD | DIM],
  ['97;107', background(15, foreground(15, BOLD | DIM))],
  ['38;5;255', foreground(255, BOLD | DIM)],
])('%s on bold, dim and red', (parameters, style) => {
  expect(applySgr(foreground(1, BOLD | DIM), parameters)).toBe(style);
});

test.each([
  '5',
  '8',
  '9',
  '21',
  '53',
  '58;5;1',
  '38',
  '38;5',
  '38;5;256',
  '38;2;1;2;3',
  '48;2;1;2;3',
  '1;8',
  '98',
  '110',
  '130',
])('%s is not ours', (parameters) => {
  expect(applySgr(PLAIN, parameters)).toBeUndefined();
});

const size = { columns: 4, rows: 3 };

test('missing lines of a frame are blank, and surplus ones are dropped', () => {
  const parse = createFrameParser(size, THEMES.dark);
  expect(parse('a').rows).toHaveLength(3);
  const grid = parse('a\nb\nc\nd');
  expect(grid.rows.map((row) => textAt(row, 0))).toEqual(['a', 'b', 'c']);
});

test('a line of the previous frame returns the same row, wherever it is', () => {
  const parse = createFrameParser(size, THEMES.dark);
  const before = parse('a\nb\nc');
  const after = parse('b\nc\nb');
  expect(after.rows[0]).toBe(before.rows[1]);
  expect(after.rows[1]).toBe(before.rows[2]);
  expect(after.rows[2]).toBe(before.rows[1]);
});
