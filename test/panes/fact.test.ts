import { expect, it } from 'vitest';
import type { Json } from '../../src/contract/values.ts';
import { fact, heading, rawTree } from '../../src/panes/fact.ts';
import { words } from '../../src/text/printable.ts';
import { span } from '../../src/ui/line.ts';
import { linesText, lineText } from '../support/line-text.ts';

it('values are aligned, and kept apart from names that are long', () => {
  expect(lineText(fact(words`cost`, [span(words`7`)]))).toBe('cost        7');
  expect(lineText(fact(words`cost`, [span(words`7`)], 6))).toBe('cost  7');
  expect(lineText(fact(words`averylongname`, [span(words`7`)], 6))).toBe('averylongname 7');
});

it('a heading is its text', () => {
  expect(lineText(heading(words`Regions`))).toBe('Regions');
});

it('any JSON is lines, names before values, deeper further in', () => {
  expect(linesText(rawTree({ a: 1, b: { c: [true, null], d: {} }, 'e\u001b[2J': 'x\ny' }))).toEqual(
    ['a: 1', 'b:', '  c:', '    0: true', '    1: null', '  d: (empty)', 'e␛[2J: x␊y'],
  );
});

it('a single value is one line', () => {
  expect(linesText(rawTree('plain'))).toEqual(['plain']);
  expect(linesText(rawTree([]))).toEqual(['(empty)']);
});

it('what is deeper than anybody reads is cut, visibly', () => {
  let json: Json = 'bottom';
  for (let depth = 0; depth < 2000; depth += 1) json = { in: json };
  const lines = linesText(rawTree(json));
  expect(lines.length).toBeLessThan(20);
  expect(lines.at(-1)).toMatch(/in: …$/);
});
