import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidJson, parseJson } from '../../src/contract/json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('parseJson', () => {
  it('keeps integers beyond 2^53 as their digits', () => {
    expect(
      parseJson('{"a":9223372036854775807,"b":[-9007199254740993, 9007199254740991],"c":1}'),
    ).toEqual({ a: '9223372036854775807', b: ['-9007199254740993', 9007199254740991], c: 1 });
  });

  it('leaves fractions, powers and texts with many digits alone', () => {
    const text =
      '{"a":0.12345678901234567,"b":1e20,"c":"12345678901234567890","d":12345678901234567.5}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('does every int64 exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const exact = Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
        expect(parseJson(`{"id": ${value}}`)).toEqual({ id: exact });
      }),
    );
  });

  it('is JSON.parse for everything else', () => {
    // -0 and keys named __proto__ are where they are meant to differ.
    const plain = fc
      .jsonValue()
      .map((value) => JSON.stringify(value))
      .filter((text) => !text.includes('__proto__') && !/\d{16}/.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('passes over a byte order mark', () => {
    expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it('drops keys that would change a prototype, at any depth', () => {
    const value = parseJson('{"__proto__":{"admin":true},"list":[{"__proto__":{"admin":true}}]}');
    const copy = structuredClone(Object.assign({}, value));
    expect(JSON.stringify(value)).toBe('{"list":[{}]}');
    expect(copy).not.toHaveProperty('admin');
  });

  it('drops them however their letters are written', () => {
    const letters = [...'__proto__'].map((letter) =>
      fc.constantFrom(
        letter,
        `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      ),
    );
    fc.assert(
      fc.property(fc.tuple(...letters), (key) => {
        expect(JSON.stringify(parseJson(`[{"${key.join('')}":1,"b":2}]`))).toBe('[{"b":2}]');
      }),
    );
  });

  it('goes 64 deep and no deeper', () => {
    expect(parseJson(nested(64))).toBeInstanceOf(Array);
    expect(() => parseJson(nested(65))).toThrow(InvalidJson);
    expect(() => parseJson(nested(200_000))).toThrow('nested deeper than 64');
  });

  it.each([[''], ['{'], ['{"a":1}}'], ['undefined'], ['<html>'], ['{"secret":"canary",']])(
    'refuses %j without quoting it',
    (text) => {
      expect(() => parseJson(text)).toThrow(new InvalidJson('not JSON'));
    },
  );
});
