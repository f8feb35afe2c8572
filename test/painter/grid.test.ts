import { expect, test } from 'vitest';
import { blankGrid, createFrameParser } from '../../src/painter/grid.ts';
import { textAt } from '../../src/painter/row.ts';
import { THEMES } from '../../src/text/themes.ts';

const size = { columns: 4, rows: 3 };

test('a frame of fewer lines leaves the rest empty, one of more loses them', () => {
  const parse = createFrameParser(size, THEMES.dark);
  expect(parse('a').rows).toHaveLength(3);
  const grid = parse('a\nb\nc\nd');
  expect(grid.rows.map((row) => textAt(row, 0))).toEqual(['a', 'b', 'c']);
});

test('a line of the last frame comes back as the same row, wherever it stands', () => {
  const parse = createFrameParser(size, THEMES.dark);
  const before = parse('a\nb\nc');
  const after = parse('b\nc\nb');
  expect(after.rows[0]).toBe(before.rows[1]);
  expect(after.rows[1]).toBe(before.rows[2]);
  expect(after.rows[2]).toBe(before.rows[1]);
});

test('a blank grid is empty', () => {
  const { columns, rows } = blankGrid(size);
  expect([columns, rows.length, textAt(rows[2] ?? expect.fail(), 3)]).toEqual([4, 3, ' ']);
});
