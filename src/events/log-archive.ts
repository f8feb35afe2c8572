import type { EntryList } from '../contract/operations/event-logs.ts';
import type { UtcDay } from '../text/time.ts';
import { type Coverage, covers, dayRange } from './coverage.ts';
import type { TimeRange } from './time-range.ts';

/**
 * A store of log entries that outlives the run: the local archive, or another one of a team's choice. A
 * run continues what earlier runs have written.
 */
export interface LogArchive {
  /** The days of a zone that it has anything of, oldest first. */
  days(zone: string): Promise<readonly UtcDay[]>;
  /** What was covered of a day by all runs together. */
  coverage(zone: string, day: UtcDay): Promise<Coverage>;
  /** What a run may take as covered when it begins. */
  covered(zone: string, day: UtcDay): Promise<readonly TimeRange[]>;
  /**
   * Writes the entries of one page and what is covered of the day with them: never what is covered without its
   * entries. Resolves with how many of the entries were new, once they are written; with how many there are, where they wait to be
   * written and the caller need not. Entries may come again, from this run, an earlier one or a concurrent one; each is
   * stored once, and versions that differ under one log id are all stored.
   *
   * @param zone shield zone id
   * @param day the day whose log the page is of
   * @param withdrawn what was said to be covered before, and is not known to be any more
   */
  append(
    zone: string,
    day: UtcDay,
    entries: EntryList,
    coverage: Coverage,
    withdrawn?: readonly TimeRange[],
  ): Promise<number>;
}

/** Days before today of which the service still has all (it keeps 72 hours). */
const RETAINED_DAYS = 2;

/**
 * The day that a run begins with: the earliest that it can still complete, of those since archiving began;
 * today where the days before are archived to their end, or were never to be.
 */
export async function firstOpenDay(
  archive: Pick<LogArchive, 'days' | 'coverage'>,
  zone: string,
  today: UtcDay,
): Promise<UtcDay> {
  const [first] = await archive.days(zone);
  if (first === undefined) return today;
  for (let day = Math.max(first, today - RETAINED_DAYS); day < today; day += 1) {
    if (!covers(await archive.coverage(zone, day), dayRange(day))) return day;
  }
  return today;
}
