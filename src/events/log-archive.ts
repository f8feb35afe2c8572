import type { EntryList } from '../contract/operations/event-logs.ts';
import type { UtcDay } from '../text/time.ts';
import { type Coverage, covers, dayRange } from './coverage.ts';
import type { TimeRange } from './time-range.ts';

/**
 * A store of log entries that outlives the run: a local archive or a team's. A run continues where earlier runs
 * stopped.
 */
export interface LogArchive {
  /** The days of a zone that it has entries or coverage of, oldest first. */
  days(zone: string): Promise<readonly UtcDay[]>;
  /** The combined coverage of a day by all runs. */
  coverage(zone: string, day: UtcDay): Promise<Coverage>;
  /** What a new run may treat as covered. */
  covered(zone: string, day: UtcDay): Promise<readonly TimeRange[]>;
  /**
   * Writes the entries of one page together with their coverage, never coverage without its entries. Resolves with the
   * number of new entries once they are written, or with the number of entries if they are queued and the caller need
   * not wait. Entries may be repeated by any run; each is stored once, and different versions under one log id are all
   * stored. Once a page was rejected, all later ones of its zone are, since their coverage includes it.
   *
   * @param zone shield zone id
   * @param day the day whose log the page belongs to
   * @param withdrawn ranges that were covered before and no longer are
   */
  append(
    zone: string,
    day: UtcDay,
    entries: EntryList,
    coverage: Coverage,
    withdrawn?: readonly TimeRange[],
  ): Promise<number>;
}

/** Earlier days that the service still has completely (it keeps 72 hours). */
const RETAINED_DAYS = 2;

/**
 * The day a run begins with: the earliest that it can still complete since archiving began, or today if earlier days
 * are complete or were never archived.
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
