import { expect, test } from 'vitest';
import { diff } from '../../src/painter/diff.ts';
import { createFrameParser } from '../../src/painter/grid.ts';
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
