import { startOfDay, utcDay } from '../../text/time.ts';
import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, object, orBlank, required } from '../shape.ts';
import { anything, genericResponse, integer, type TimePoint } from '../values.ts';

/* Resources, "Rate-limit metrics". */

const overview = orBlank({
  /** Count; since when is not stated. Whether it is the sum of the others is not stated either. */
  totalBreaches: integer,
  /** Count. */
  loggedBreaches: integer,
  /** Count. */
  challengedBreaches: integer,
  /** Count. */
  blockedBreaches: integer,
});

export const metricsShape = object({
  data: required(
    object({
      overview,
      /** Internal structure not shown. Seen: stamps as keys, objects like `overview` as values. */
      ratelimitOverviewPastTwentyEightDays: anything,
    }),
  ),
  error: genericResponse,
});

interface RateLimitMetricsInput {
  /** Identifier of the rate limit, decimal digits. */
  readonly id: string;
}

export type BreachCounts = Decoded<typeof overview>;
const COUNTERS = [
  'totalBreaches',
  'loggedBreaches',
  'challengedBreaches',
  'blockedBreaches',
] as const;

/**
 * The counters a UTC day: their stamps are not stated to be days. Where several are of one day they are summed; a counter
 * that one of them lacks is unknown.
 */
export function breachesByDay<Counts extends Partial<BreachCounts>>(
  points: readonly TimePoint<Counts>[],
): readonly TimePoint<Counts | BreachCounts>[] {
  const days = Map.groupBy(points, ({ at }) => utcDay(at));
  if (days.size === points.length) return points;
  return [...days].map(([day, of]) => {
    const sums = COUNTERS.map((name) => [
      name,
      of.reduce<number | null>((sum, { value }) => {
        const each = value[name] ?? null;
        return sum === null || each === null ? null : sum + each;
      }, 0),
    ]);
    return { at: startOfDay(day), value: Object.fromEntries(sums) as BreachCounts };
  });
}

export type RateLimitMetrics = NonNullable<Decoded<typeof metricsShape>>;

/** Breach counters of one rate limit (Endpoints, 3). */
export const rateLimitMetrics = defineOperation<RateLimitMetricsInput, RateLimitMetrics>({
  id: 'rate-limit-metrics',
  number: 3,
  title: 'Rate-limit metrics',
  method: 'GET',
  path: '/shield/metrics/rate-limit/{id}',
  subject: 'rateLimits',
  credential: 'not shown',
  effect: 'reads',
  probe: { noun: 'rate limit', input: (id) => ({ id }) },
  compose: ({ id }) => ({ path: { id } }),
  answer: decoder('rate-limit-metrics', metricsShape),
});
