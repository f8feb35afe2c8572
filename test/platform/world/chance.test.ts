import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alphanumericId,
  between,
  fraction,
  guid,
  hash,
  hashText,
  hex32,
  load,
  logId,
  pick,
} from '../../../src/platform/world/chance.ts';

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

test('an id has the letters, digits and length of the ids of the service', () => {
  fc.assert(
    fc.property(fc.integer(), (key) => {
      expect(alphanumericId(key, 15)).toMatch(/^[A-Za-z0-9]{15}$/);
    }),
  );
});

test('ids of different keys differ', () => {
  const ids = Array.from({ length: 1000 }, (_, key) => alphanumericId(key, 15));
  expect(new Set(ids).size).toBe(1000);
});

test('a GUID looks like one of version 4', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), fc.integer(), (a, b, c, d) => {
      expect(guid(a, b, c, d)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }),
  );
});

test('thirty-two bits are eight digits', () => {
  expect(hex32(0)).toBe('00000000');
  expect(hex32(-1)).toBe('ffffffff');
});

const anyUnique = fc.integer({ min: 0, max: 0xffffffff });
const anySeries = fc.integer({ min: 0, max: 0xffff });

test('an id looks like a GUID, and both its numbers can be read back', () => {
  fc.assert(
    fc.property(anyUnique, anySeries, (unique, series) => {
      const id = logId(unique, series);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const readUnique = Number.parseInt(id.slice(0, 8), 16);
      expect(readUnique).toBe(unique);
      expect(Number.parseInt(id.slice(9, 13), 16) ^ (readUnique & 0xffff)).toBe(series);
    }),
  );
});

test('hex32 digits stand for 32 bits', () => {
  fc.assert(
    fc.property(anyUnique, (value) => {
      expect(hex32(value)).toBe(value.toString(16).padStart(8, '0'));
    }),
  );
});

const NIGHT = Date.parse('2026-03-14T03:00:00Z');
const AFTERNOON = Date.parse('2026-03-14T15:00:00Z');

test('load stays positive and moves smoothly', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 2e12 }), (key, now) => {
      const current = load(key, now);
      expect(current).toBeGreaterThan(0.4);
      expect(current).toBeLessThan(1.8);
      expect(Math.abs(load(key, now + 100) - current)).toBeLessThan(0.02);
    }),
  );
});

test('the night is quieter than the afternoon', () => {
  for (let key = 0; key < 50; key += 1) {
    expect(load(key, NIGHT)).toBeLessThan(load(key, AFTERNOON));
  }
});

test('load changes within minutes', () => {
  const loads = [0, 2, 4, 6, 8].map((minute) => load(3, AFTERNOON + minute * 60_000));
  expect(new Set(loads.map((load) => load.toFixed(3))).size).toBeGreaterThan(3);
});
