import { describe, expect, it } from 'vitest';
import { rateLimitMetrics } from '../../../src/contract/operations/rate-limit-metrics.ts';
import { type LimitRow, limitRow, rates, sampled } from '../../../src/panes/limits/state.ts';
import { noDrift } from '../../support/no-drift.ts';

/** The row after polls half a minute apart that counted so many breaches. */
function polled(...totals: readonly (number | null)[]): LimitRow {
  return totals.reduce<LimitRow>(
    (row, totalBreaches, poll) => {
      const value = rateLimitMetrics.answer.decode(
        { data: { overview: { totalBreaches } } },
        noDrift,
      );
      const at = { wall: poll * 30_000, elapsed: poll * 30_000 };
      return sampled(row, { kind: 'loaded', value, at, took: 1 });
    },
    limitRow('7', 'login'),
  );
}

describe('the rate', () => {
  it('is what the counter rose by, a minute', () => {
    expect(rates(polled(100, 110, 110, 160).samples)).toEqual([20, 0, 100]);
  });

  it('is unknown where a counter is missing', () => {
    expect(rates(polled(100, null, 110).samples)).toEqual([Number.NaN, Number.NaN]);
  });

  it('is none from one sample', () => {
    expect(rates(polled(100).samples)).toEqual([]);
  });
});

// Assumption: breach-sums
describe('a counter that falls', () => {
  it('was reset: counting begins anew, and that is counted', () => {
    const row = polled(100, 110, 3, 5);
    expect(row.resets).toBe(1);
    expect(row.first?.counts.totalBreaches).toBe(3);
    expect(rates(row.samples)).toEqual([4]);
  });
});

it('samples are remembered for as long as a screen can show them, and no longer', () => {
  const row = polled(...Array.from({ length: 500 }, (_, poll) => poll));
  expect(row.samples.length).toBeLessThanOrEqual(200);
  expect(row.first?.counts.totalBreaches).toBe(0);
});
