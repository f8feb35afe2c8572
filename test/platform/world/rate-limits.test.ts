import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Breaches,
  breachesSoFar,
  breachHistory,
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
        fc.integer({ min: 0, max: 86_400_000 }),
        (limit, age, later) => {
          const before = breachesSoFar(limit, startedAt + age, startedAt);
          const after = breachesSoFar(limit, startedAt + age + later, startedAt);
          expect(after.totalBreaches).toBeGreaterThanOrEqual(before.totalBreaches);
          expect(isSummed(after)).toBe(true);
        },
      ),
      { numRuns: 50 },
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

describe('the history', () => {
  test('has 28 days, today last and growing', () => {
    const limit = first(limits);
    const history = Object.entries(breachHistory(limit, startedAt, 'every day'));
    expect(history).toHaveLength(28);
    expect(history.at(-1)?.[0]).toBe('2026-03-14T00:00:00Z');
    const later = Object.values(breachHistory(limit, startedAt + 3_600_000, 'every day'));
    expect(later.at(-1)?.totalBreaches).toBeGreaterThan(history.at(-1)?.[1].totalBreaches ?? 0);
    expect(history.every(([, counts]) => isSummed(counts))).toBe(true);
  });

  test('leaves days out when only the busy ones are kept', () => {
    const days = Object.keys(breachHistory(first(limits), startedAt, 'busy days')).length;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(28);
  });
});

test('one limit has never been breached', () => {
  expect(breachesSoFar(first(limits.slice(-1)), startedAt, startedAt).totalBreaches).toBe(0);
});
