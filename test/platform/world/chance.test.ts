import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { between, fraction, hash, hashText, pick } from '../../../src/platform/world/chance.ts';

describe('hash', () => {
  test('is the same for the same numbers and a whole number of 32 bits', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const hashed = hash(a, b);
        expect(hashed).toBe(hash(a, b));
        expect(hashed).toBe(hashed >>> 0);
      }),
    );
  });

  test('differs between any two numbers under one key', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), fc.nat(), (key, one, other) => {
        fc.pre(one !== other);
        expect(hash(key, one)).not.toBe(hash(key, other));
      }),
    );
  });

  test('spreads over all of its range', () => {
    const tenths = new Array<number>(10).fill(0);
    for (let at = 0; at < 10_000; at += 1) {
      const tenth = Math.floor(fraction(hash(1, at)) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

test('texts that differ in one letter hash apart', () => {
  expect(hashText(1, 'checkout')).not.toBe(hashText(1, 'checkouT'));
  expect(hashText(1, 'checkout')).not.toBe(hashText(2, 'checkout'));
});

test('a choice stays within what can be chosen', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(100), fc.nat(100), (number, least, span) => {
      const chosen = between(hash(number), least, least + span);
      expect(chosen).toBeGreaterThanOrEqual(least);
      expect(chosen).toBeLessThanOrEqual(least + span);
      expect(['a', 'b', 'c']).toContain(pick(['a', 'b', 'c'], hash(number)));
    }),
  );
});

test('nothing can be picked from an empty list', () => {
  expect(() => pick([], 1)).toThrow(RangeError);
});
