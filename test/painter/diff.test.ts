import { expect, test } from 'vitest';
import { diff, findScroll, scrolled } from '../../src/painter/diff.ts';
import { createFrameParser, type GridRow } from '../../src/painter/grid.ts';
import { PLAIN } from '../../src/text/style.ts';
import { THEMES } from '../../src/text/themes.ts';

const COLUMNS = 200;
const ROWS = 50;

/** A row of a list as dense as the console's. */
const entry = (n: number, cursor: number): string => {
  const fields = [
    'healthy',
    `checkout-service-${n}`,
    `${n % 5}/5`,
    'fra ams nyc sgp',
    `${(n * 37) % 100} %`,
    `${(n * 7919) % 4096} MB`,
  ];
  const text = fields.map((field, i) => field.padEnd(i === 1 ? 40 : 28)).join('');
  return n === cursor
    ? `\u001b[48;5;236m ${text.padEnd(COLUMNS - 1)}\u001b[49m`
    : ` \u001b[32m${text.slice(0, 28)}\u001b[39m${text.slice(28).trimEnd()}`;
};
const screen = (top: number, cursor: number): string =>
  [
    '\u001b[1mwarren\u001b[22m',
    '',
    ...Array.from({ length: 45 }, (_, y) => entry(top + y, cursor)),
    '',
    '? help',
  ].join('\n');

function bytesBetween(before: string, after: string): number {
  const parse = createFrameParser({ columns: COLUMNS, rows: ROWS }, THEMES.dark);
  const first = parse(before);
  return Buffer.byteLength(diff(first, parse(after), PLAIN).bytes);
}

test('a cursor move on 200x50 takes at most 450 bytes', () => {
  expect(bytesBetween(screen(0, 5), screen(0, 6))).toBeLessThanOrEqual(450 - 16);
});

test('scrolling a list of 45 rows by one takes at most 300 bytes', () => {
  expect(bytesBetween(screen(0, 44), screen(1, 45))).toBeLessThanOrEqual(300 - 16);
  expect(bytesBetween(screen(5, 5), screen(4, 4))).toBeLessThanOrEqual(300 - 16);
});

test('a tail that grows by one entry takes at most 250 bytes', () => {
  expect(bytesBetween(screen(0, -1), screen(1, -1))).toBeLessThanOrEqual(250 - 16);
});

test('without a screen before, all is painted on an empty one', () => {
  const parse = createFrameParser({ columns: 8, rows: 3 }, THEMES.dark);
  expect(diff(undefined, parse('ab\n\n\u001b[1mc'), PLAIN)).toEqual({
    bytes: '\u001b[H\u001b[Jab\r\n\n\u001b[1mc',
    style: 1,
  });
});

const NARROW = 40;
const line = (n: number): string => `entry ${n} `.repeat(4);
const entries = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => line(from + i));

function scenes(...frames: readonly (readonly string[])[]): (readonly GridRow[])[] {
  const rows = Math.max(...frames.map((lines) => lines.length));
  const parse = createFrameParser({ columns: NARROW, rows }, THEMES.dark);
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
