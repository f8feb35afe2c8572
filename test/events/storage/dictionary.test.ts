import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ABSENT,
  DICTIONARY_LIMITS,
  type DictionaryLimits,
  OTHER,
} from '../../../src/events/storage/columns.ts';
import { Dictionary } from '../../../src/events/storage/dictionary.ts';

test('a null label is absent, and an empty one is not', () => {
  const dictionary = new Dictionary(DICTIONARY_LIMITS);
  expect(dictionary.encode(null)).toBe(ABSENT);
  expect(dictionary.valueOf(dictionary.encode(''))).toBe('');
});

const make = (limits: DictionaryLimits = DICTIONARY_LIMITS) => {
  const dictionary = new Dictionary(limits);
  return { dictionary, encode: (text: string) => dictionary.encode(text) };
};

describe('a dictionary', () => {
  test('gives each value one code, and returns the value for it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (values) => {
        const { dictionary, encode } = make();
        const codeOf = new Map<string, number>();
        for (const value of values) {
          const code = encode(value);
          expect(codeOf.get(value) ?? code).toBe(code);
          codeOf.set(value, code);
        }
        expect(new Set(codeOf.values()).size).toBe(codeOf.size);
        for (const [value, code] of codeOf) expect(dictionary.valueOf(code)).toBe(value);
        expect(dictionary.codes).toBe(codeOf.size + 2);
      }),
    );
  });

  test('treats names of Object.prototype as ordinary values', () => {
    const { dictionary, encode } = make();
    for (const value of ['__proto__', 'constructor', 'toString', '']) {
      expect(dictionary.valueOf(encode(value))).toBe(value);
    }
  });

  test('holds tens of thousands of values', () => {
    const { dictionary, encode } = make();
    const codes = Array.from({ length: 30_000 }, (_, at) => encode(`/path/${at}`));
    expect(codes.every((code, at) => dictionary.valueOf(code) === `/path/${at}`)).toBe(true);
    expect(encode('/path/29999')).toBe(codes[29_999]);
  });

  test('does not grow beyond its limits, and keeps its values', () => {
    const few = make({ values: 2, units: 1000, valueUnits: 10 });
    const first = few.encode('a');
    few.encode('b');
    expect(few.encode('c')).toBe(OTHER);
    expect(few.encode('a')).toBe(first);
    const small = make({ values: 100, units: 8, valueUnits: 10 });
    small.encode('ab');
    expect([small.encode('abcdefgh'), small.encode('abcdefghi')]).toEqual([OTHER, OTHER]);
    const short = make({ values: 100, units: 1000, valueUnits: 3 });
    expect(short.encode('abcd')).toBe(OTHER);
    expect(short.encode('abc')).not.toBe(OTHER);
  });

  test('has no value for the codes of missing values', () => {
    const { dictionary } = make();
    expect([dictionary.valueOf(ABSENT), dictionary.valueOf(OTHER), dictionary.valueOf(99)]).toEqual(
      [undefined, undefined, undefined],
    );
  });
});
