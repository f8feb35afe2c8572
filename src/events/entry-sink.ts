import type { EventLogEntry } from '../contract/operations/event-logs.ts';
import type { UtcDay } from '../text/moments.ts';
import type { Coverage } from './coverage.ts';

/** Where entries are kept: the local archive, or another engine of a team's choice. */
export interface EntrySink {
  /**
   * Keeps the entries of one page and what is covered of the day with them: both, or neither. Resolves
   * once they are kept. Entries may come again, from this run, an earlier one or one beside it; each is kept
   * once, and versions that differ under one log id are all kept.
   *
   * @param zone shield zone id
   * @param day the day whose log the page is of
   */
  take(
    zone: string,
    day: UtcDay,
    entries: readonly EventLogEntry[],
    coverage: Coverage,
  ): Promise<void>;
}
