import { createHash } from 'node:crypto';
import type { EventLogEntry } from '../../../contract/operations/event-logs.ts';
import type { UtcDay } from '../../../text/time.ts';
import type { EntryFilter, Row } from './entry-filter.ts';

/** Takes pages in: each entry once, those that match written, and no more than were asked for. */
export interface EntryCollector {
  /** Resolves with how many entries were new, once those to be written are. */
  add(day: UtcDay, entries: readonly EventLogEntry[]): Promise<number>;
  /** A day that nothing more comes of: what is known of its entries is forgotten. */
  forget(day: UtcDay): void;
  /** Holds back what matches until the end, and writes the last of it: the newest, where the oldest comes first. */
  keepNewest(): void;
  /** Whether it does. */
  readonly keepsNewest: boolean;
  /** Writes what was held back. */
  end(): Promise<void>;
  /** Entries that were new. */
  readonly read: number;
  readonly written: number;
  /** Entries that match, so far. */
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
  write: (rows: readonly Row[]) => Promise<void>,
): EntryCollector {
  const days = new Map<UtcDay, SeenEntries>();
  let read = 0;
  let matched = 0;
  let written = 0;
  let keepsNewest = false;
  let heldBack: readonly Row[] | undefined;
  return {
    async add(day, entries) {
      const seen = days.get(day) ?? new SeenEntries();
      days.set(day, seen);
      const fresh = entries.filter((entry) => seen.add(entry));
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
    forget: (day) => days.delete(day),
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

/** What tells one version of an entry from another, beside its log id. */
const contentOf = ({ timestamp, log, labels }: EventLogEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([timestamp, log, labels]))
    .digest('base64url');

/**
 * Remembers which entries there were, so that each is written once, however often the service sends it. An
 * entry that comes again under the same log id and says something else is another one.
 */
export class SeenEntries {
  readonly #ids = new Map<string, string | Set<string>>();

  /** Whether the entry is new; it no longer is, from then on. */
  add(entry: EventLogEntry): boolean {
    const id = entry.logId ?? '';
    const content = contentOf(entry);
    const known = this.#ids.get(id);
    if (known === undefined) {
      this.#ids.set(id, content);
      return true;
    }
    if (typeof known === 'string') {
      if (known === content) return false;
      this.#ids.set(id, new Set([known, content]));
      return true;
    }
    if (known.has(content)) return false;
    known.add(content);
    return true;
  }
}
