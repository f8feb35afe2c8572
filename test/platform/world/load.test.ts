import fc from 'fast-check';
import { expect, test } from 'vitest';
import { load } from '../../../src/platform/world/load.ts';

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
