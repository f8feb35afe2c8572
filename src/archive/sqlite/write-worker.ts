import type { EventLogEntry } from '../../contract/operations/event-logs.ts';
import { keepAsWritten } from '../../contract/shape.ts';
import type { Coverage } from '../../events/coverage.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { tell } from '../../sqlite/serve-calls.ts';
import type { UtcDay } from '../../text/time.ts';
import type { EventArchive } from '../archive.ts';
import { openSqliteArchive } from './event-archive.ts';

/** An entry on its way to the thread, and its stamp as it was written where no double holds that. */
export type SentEntry = readonly [entry: EventLogEntry, stamp: string | undefined];

/** What the thread that writes to an archive can be asked. */
export type WriteCalls = ReturnType<typeof writeCalls>;

export const writeCalls = () => {
  const giveUp = new AbortController();
  /** Entries of pages that have not come whole, by the number of the page. */
  const coming = new Map<number, EventLogEntry[]>();
  let archive: Promise<EventArchive> | undefined;
  const opened = (): Promise<EventArchive> => {
    if (!archive) throw new Error('The archive was not opened');
    return archive;
  };
  return {
    async open(path: string): Promise<void> {
      archive = openSqliteArchive(path, { signal: giveUp.signal, late: tell });
      await archive;
    },
    days: async (zone: string) => (await opened()).days(zone),
    coverage: async (zone: string, day: UtcDay) => (await opened()).coverage(zone, day),
    covered: async (zone: string, day: UtcDay) => (await opened()).covered(zone, day),
    entries(page: number, sent: readonly SentEntry[]): void {
      const entries = coming.get(page) ?? [];
      for (const [entry, stamp] of sent) {
        if (stamp !== undefined) keepAsWritten(entry, 'timestamp', stamp);
        entries.push(entry);
      }
      coming.set(page, entries);
    },
    async append(
      page: number,
      zone: string,
      day: UtcDay,
      coverage: Coverage,
      withdrawn: readonly TimeRange[],
    ): Promise<number> {
      const entries = coming.get(page) ?? [];
      coming.delete(page);
      return (await opened()).append(zone, day, entries, coverage, withdrawn);
    },
    giveUp: (): void => giveUp.abort(),
    close: async (): Promise<void> => (await opened()).close(),
  };
};
