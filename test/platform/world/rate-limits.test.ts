import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventStream } from '../../../src/platform/world/events/event-stream.ts';
import {
  type Breaches,
  breachesSoFar,
  rateLimitsOf,
} from '../../../src/platform/world/rate-limits.ts';
import { shieldZonesOf } from '../../../src/platform/world/shield-zones.ts';
import { utcDay } from '../../../src/text/time.ts';
import { first } from '../visitor.ts';

const startedAt = Date.parse('2026-03-14T14:02:00Z');
const zones = shieldZonesOf(7);
const limits = rateLimitsOf(7, zones);

const isSummed = (counts: Breaches) =>
  counts.totalBreaches ===
  counts.loggedBreaches + counts.challengedBreaches + counts.blockedBreaches;

/** The minutes that stand out: a quarter of the way from the least to the most, and above. */
const busyMinutes = (counts: readonly number[]): readonly number[] => {
  const quarter = (3 * Math.min(...counts) + Math.max(...counts)) / 4;
  return counts.flatMap((count, minute) => (count > quarter ? [minute] : []));
};

describe('the counters of a rate limit', () => {
  test('never decrease, even at midnight', () => {
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

  test('grow faster in the minutes in which the log has log-in attempts', () => {
    const limit = first(limits);
    const growths = Array.from({ length: 31 }, (_, minute) => {
      const from = startedAt + minute * 60_000;
      return (
        breachesSoFar(limit, from + 60_000, startedAt).totalBreaches -
        breachesSoFar(limit, from, startedAt).totalBreaches
      );
    });
    expect(Math.max(...growths)).toBeGreaterThan(5 * Math.min(...growths));

    const log = eventStream(7, zones, { perDay: 200_000 }).day(first(zones), utcDay(startedAt));
    const tried = Array.from({ length: 31 }, (_, minute) => {
      const from = startedAt + minute * 60_000;
      let entries = 0;
      for (let at = log.countBy(from); at < log.countBy(from + 60_000); at += 1) {
        if (log.textOf(at, 'milliseconds', 'json').includes('log-in attempts')) entries += 1;
      }
      return entries;
    });
    expect(busyMinutes(growths)).toEqual(busyMinutes(tried));
  });
});

test('one limit has never been breached', () => {
  expect(breachesSoFar(first(limits.slice(-1)), startedAt, startedAt).totalBreaches).toBe(0);
});
