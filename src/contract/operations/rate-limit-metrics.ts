import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, object, orBlank, required } from '../shape.ts';
import { anything, genericResponse, integer } from '../values.ts';

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
