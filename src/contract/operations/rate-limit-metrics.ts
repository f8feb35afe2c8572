import { startOfDay, utcDay } from '../../text/time.ts';
import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, object, orBlank, required } from '../shape.ts';
import {
  anything,
  genericResponse,
  integer,
  type Json,
  type TimePoint,
  timeSeries,
} from '../values.ts';

/* Resources, "Rate-limit metrics". */

const overview = orBlank({
  /** Neither the starting time nor whether it is the sum of the others is stated. */
  totalBreaches: integer,
  loggedBreaches: integer,
  challengedBreaches: integer,
  blockedBreaches: integer,
});

export const metricsShape = object({
  data: required(
    object({
      overview,
      /** Structure not shown. Seen: timestamps as keys, objects like `overview` as values. */
      ratelimitOverviewPastTwentyEightDays: anything,
    }),
  ),
  error: genericResponse,
});

export type BreachCounts = Decoded<typeof overview>;
const COUNTERS = [
  'totalBreaches',
  'loggedBreaches',
  'challengedBreaches',
  'blockedBreaches',
] as const;

/** The four counters of an object; undefined if it has no total, or anything else in it would be lost. */
function countsOf(json: Json): BreachCounts | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const from = Object.entries(json as { readonly [key: string]: Json });
  // Numbers that do not fit a double are strings here.
  const isPlain = from.every(
    ([name, value]) =>
      COUNTERS.some((each) => each === name) && (value === null || typeof value === 'number'),
  );
  const counts: Partial<Record<string, Json>> = Object.fromEntries(from);
  if (!isPlain || typeof counts['totalBreaches'] !== 'number') return undefined;
  const numbers = COUNTERS.map((name) => {
    const value = counts[name];
    return [name, typeof value === 'number' ? value : null];
  });
  return Object.fromEntries(numbers) as BreachCounts;
}

/**
 * The past counters by UTC day, oldest first. Several counters of one day are summed (their timestamps are not stated
 * to be days); a counter missing in one of them is unknown. Undefined if anything has another form.
 */
export function breachDays(past: Json): readonly TimePoint<BreachCounts>[] | undefined {
  const points = timeSeries(past, countsOf);
  if (points?.length !== Object.keys(past ?? {}).length) return undefined;
  const days = Map.groupBy(points, ({ at }) => utcDay(at));
  if (days.size === points.length) return points;
  return [...days].map(([day, of]) => {
    const sums = COUNTERS.map((name) => [
      name,
      of.reduce<number | null>((sum, { value }) => {
        const each = value[name];
        return sum === null || each === null ? null : sum + each;
      }, 0),
    ]);
    return { at: startOfDay(day), value: Object.fromEntries(sums) as BreachCounts };
  });
}

export type RateLimitMetrics = NonNullable<Decoded<typeof metricsShape>>;

/** Breach counters of a rate limit (Endpoints, 3). */
export const rateLimitMetrics = defineOperation<{ readonly id: string }, RateLimitMetrics>({
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
