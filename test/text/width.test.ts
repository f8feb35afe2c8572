import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type Printable, printable } from '../../src/text/printable.ts';
import {
  cut,
  cutStart,
  doubtful,
  fit as fitted,
  graphemes,
  pad,
  width,
  wrapLines,
} from '../../src/text/width.ts';

const anyPrintable = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('a', ' ', '名', 'é', 'e\u0301', '🎉', '🇩🇪', 'กำ', 'क्ष', '한'),
    }),
  )
  .map(printable);
const columns = fc.integer({ min: 0, max: 12 });

describe('width', () => {
  test('counts every code point as string-width does', () => {
    const differing: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const text = printable(String.fromCodePoint(codePoint));
      if (width(text) !== stringWidth(text)) differing.push(codePoint.toString(16));
    }
    expect(differing).toEqual([]);
  });

  test('counts every text as string-width does', () => {
    fc.assert(
      fc.property(anyPrintable, (text) => {
        expect(width(text)).toBe(stringWidth(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('of a joined text is the sum of its parts', () => {
    fc.assert(
      fc.property(anyPrintable, anyPrintable, (left, right) => {
        const joined = (left + right) as Printable;
        expect(width(joined)).toBe(width(left) + width(right));
        expect(stringWidth(joined)).toBe(width(joined));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('cutting and filling', () => {
  test.each([
    ['plenty of room', 'abc', 5, 'abc', 'abc'],
    ['just enough', 'abc', 3, 'abc', 'abc'],
    ['too little', 'abcd', 3, 'ab…', '…cd'],
    ['one column', 'abcd', 1, '…', '…'],
    ['none', 'abcd', 0, '', ''],
    ['wide characters stay whole', '名前と値', 6, '名前…', '…と値'],
    ['marks stay with their base', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…', '…e\u0301'],
    ['a flag stays whole', '🇩🇪🇫🇷🇪🇸', 5, '🇩🇪🇫🇷…', '…🇫🇷🇪🇸'],
  ])('%s', (_, text, limit, end, start) => {
    expect(cut(printable(text), limit)).toBe(end);
    expect(cutStart(printable(text), limit)).toBe(start);
  });

  test('fit is exactly as wide as asked', () => {
    expect(fitted(printable('名前と値'), 6)).toBe('名前… ');
    expect(fitted(printable('7'), 3, 'right')).toBe('  7');
    fc.assert(
      fc.property(anyPrintable, columns, fc.constantFrom('left', 'right'), (text, limit, align) => {
        expect(width(fitted(text, limit, align))).toBe(limit);
      }),
    );
  });

  test('whatever is cut stays printable and within its columns', () => {
    fc.assert(
      fc.property(anyPrintable, columns, (text, limit) => {
        for (const short of [cut(text, limit), cutStart(text, limit)]) {
          expect(width(short)).toBeLessThanOrEqual(limit);
          expect(printable(short)).toBe(short);
        }
      }),
    );
  });

  test('pad never cuts', () => {
    expect(pad(printable('abcd'), 2)).toBe('abcd');
    expect(pad(printable('ab'), 4, 'right')).toBe('  ab');
  });

  test('a text of megabytes costs no more than its visible part', () => {
    const long = printable(`é${'名'.repeat(2_000_000)}`);
    expect(cut(long, 4)).toBe('é名…');
    expect(cutStart(long, 4)).toBe('…名');
  });
});

describe('wrapLines', () => {
  test.each([
    ['short text', 'one', 9, ['one']],
    ['nothing', '', 9, ['']],
    ['words', 'the quick brown fox', 9, ['the quick', 'brown fox']],
    ['a long word', 'a longlonglongword b', 6, ['a', 'longlo', 'nglong', 'word b']],
    ['inner spaces are kept', 'a  b c', 5, ['a  b', 'c']],
    ['wide characters', '名前と値', 5, ['名前', 'と値']],
  ])('%s', (_, text, limit, lines) => {
    expect(wrapLines(printable(text), limit)).toEqual(lines);
  });

  test('no line is wider than asked, and nothing but spaces is lost', () => {
    fc.assert(
      fc.property(anyPrintable, fc.integer({ min: 2, max: 12 }), (text, limit) => {
        const lines = wrapLines(text, limit);
        for (const line of lines) {
          expect(printable(line)).toBe(line);
          expect(Math.max(...graphemes(line).map(width), limit)).toBeGreaterThanOrEqual(
            width(line),
          );
        }
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

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
