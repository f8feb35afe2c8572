import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineIndex } from '../../src/guardian/line-index.ts';

it('counts lines and columns from 1', () => {
  const placeOf = lineIndex('ab\n\ncd\r\ne');
  const places = [0, 1, 2, 3, 4, 6, 8].map((offset) => {
    const { line, column } = placeOf(offset);
    return `${line}:${column}`;
  });
  expect(places).toEqual(['1:1', '1:2', '1:3', '2:1', '3:1', '3:3', '4:1']);
});

it('takes offsets outside the text for its ends', () => {
  expect(lineIndex('ab\nc')(-5)).toEqual({ line: 1, column: 1 });
  expect(lineIndex('ab\nc')(99)).toEqual({ line: 2, column: 2 });
  expect(lineIndex('')(0)).toEqual({ line: 1, column: 1 });
});

it('agrees with splitting the text before the offset', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '🔑') });
  fc.assert(
    fc.property(text, fc.nat(40), (text, at) => {
      const offset = Math.min(at, text.length);
      const lines = text.slice(0, offset).split('\n');
      const column = (lines.at(-1) ?? '').length + 1;
      expect(lineIndex(text)(offset)).toEqual({ line: lines.length, column });
    }),
  );
});
