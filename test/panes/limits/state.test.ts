import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BreachCounts,
  rateLimitMetrics,
} from '../../../src/contract/operations/rate-limit-metrics.ts';
import {
  daysOf,
  type LimitRow,
  limitRow,
  rates,
  risingNow,
  sampled,
  statusOf,
} from '../../../src/panes/limits/state.ts';
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
    expect(rates(polled(100, 110, 110, 160).samples)).toEqual([20, 10, 50]);
  });

  it('is steady where the service counts every half a minute, and is asked every five seconds', () => {
    const samples = Array.from({ length: 60 }, (_, poll) => {
      const totalBreaches = 100 + 49 * Math.floor(poll / 6);
      const counts = { totalBreaches } as BreachCounts;
      return { at: { wall: poll * 5000, elapsed: poll * 5000 }, counts };
    });
    const settled = rates(samples).slice(12);
    expect(settled.length).toBe(47);
    expect(settled.every((rate) => rate === 98)).toBe(true);
  });

  it('is not taken from two readings within a second, as after a refresh', () => {
    const read = (row: LimitRow, elapsed: number, totalBreaches: number) => {
      const value = rateLimitMetrics.answer.decode(
        { data: { overview: { totalBreaches } } },
        noDrift,
      );
      const at = { wall: elapsed, elapsed };
      return sampled(row, { kind: 'loaded', value, at, took: 1 });
    };
    const twice = read(read(limitRow('7', 'login'), 0, 100), 500, 150);
    expect(risingNow(twice)).toBeNull();
    expect(statusOf(twice)).toBe('unknown');
    expect(risingNow(read(twice, 5000, 160))?.total).toBe(720);
    // A refresh shows a reset too.
    expect(read(twice, 5000, 120).resets).toBe(1);
  });

  it('is unknown where a counter is missing', () => {
    expect(rates(polled(100, null, 110).samples)).toEqual([Number.NaN, 10]);
  });

  it('is what is told as the rate of now, at the end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 2, maxLength: 200 }), (risen) => {
        let total = 0;
        const row = polled(...risen.map((each) => (total += each)));
        expect(rates(row.samples).at(-1)).toBe(risingNow(row)?.total);
      }),
    );
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

  it('was reset, too, where an answer without a total came in between', () => {
    const row = polled(1000, null, 5, 7);
    expect(row.resets).toBe(1);
    expect(row.first?.counts.totalBreaches).toBe(5);
    expect(risingNow(row)?.total).toBe(4);
    expect(polled(1000, null, 1010).resets).toBe(0);
  });
});

it('samples are remembered for as long as a screen can show them, and no longer', () => {
  const row = polled(...Array.from({ length: 500 }, (_, poll) => poll));
  expect(row.samples.length).toBeLessThanOrEqual(200);
  expect(row.first?.counts.totalBreaches).toBe(0);
});

it('stamps of hours are summed to days, and a counter that one of them lacks is unknown', () => {
  const hour = (at: number) => new Date(Date.parse('2026-03-13T00:00:00Z') + at * 3_600_000);
  const past = Object.fromEntries(
    Array.from({ length: 48 }, (_, at) => [
      hour(at).toISOString(),
      { totalBreaches: 10, blockedBreaches: at === 3 ? null : 10 },
    ]),
  );
  expect(daysOf(past)?.map(({ at, value }) => [new Date(at).toISOString(), value])).toEqual([
    [
      '2026-03-13T00:00:00.000Z',
      { totalBreaches: 240, blockedBreaches: null, challengedBreaches: null, loggedBreaches: null },
    ],
    [
      '2026-03-14T00:00:00.000Z',
      { totalBreaches: 240, blockedBreaches: 240, challengedBreaches: null, loggedBreaches: null },
    ],
  ]);
});
