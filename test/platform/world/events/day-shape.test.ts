import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayShape, MINUTES } from '../../../../src/platform/world/events/day-shape.ts';

test('a day’s minutes add up to exactly what the day has', () => {
  fc.assert(
    fc.property(fc.nat(30_000), fc.nat(5_000_000), fc.nat(0xffff), (day, total, phase) => {
      const before = dayShape(day, total, phase);
      expect(before).toHaveLength(MINUTES + 1);
      expect(before[0]).toBe(0);
      expect(before[MINUTES]).toBe(total);
      for (let minute = 0; minute < MINUTES; minute += 1) {
        expect(before[minute + 1] ?? 0).toBeGreaterThanOrEqual(before[minute] ?? 0);
      }
    }),
    { numRuns: 20 },
  );
});
