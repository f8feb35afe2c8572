import type { BreachCounts } from '../../contract/operations/rate-limit-metrics.ts';
import { type Json, timeSeries } from '../../contract/values.ts';
import { DAY_MS } from '../../text/time.ts';

/** The counters of one day. */
export interface Day {
  /** Its stamp, milliseconds since the Unix epoch. */
  readonly at: number;
  readonly counts: BreachCounts;
}

const NAMES = ['totalBreaches', 'loggedBreaches', 'challengedBreaches', 'blockedBreaches'] as const;

/** The four counters; undefined of what has none, or anything but these: nothing that came is left out or altered. */
function countsOf(json: Json): BreachCounts | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const from = Object.entries(json as { readonly [key: string]: Json });
  // A number that no double holds is a string.
  const isPlain = from.every(
    ([name, value]) =>
      NAMES.some((each) => each === name) && (value === null || typeof value === 'number'),
  );
  const counts: Partial<Record<string, Json>> = Object.fromEntries(from);
  if (!isPlain || typeof counts['totalBreaches'] !== 'number') return undefined;
  const numberAt = (name: (typeof NAMES)[number]) => {
    const value = counts[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    totalBreaches: numberAt('totalBreaches'),
    loggedBreaches: numberAt('loggedBreaches'),
    challengedBreaches: numberAt('challengedBreaches'),
    blockedBreaches: numberAt('blockedBreaches'),
  };
}

/** The past 28 days, the oldest first, where they came as counters by stamp; undefined for anything else. */
export function daysOf(past: Json): readonly Day[] | undefined {
  const days = timeSeries(past, countsOf);
  const isWhole = days?.length === Object.keys(past ?? {}).length;
  return days && isWhole && days.length > 0
    ? days.map(({ at, value }) => ({ at, counts: value }))
    : undefined;
}

/** Longer than what the service says it tells of: not filled up. */
const MOST = 40;

/** The days with null for those in between of which nothing came. */
export function withGaps(days: readonly Day[]): readonly (Day | null)[] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return [];
  const length = (last.at - first.at) / DAY_MS + 1;
  if (length > MOST || days.some(({ at }) => (at - first.at) % DAY_MS !== 0)) return days;
  const byStamp = new Map(days.map((day) => [day.at, day]));
  return Array.from({ length }, (_, at) => byStamp.get(first.at + at * DAY_MS) ?? null);
}
