import type { BreachCounts } from '../../src/contract/operations/rate-limit-metrics.ts';
import type { Json } from '../../src/contract/values.ts';
import { type LimitRow, limitRow, sampled } from '../../src/panes/limits/state.ts';

/** A rate limit after polls half a minute apart with these counters, and `past` as its count of the last 28 days. */
export const polledLimit = (
  name: string,
  ...readings: readonly (BreachCounts & { readonly past?: Json })[]
): LimitRow =>
  readings.reduce<LimitRow>(
    (row, { past = {}, ...overview }, reading) =>
      sampled(row, {
        kind: 'loaded',
        value: {
          data: { overview, ratelimitOverviewPastTwentyEightDays: past },
          error: { statusCode: null, success: null, message: null, errorKey: null },
        },
        at: { wall: reading * 30_000, elapsed: reading * 30_000 },
        took: 1,
      }),
    limitRow('7', name),
  );
