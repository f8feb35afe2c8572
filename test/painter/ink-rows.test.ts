import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { parseRow, textAt } from '../../src/painter/grid.ts';
import { composeInkRow, plainWidth, sliceColumns, widthOf } from '../../src/painter/ink-rows.ts';
import { isSimple, printable } from '../../src/text/printable.ts';
import { THEMES } from '../../src/text/themes.ts';
import { cut, pad, width } from '../../src/text/width.ts';

const simple = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(
  isSimple,
);
const pieces = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...simple) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\u001b[1;32m', '\u001b[0m', '\u001b[48;5;200m', '\u001b[m'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\n',
      '\u001b',
      '\u0301',
      '漢',
      '👍🏽',
      '\u001b]8;;x\u0007',
      '\u200b',
      '❤️',
    ),
  },
);
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

describe('plainWidth', () => {
  it('knows every simple character as string-width does', () => {
    expect(simple.filter((character) => stringWidth(character) !== 1)).toEqual([]);
  });

  it('is the width that string-width finds, or leaves the text to it', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, escapes) => {
        const width = plainWidth(text, escapes);
        if (width !== undefined) {
          expect(width).toBe(stringWidth(text, { countAnsiEscapeCodes: escapes }));
        }
      }),
    );
  });

  it.each(['plain', '\u001b[1;31mred\u001b[0m ▲ 40 %', ''])('answers for %j', (text) => {
    expect(plainWidth(text)).toBe(stringWidth(text));
  });
});

describe('a text of any script', () => {
  const letters = [
    ...['a', ' ', '漢', '한', '가', '😀', '🎉', '🇩🇪', '👍🏽', 'ก', 'ກ', 'ク', 'ｸ', 'क', 'க', 'ക'],
    ...['\u0e33', '\u0eb3', '\uff9e', '\uff9f', '\u0301', '\u093f', '\u094d', '\u0bcd', '\u0d4e'],
    ...[
      '\u1b05',
      '\u1b35',
      '\u1b44',
      '\u{113d1}',
      '\u{1193f}',
      '\u1112\u1161\u11ab',
      '\u1161',
      '\u20dd',
    ],
    ...['\ufe0e', '\ufe0f', '\u200d', '\u0600', '\u{1f3fb}', '\u{16d63}', '\u3164'],
  ];
  const odd = fc
    .array(fc.oneof(fc.constantFrom(...letters), fc.string({ unit: 'binary', maxLength: 1 })), {
      maxLength: 12,
    })
    .map((parts) => printable(parts.join('')));
  const piece = (x: number, line: string) => ({ x, line, plain: plainWidth(line) });
  const columnOf = (row: string, sign: string) => {
    const grid = parseRow(row, 60, THEMES.dark);
    return Array.from({ length: 60 }, (_, column) => textAt(grid, column)).lastIndexOf(
      sign as never,
    );
  };

  it.each(['/가\u0e33가\u0e33가\u0e33', '/😀\uff9e', '/한\u0eb3'])(
    'takes the columns that were counted: %j',
    (text) => {
      expect(widthOf(text)).toBe(width(printable(text)));
      expect(widthOf(`\u001b[1m${text}\u001b[0m`)).toBe(width(printable(text)));
    },
  );

  it('leaves what stands to its right at its column', () => {
    fc.assert(
      fc.property(odd, (text) => {
        const list = `\u001b[1m${pad(cut(text, 30), 30)}\u001b[0m`;
        expect(widthOf(list)).toBe(30);
        expect(columnOf(composeInkRow(60, [piece(0, list), piece(32, '|X')]), '|')).toBe(32);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is covered and cut to the column', () => {
    fc.assert(
      fc.property(odd, fc.nat(12), fc.nat(12), (text, from, length) => {
        const line = pad(cut(text, 30), 30);
        const over = piece(from, '#'.repeat(length + 1));
        const row = composeInkRow(60, [piece(0, line), over, piece(32, '|X')]);
        expect(columnOf(row, '|')).toBe(32);
        expect(columnOf(row, '#')).toBe(from + length);
        expect(widthOf(sliceColumns(line, from, from + length))).toBe(length);
      }),
      { numRuns: 3_000 },
    );
  });
});
