import { expect, it, test } from 'vitest';
import {
  addressOf,
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

it.each([
  'https://api.example/problems/quota',
  'http://127.0.0.1:8080/',
  'https://example',
  'https://api.example?of=a%20b#part',
])('%s is an address', (text) => {
  expect(addressOf(text)).toBe(text);
});

it.each([
  ['another scheme', 'javascript:alert(1)'],
  ['a file', 'file:///etc/passwd'],
  ['about:blank', 'about:blank'],
  ['a name before the host, which is taken for the host', 'https://bank.example@evil.example/'],
  ['a host that is no host', 'https://[x]/'],
  ['text around it', 'see https://api.example/'],
  ['characters that look like others', 'https://аpi.example/'],
  ['a control', 'https://api.example/\u0007'],
  ['more than terminals take', `https://api.example/${'a'.repeat(1000)}`],
])('%s is none', (_what, text) => {
  expect(addressOf(text)).toBeUndefined();
});
