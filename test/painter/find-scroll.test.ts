import { expect, test } from 'vitest';
import { findScroll, scrolled } from '../../src/painter/find-scroll.ts';
import { createFrameParser } from '../../src/painter/grid.ts';
import type { Row } from '../../src/painter/row.ts';
import { THEMES } from '../../src/text/themes.ts';

const COLUMNS = 40;
const entry = (n: number): string => `entry ${n} `.repeat(4);
const entries = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => entry(from + i));

function scenes(...frames: readonly (readonly string[])[]): (readonly Row[])[] {
  const rows = Math.max(...frames.map((lines) => lines.length));
  const parse = createFrameParser({ columns: COLUMNS, rows }, THEMES.dark);
  return frames.map((lines) => parse(lines.join('\n')).rows);
}
const find = (before: readonly string[], after: readonly string[]) => {
  const [one = [], other = []] = scenes(before, after);
  return findScroll(one, other);
};

test('a tail that grows by three scrolls up by three', () => {
  expect(find(['head', ...entries(0, 10)], ['head', ...entries(3, 10)])).toEqual({
    top: 1,
    bottom: 10,
    by: 3,
  });
});

test('a list that scrolls down, between a head and a foot', () => {
  expect(find(['head', ...entries(5, 8), 'foot'], ['head', ...entries(4, 8), 'foot'])).toEqual({
    top: 1,
    bottom: 8,
    by: -1,
  });
});

test('a list scrolls beside a pane that stands still', () => {
  const beside = (lines: readonly string[]) => lines.map((line, y) => `${line.slice(0, 32)}│ ${y}`);
  expect(find(beside(entries(0, 12)), beside(entries(1, 12)))).toEqual({
    top: 0,
    bottom: 11,
    by: 1,
  });
});

test('two changed rows are no scroll', () => {
  const before = entries(0, 8);
  const after = before.with(2, 'x').with(5, 'y');
  expect(find(before, after)).toBeUndefined();
});

test('another page is no scroll', () => {
  expect(
    find(
      Array.from({ length: 8 }, (_, y) => 'abcdefgh'[y]?.repeat(40) ?? ''),
      Array.from({ length: 8 }, (_, y) => 'stuvwxyz'[y]?.repeat(40) ?? ''),
    ),
  ).toBeUndefined();
});

test('scrolled rows move within their region and leave empty ones behind', () => {
  const [rows = []] = scenes(entries(0, 5));
  const up = scrolled(rows, { top: 1, bottom: 3, by: 1 });
  expect([up[0] === rows[0], up[1] === rows[2], up[2] === rows[3], up[4] === rows[4]]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(scenes([''])[0]?.[0]?.glyphs).toEqual(up[3]?.glyphs);
  const down = scrolled(rows, { top: 1, bottom: 4, by: -2 });
  expect([down[3] === rows[1], down[4] === rows[2]]).toEqual([true, true]);
});
