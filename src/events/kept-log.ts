import type { UtcDay } from '../text/moments.ts';
import { type Coverage, covers, dayRange } from './coverage.ts';
import type { EntrySink } from './entry-sink.ts';
import type { TimeRange } from './time-range.ts';

/** An engine that entries are kept in, as a run sees it that goes on where others ended. */
export interface KeptLog extends EntrySink {
  /** The days of a zone that it has anything of, oldest first. */
  days(zone: string): readonly UtcDay[];
  /** What was covered of a day by all runs together. */
  coverage(zone: string, day: UtcDay): Coverage;
  /** What a run may take as covered when it begins. */
  covered(zone: string, day: UtcDay): readonly TimeRange[];
}

/** Days before today of which the service still has all (it keeps 72 hours). */
const KEPT_DAYS = 2;

/**
 * The day that a run begins with: the earliest that it can still complete, of those since keeping began;
 * today where the days before are kept to their end, or were never to be.
 */
export function firstOpenDay(
  log: Pick<KeptLog, 'days' | 'coverage'>,
  zone: string,
  today: UtcDay,
): UtcDay {
  const [first] = log.days(zone);
  if (first === undefined) return today;
  for (let day = Math.max(first, today - KEPT_DAYS); day < today; day += 1) {
    if (!covers(log.coverage(zone, day), dayRange(day))) return day;
  }
  return today;
}
