import { createHash } from 'node:crypto';
import type { EventLogEntry } from '../../../contract/operations/event-logs.ts';
import type { UtcDay } from '../../../text/moments.ts';
import type { EntryFilter, Row } from './entry-filter.ts';

/** Takes pages in: each entry once, those that match written, and no more than were asked for. */
export interface EntryCollector {
  /** Resolves with how many entries were new, once those to be written are. */
  add(day: UtcDay, entries: readonly EventLogEntry[]): Promise<number>;
  /** A day that nothing more comes of: what is known of its entries is forgotten. */
  forget(day: UtcDay): void;
  /** Entries that were new. */
  readonly read: number;
  readonly written: number;
  /** Whether as many were written as were asked for. */
  readonly isFull: boolean;
}

/** @param limit the most entries to write */
export function createEntryCollector(
  filter: EntryFilter,
  limit: number,
  write: (rows: readonly Row[]) => Promise<void>,
): EntryCollector {
  const days = new Map<UtcDay, SeenEntries>();
  let read = 0;
  let written = 0;
  return {
    async add(day, entries) {
      const seen = days.get(day) ?? new SeenEntries();
      days.set(day, seen);
      const fresh = entries.filter((entry) => seen.add(entry));
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
