import { createHash } from 'node:crypto';
import type { EventLogEntry } from '../contract/operations/event-logs.ts';

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

  /** Whether the entry came before. */
  has(entry: EventLogEntry): boolean {
    const known = this.#ids.get(entry.logId ?? '');
    if (known === undefined) return false;
    const content = contentOf(entry);
    return typeof known === 'string' ? known === content : known.has(content);
  }

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
