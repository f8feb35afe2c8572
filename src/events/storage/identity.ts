import type { EventLogEntry } from '../../contract/operations/event-logs.ts';
import { GUID_WORDS, packGuid } from './guid.ts';
import type { Segment } from './segment.ts';

/* What makes an entry the one it is: its zone and its log id; without a log id, its content. */

/** Gives a new row the id of its entry. */
export function writeId(
  segment: Segment,
  row: number,
  entry: Pick<EventLogEntry, 'logId' | 'log' | 'timestamp'>,
): void {
  const { logId, log, timestamp } = entry;
  const at = row * GUID_WORDS;
  if (logId !== null && packGuid(logId, segment.ids, at)) return;
  segment.keepOddId(row, logId);
  // In place of the id: then its hash can be told without reading the log again.
  if (logId === null) segment.ids[at] = mixInto(hashText(log ?? '', 0), timestamp ?? 0);
}

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
  return logId === null ? finish(mix(seed, segment.ids[at] as number)) : hashText(logId, seed);
}

/** Whether two rows have the same log id; true of two that have none. */
export function sameId(a: Segment, rowA: number, b: Segment, rowB: number): boolean {
  if (a.hasGuid(rowA) !== b.hasGuid(rowB)) return false;
  if (!a.hasGuid(rowA)) return a.idOf(rowA) === b.idOf(rowB);
  for (let word = 0; word < GUID_WORDS; word += 1) {
    if (a.ids[rowA * GUID_WORDS + word] !== b.ids[rowB * GUID_WORDS + word]) return false;
  }
  return true;
}

/** Folds a number of up to 53 bits into a hash. */
const mixInto = (hash: number, value: number): number =>
  finish(mix(mix(hash, value | 0), Math.trunc(value / 2 ** 32) | 0));

/** Mixes one 32-bit word into a running hash. Not for secrets: for tables in memory. */
function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) | 0;
}

/** Spreads the last differences over all 32 bits (the finaliser of MurmurHash3). */
function finish(hash: number): number {
  let spread = hash ^ (hash >>> 16);
  spread = Math.imul(spread, 0x85ebca6b);
  spread ^= spread >>> 13;
  spread = Math.imul(spread, 0xc2b2ae35);
  return (spread ^ (spread >>> 16)) >>> 0;
}

/** The hash of a text by its UTF-16 units. */
export function hashText(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return finish(hash);
}
