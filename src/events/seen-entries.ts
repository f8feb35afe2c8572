import { createHash } from 'node:crypto';
import {
  type EntryList,
  type EventLogEntry,
  stampAsWritten,
} from '../contract/operations/event-logs.ts';

/** What tells an entry from all others, and one version of it from another. */
export function contentOf(entry: EventLogEntry): string {
  const { logId, timestamp, log, labels } = entry;
  const said = JSON.stringify([logId, stampAsWritten(entry) ?? timestamp, log, labels]);
  return createHash('sha256').update(said).digest('base64url');
}

/** What a page begins and ends with, and how much it has; undefined for one without entries. */
export function pageEnds(logs: EntryList): string | undefined {
  const [first, last] = [logs.at(0), logs.at(logs.length - 1)];
  return first && last && `${logs.length} ${contentOf(first)} ${contentOf(last)}`;
}

/**
 * Remembers which entries there were, so that each is written once, however often the service sends it. An
 * entry that comes again under the same log id and says something else is another one.
 */
export class SeenEntries {
  readonly #seen = new Set<string>();

  /** Whether the entry came before. */
  has(entry: EventLogEntry): boolean {
    return this.#seen.has(contentOf(entry));
  }

  /** Whether the entry is new; it no longer is, from then on. */
  add(entry: EventLogEntry): boolean {
    const before = this.#seen.size;
    return this.#seen.add(contentOf(entry)).size > before;
  }
}
