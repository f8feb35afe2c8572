import { expect, it } from 'vitest';
import type { Json } from '../../src/contract/scalars.ts';
import { rawTree } from '../../src/panes/raw-tree.ts';
import { linesText } from '../support/line-text.ts';

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
