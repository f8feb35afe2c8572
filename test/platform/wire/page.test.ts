import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Token, tokenFrom, tokenText } from '../../../src/platform/wire/page.ts';

const anyToken: fc.Arbitrary<Token> = fc.record({
  issuedAt: fc.nat(0xffffffff),
  cursor: fc.record({
    zoneId: fc.nat(0x7fffffff),
    day: fc.nat(60_000),
    order: fc.constantFrom('oldest', 'newest'),
    at: fc.nat(0xffffffff),
    turn: fc.nat(255),
  }),
});

const example: Token = {
  issuedAt: 0,
  cursor: { zoneId: 120_431, day: 20_526, order: 'newest', at: 70_000, turn: 0 },
};

describe('a token', () => {
  test('is decoded to what it was made from, in both forms', () => {
    fc.assert(
      fc.property(anyToken, fc.constantFrom('url-safe', 'slashed'), (token, form) => {
        expect(tokenFrom(tokenText(token, form, 7), 7)).toEqual(token);
      }),
    );
  });

  test('is safe in a path in one form only', () => {
    expect(tokenText(example, 'url-safe', 7)).toMatch(/^[\w-]+$/);
    const slashed = tokenText(example, 'slashed', 7);
    expect(slashed).toContain('/');
    expect(slashed).toMatch(/==$/);
  });

  test('is invalid in another world', () => {
    expect(tokenFrom(tokenText(example, 'url-safe', 7), 8)).toBeUndefined();
  });

  test('is invalid after changing a character', () => {
    const text = tokenText(example, 'url-safe', 7);
    fc.assert(
      fc.property(fc.nat(text.length - 2), (at) => {
        const other = text.charAt(at) === 'A' ? 'B' : 'A';
        expect(tokenFrom(text.slice(0, at) + other + text.slice(at + 1), 7)).toBeUndefined();
      }),
    );
  });

  test('is not any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokenFrom(text, 7)).toBeUndefined();
      }),
    );
  });
});
