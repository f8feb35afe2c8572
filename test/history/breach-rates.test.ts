import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RateLimitMetrics } from '../../src/contract/operations/rate-limit-metrics.ts';
import { BreachRates, rateDifference } from '../../src/history/breach-rates.ts';

const MINUTE = 60_000;

/** Facts of counters that are read every `every` milliseconds, as `12 a minute → 240 a minute`. */
function factsOf(totals: readonly (number | null)[], every = 30_000): readonly string[] {
  const rates = new BreachRates();
  return totals.flatMap((totalBreaches, at) => {
    const answer = { data: { overview: { totalBreaches } } } as unknown as RateLimitMetrics;
    const fact = rates.see('9', answer, at * every);
    return fact ? `${fact.from} → ${fact.to}, ${fact.after}..${fact.by}` : [];
  });
}

it('reports a step of the rate once, with the minute in which it was counted', () => {
  expect(factsOf([0, 5, 10, 15, 20, 140, 260, 380, 500])).toEqual([
    `10 a minute → 240 a minute, ${2 * MINUTE}..${3 * MINUTE}`,
  ]);
});

it('a rise and its end are two facts, and small variations are none', () => {
  expect(factsOf([0, 0, 0, 60, 120, 120, 120])).toEqual([
    `0 a minute → 120 a minute, ${MINUTE}..${2 * MINUTE}`,
    `120 a minute → 0 a minute, ${2 * MINUTE}..${3 * MINUTE}`,
  ]);
  expect(factsOf([0, 5, 10, 16, 21, 24, 30, 36, 41])).toEqual([]);
});

it('reports nothing across a counter reset, a missing counter, or a time without answers', () => {
  expect(factsOf([500, 505, 510, 0, 5, 10, 15])).toEqual([]);
  expect(factsOf([0, 5, 10, null, 20, 25, 30])).toEqual([]);
  expect(factsOf([0, 5000, 10_000], 10 * MINUTE)).toEqual([]);
});

it('E16: reports nothing for a steady rate while the clock is set back by a minute and a half', () => {
  const rates = new BreachRates();
  // 10 a minute, by a clock that is corrected after the fifth answer.
  const clock = [0, 30, 60, 90, 120, 60, 90, 120, 150, 180, 210, 240];
  const facts = clock.map((seconds, at) => {
    const answer = { data: { overview: { totalBreaches: at * 5 } } } as unknown as RateLimitMetrics;
    return rates.see('9', answer, seconds * 1000);
  });
  expect(facts.filter((fact) => fact !== null)).toEqual([]);
});

it('equal rates are no step, and the way back from a step is one', () => {
  const rate = fc.float({ min: 0, max: 100_000, noNaN: true });
  fc.assert(
    fc.property(rate, rate, (a, b) => {
      expect(rateDifference(a, a)).toBeNull();
      const [there, back] = [rateDifference(a, b), rateDifference(b, a)];
      expect([there?.from, there?.to]).toEqual([back?.to, back?.from]);
    }),
  );
});
