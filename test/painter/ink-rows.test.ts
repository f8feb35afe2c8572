import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { plainWidth } from '../../src/painter/ink-rows.ts';
import { isSimple } from '../../src/text/printable.ts';

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
