import { expect, it } from 'vitest';
import {
  BOLD,
  background,
  DIM,
  foreground,
  INVERSE,
  PLAIN,
  UNDERLINE,
} from '../../src/text/style.ts';
import type { SeenCell } from './emulator.ts';
import { svgOf } from './svg.ts';

const cells = (text: string, style = PLAIN): SeenCell[] =>
  Array.from(text, (character) => ({ text: character, style }));
const rowsOf = (...rows: readonly (readonly SeenCell[])[]) =>
  svgOf(rows, 'a title')
    .split('\n')
    .filter(
      (line) => line.includes('<tspan') || (line.startsWith('<rect x') && line.includes('fill')),
    )
    .map((line) => line.replace(/<rect x="1" .*/, ''))
    .filter((line) => line !== '');

it('draws a row as one line of text, and an empty one not at all', () => {
  expect(rowsOf(cells('one row'), cells('       '), cells('other  '))).toEqual([
    '<text y="13.5"><tspan x="0" textLength="58.8">one row</tspan></text>',
    '<text y="49.5"><tspan x="0" textLength="42">other</tspan></text>',
  ]);
});

it('gives every style its run, at its column', () => {
  const row = [...cells('a '), ...cells('b', BOLD), ...cells('   '), ...cells('c', DIM)];
  expect(rowsOf(row)).toEqual([
    '<text y="13.5"><tspan x="0" textLength="8.4">a</tspan>' +
      '<tspan x="16.8" textLength="8.4" font-weight="700">b</tspan>' +
      '<tspan x="50.4" textLength="8.4" fill-opacity="0.6">c</tspan></text>',
  ]);
});

it('draws backgrounds under blanks too, and swaps colours where they are inverse', () => {
  expect(rowsOf(cells('  ', background(1)))).toEqual([
    '<rect x="0" y="0" width="16.8" height="18" fill="#e06c75"/>',
  ]);
  expect(rowsOf(cells('x', foreground(2, INVERSE)))).toEqual([
    '<rect x="0" y="0" width="8.4" height="18" fill="#8fbf7f"/>' +
      '<text y="13.5"><tspan x="0" textLength="8.4" fill="#16181d">x</tspan></text>',
  ]);
});

it('gives a wide character both its columns', () => {
  const row = [{ text: '漢', style: PLAIN }, { text: '', style: PLAIN }, ...cells('x')];
  expect(rowsOf(row)).toEqual(['<text y="13.5"><tspan x="0" textLength="25.2">漢x</tspan></text>']);
});

it('knows the colours of the cube and the greys', () => {
  const [row = ''] = rowsOf([...cells('a', foreground(208)), ...cells('b', foreground(244))]);
  expect(row).toContain('fill="#ff8700"');
  expect(row).toContain('fill="#808080"');
});

it('writes text that means something in XML as text', () => {
  expect(rowsOf(cells('<&>', UNDERLINE))).toEqual([
    '<text y="13.5"><tspan x="0" textLength="25.2" text-decoration="underline">&lt;&amp;&gt;</tspan></text>',
  ]);
});
