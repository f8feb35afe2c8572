import { createHash } from 'node:crypto';
import { type EventLogEntry, stampAsWritten } from '../contract/operations/event-logs.ts';
import { LABELS } from '../events/storage/columns.ts';

const HASH_BYTES = 16;

/** 16 bytes of SHA-256 over all that an entry says: what tells it from others, in every archive. */
export function contentHash(entry: EventLogEntry): Uint8Array {
  const { logId, timestamp, log, labels } = entry;
  const values = JSON.stringify(LABELS.map((label) => labels[label]));
  // JSON escapes lone surrogates, so different entries stay different.
  const said = JSON.stringify([logId, stampAsWritten(entry) ?? timestamp, log, values]);
  return createHash('sha256').update(said).digest().subarray(0, HASH_BYTES);
}
