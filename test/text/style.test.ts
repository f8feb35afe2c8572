import { expect, test } from 'vitest';
import {
  BOLD,
  background,
  backgroundOf,
  colourless,
  DIM,
  foreground,
  foregroundOf,
  INVERSE,
  PLAIN,
  sgrParameters,
} from '../../src/text/style.ts';

test.each([
  ['plain', PLAIN, ''],
  ['attributes', BOLD | DIM | INVERSE, '1;2;7'],
  ['a colour of the theme', foreground(1), '31'],
  ['a bright one', background(12, foreground(9)), '91;104'],
  ['one of the palette', background(236, foreground(208, BOLD)), '1;38;5;208;48;5;236'],
])('%s', (_, style, parameters) => {
  expect(sgrParameters(style)).toBe(parameters);
});

test('colours are kept apart from each other and from attributes', () => {
  const style = background(255, foreground(0, BOLD));
  expect([foregroundOf(style), backgroundOf(style)]).toEqual([0, 255]);
  expect([foregroundOf(PLAIN), backgroundOf(BOLD)]).toEqual([-1, -1]);
  expect(colourless(style)).toBe(BOLD);
  expect(foregroundOf(foreground(7, foreground(200)))).toBe(7);
});
