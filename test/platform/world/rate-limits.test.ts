import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Breaches,
  breachesSoFar,
  rateLimitsOf,
} from '../../../src/platform/world/rate-limits.ts';
import { first } from '../visitor.ts';

const startedAt = Date.parse('2026-03-14T14:02:00Z');
const limits = rateLimitsOf(7);

const isSummed = (counts: Breaches) =>
  counts.totalBreaches ===
  counts.loggedBreaches + counts.challengedBreaches + counts.blockedBreaches;

describe('the counters of a rate limit', () => {
  test('never fall, midnight included', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...limits),
        fc.integer({ min: 0, max: 3 * 86_400_000 }),
        fc.oneof(fc.integer({ min: 0, max: 86_400_000 }), fc.integer({ min: 0, max: 10_000 })),
        (limit, age, later) => {
          const before = breachesSoFar(limit, startedAt + age, startedAt);
          const after = breachesSoFar(limit, startedAt + age + later, startedAt);
          for (const [name, count] of Object.entries(before)) {
            expect(after[name as keyof Breaches]).toBeGreaterThanOrEqual(count);
          }
          expect(isSummed(after)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('grow faster while the log-in form is attacked', () => {
    const limit = first(limits);
    const growths = Array.from({ length: 31 }, (_, minute) => {
      const from = startedAt + minute * 60_000;
      return (
        breachesSoFar(limit, from + 60_000, startedAt).totalBreaches -
        breachesSoFar(limit, from, startedAt).totalBreaches
      );
    });
    expect(Math.max(...growths)).toBeGreaterThan(5 * Math.min(...growths));
  });
});

test('one limit has never been breached', () => {
  expect(breachesSoFar(first(limits.slice(-1)), startedAt, startedAt).totalBreaches).toBe(0);
});
