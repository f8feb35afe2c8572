import type { EventLogEntry } from '../../../contract/operations/event-logs.ts';
import type { UtcDay } from '../../../text/moments.ts';
import type { EntryFilter, Row } from './entry-filter.ts';
import { SeenEntries } from './seen-entries.ts';

/** Takes pages in: each entry once, those that match written, and no more than were asked for. */
export interface EntryTaker {
  /** Resolves with how many entries were new, once those to be written are. */
  take(day: UtcDay, entries: readonly EventLogEntry[]): Promise<number>;
  /** A day that nothing more comes of: what is known of its entries is forgotten. */
  forget(day: UtcDay): void;
  /** Entries that were new. */
  readonly read: number;
  readonly written: number;
  /** Whether as many were written as were asked for. */
  readonly isFull: boolean;
}

/** @param limit the most entries to write */
export function entryTaker(
  filter: EntryFilter,
  limit: number,
  write: (rows: readonly Row[]) => Promise<void>,
): EntryTaker {
  const days = new Map<UtcDay, SeenEntries>();
  let read = 0;
  let written = 0;
  return {
    async take(day, entries) {
      const seen = days.get(day) ?? new SeenEntries();
      days.set(day, seen);
      const fresh = entries.filter((entry) => seen.take(entry));
      const rows = filter.pick(fresh, day).slice(0, limit - written);
      await write(rows);
      read += fresh.length;
      written += rows.length;
      return fresh.length;
    },
    forget: (day) => days.delete(day),
    get read() {
      return read;
    },
    get written() {
      return written;
    },
    get isFull() {
      return written >= limit;
    },
  };
}
