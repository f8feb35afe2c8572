import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubtful, graphemes } from '../../src/text/graphemes.ts';
import { printable } from '../../src/text/printable.ts';

test('graphemes are what a reader takes for one character', () => {
  expect(graphemes(printable('ab'))).toEqual(['a', 'b']);
  expect(graphemes(printable('e\u0301x'))).toEqual(['e\u0301', 'x']);
  expect(graphemes(printable('🇩🇪한'))).toEqual(['🇩🇪', '한']);
});

test('graphemes joined are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(graphemes(printable(text)).join('')).toBe(printable(text));
    }),
  );
});

test('text in which nothing joins is split as the segmenter splits it', () => {
  const segmenter = new Intl.Segmenter('en');
  const differing: string[] = [];
  for (let codePoint = 0xa0; codePoint <= 0x10ffff; codePoint++) {
    const text = printable(`名${String.fromCodePoint(codePoint)}名`);
    if (text.length > 4 || graphemes(text).length === [...segmenter.segment(text)].length) continue;
    differing.push(codePoint.toString(16));
  }
  expect(differing).toEqual([]);
});

test.each(['a', 'é', 'e\u0301', 'Ж', '名', 'カ', '한', '│', '█', '⣿', '…', '●', '▲', '␛', 'Ａ'])(
  'terminals agree about %s',
  (grapheme) => {
    expect(doubtful(printable(grapheme))).toBe(false);
  },
);

test.each(['🎉', '⌚', '🇩🇪', 'กำ', 'क्ष', 'ก', '\u1112\u1161\u11ab', '1\u20e3', '﷽'])(
  'terminals may disagree about %s',
  (grapheme) => {
    expect(doubtful(printable(grapheme))).toBe(true);
  },
);
