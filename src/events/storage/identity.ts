import { type EventLogEntry, stampAsWritten } from '../../contract/operations/event-logs.ts';
import { LABELS } from './columns.ts';
import { GUID_WORDS, packGuid } from './guid.ts';
import type { Segment } from './segment.ts';

/* The identity of an entry: its zone and log id, or its content if the log id is missing or empty. */

const isName = (logId: string | null): logId is string => logId !== null && logId !== '';

/** Stores the id of a new row. */
export function writeId(segment: Segment, row: number, entry: EventLogEntry): void {
  const { logId } = entry;
  const at = row * GUID_WORDS;
  if (logId !== null && packGuid(logId, segment.ids, at)) return;
  segment.keepOddId(row, logId);
  // Stored in place of the id, so that its hash is available without reading the log.
  if (!isName(logId)) segment.ids[at] = contentHash(entry);
}

/** Hash of an entry's content without its log id. */
export function contentHash(entry: EventLogEntry): number {
  const { timestamp, log, labels } = entry;
  const values = LABELS.map((label) => labels[label]);
  return hashText(JSON.stringify([stampAsWritten(entry) ?? timestamp, log, values]), 0);
}

/** The index hash of a further version under the same log id. */
export const versionHash = (identity: number, content: number): number =>
  finish(mix(identity, content));

/**
 * The hash that a row is indexed by.
 *
 * @param seed the hash of its zone
 */
export function identityHash(segment: Segment, row: number, seed: number): number {
  const at = row * GUID_WORDS;
  if (segment.hasGuid(row)) {
    let hash = seed;
    for (let word = 0; word < GUID_WORDS; word += 1) {
      hash = mix(hash, segment.ids[at + word] as number);
    }
    return finish(hash);
  }
  const logId = segment.idOf(row);
  return isName(logId) ? hashText(logId, seed) : finish(mix(seed, segment.ids[at] as number));
}

/** Whether a row has a log id. */
export const isNamed = (segment: Segment, row: number): boolean =>
  segment.hasGuid(row) || isName(segment.idOf(row));

/** Whether two rows have the same log id, or both have none. */
export function sameId(a: Segment, rowA: number, b: Segment, rowB: number): boolean {
  if (a.hasGuid(rowA) !== b.hasGuid(rowB)) return false;
  if (!a.hasGuid(rowA)) return a.idOf(rowA) === b.idOf(rowB);
  for (let word = 0; word < GUID_WORDS; word += 1) {
    if (a.ids[rowA * GUID_WORDS + word] !== b.ids[rowB * GUID_WORDS + word]) return false;
  }
  return true;
}

/** Mixes a 32-bit word into a hash. For tables in memory only, not cryptographic. */
function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) | 0;
}

/** Spreads differences over all 32 bits (the finaliser of MurmurHash3). */
function finish(hash: number): number {
  let spread = hash ^ (hash >>> 16);
  spread = Math.imul(spread, 0x85ebca6b);
  spread ^= spread >>> 13;
  spread = Math.imul(spread, 0xc2b2ae35);
  return (spread ^ (spread >>> 16)) >>> 0;
}

/** Hash of a text by its UTF-16 units. */
export function hashText(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return finish(hash);
}
