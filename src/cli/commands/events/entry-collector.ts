import type { EntryList } from '../../../contract/operations/event-logs.ts';
import { SeenEntries } from '../../../events/seen-entries.ts';
import type { UtcDay } from '../../../text/time.ts';
import type { EntryFilter, OutputRow } from './entry-filter.ts';

/** Takes pages in: each entry once, those that match written, and no more than were asked for. */
export interface EntryCollector {
  /** Resolves with how many entries were new, once those to be written are. */
  add(day: UtcDay, entries: EntryList): Promise<number>;
  /** A day that nothing more comes of: what is known of its entries is forgotten before long. */
  forget(day: UtcDay): void;
  /** Holds back what matches until the end, and writes the last of it: the newest, where the oldest comes first. */
  keepNewest(): void;
  readonly keepsNewest: boolean;
  /** Writes what was held back. */
  end(): Promise<void>;
  /** Entries that were new. */
  readonly read: number;
  readonly written: number;
  readonly matched: number;
  /** Whether no more than some entries are asked for. */
  readonly isLimited: boolean;
  /** Whether as many were written as were asked for. */
  readonly isFull: boolean;
}

/** @param limit the most entries to write; infinite for all */
export function createEntryCollector(
  filter: EntryFilter,
  limit: number,
  write: (rows: readonly OutputRow[]) => Promise<void>,
): EntryCollector {
  const days = new Map<UtcDay, SeenEntries>();
  /** The day that ended last: its neighbours may still be given entries of it. */
  let ended: UtcDay | undefined;
  let read = 0;
  let matched = 0;
  let written = 0;
  let keepsNewest = false;
  let heldBack: readonly OutputRow[] | undefined;
  return {
    async add(day, entries) {
      const seen = days.get(day) ?? new SeenEntries();
      days.set(day, seen);
      // At midnight the service may give an entry for both days.
      const beside = [days.get(day - 1), days.get(day + 1)];
      const fresh = [...entries].filter(
        (entry) => !beside.some((other) => other?.has(entry)) && seen.add(entry),
      );
      const rows = filter.pick(fresh, day);
      read += fresh.length;
      matched += rows.length;
      if (heldBack) {
        heldBack = [...heldBack, ...rows].slice(-limit);
        return fresh.length;
      }
      const asked = rows.slice(0, limit - written);
      await write(asked);
      written += asked.length;
      return fresh.length;
    },
    keepNewest() {
      if (limit === Number.POSITIVE_INFINITY) return;
      keepsNewest = true;
      heldBack = [];
    },
    get keepsNewest() {
      return keepsNewest;
    },
    async end() {
      const rows = heldBack ?? [];
      heldBack = undefined;
      if (rows.length > 0) await write(rows);
      written += rows.length;
    },
    forget(day) {
      if (day === ended) return;
      if (ended !== undefined) days.delete(ended);
      ended = day;
    },
    get read() {
      return read;
    },
    get written() {
      return written;
    },
    get matched() {
      return matched;
    },
    isLimited: limit < Number.POSITIVE_INFINITY,
    get isFull() {
      return written >= limit;
    },
  };
}
