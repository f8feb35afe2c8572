import { createHash } from 'node:crypto';
import {
  type EntryList,
  type EventLogEntry,
  stampAsWritten,
} from '../contract/operations/event-logs.ts';

/** A hash that identifies an entry and its version. */
export function contentOf(entry: EventLogEntry): string {
  const { logId, timestamp, log, labels } = entry;
  const text = JSON.stringify([logId, stampAsWritten(entry) ?? timestamp, log, labels]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Identifies a page by its first and last entry and its length; undefined for an empty page. */
export function pageEnds(logs: EntryList): string | undefined {
  const [first, last] = [logs.at(0), logs.at(logs.length - 1)];
  return first && last && `${logs.length} ${contentOf(first)} ${contentOf(last)}`;
}

/**
 * Remembers entries, so that each is written once however often the service sends it. Different content under the same
 * log id counts as another entry.
 */
export class SeenEntries {
  readonly #seen = new Set<string>();

  has(entry: EventLogEntry): boolean {
    return this.#seen.has(contentOf(entry));
  }

  /** Remembers an entry, and returns whether it is new. */
  add(entry: EventLogEntry): boolean {
    const before = this.#seen.size;
    return this.#seen.add(contentOf(entry)).size > before;
  }
}
