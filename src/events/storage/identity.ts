import { hash, randomFillSync } from 'node:crypto';
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
  if (!isName(logId)) segment.ids.set(contentHash(entry), at);
}

/** Hash of an entry's content without its log id, as long as an id. Nobody can send two entries with the same one. */
export function contentHash(entry: EventLogEntry): Uint32Array {
  const { timestamp, log, labels } = entry;
  const values = LABELS.map((label) => labels[label]);
  const text = JSON.stringify([stampAsWritten(entry) ?? timestamp, log, values]);
  const digest = hash('sha256', text, 'buffer');
  return Uint32Array.from({ length: GUID_WORDS }, (_, word) => digest.readUInt32LE(word * 4));
}

/** The index hash of a further version under the same log id. */
export const versionHash = (identity: number, content: Uint32Array): number =>
  keyedHash(content, 0, GUID_WORDS, identity);

/**
 * The hash that a row is indexed by.
 *
 * @param seed the hash of its zone
 */
export function identityHash(segment: Segment, row: number, seed: number): number {
  const logId = segment.hasGuid(row) ? null : segment.idOf(row);
  if (!isName(logId)) return keyedHash(segment.ids, row * GUID_WORDS, GUID_WORDS, seed);
  const units = Uint16Array.from({ length: logId.length }, (_, at) => logId.charCodeAt(at));
  return keyedHash(units, 0, units.length, seed);
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

/** Of this process. Whoever sends entries must not know whose hashes are equal: all of those are compared. */
const [SECRET_A, SECRET_B] = randomFillSync(new Int32Array(2)) as unknown as [number, number];

/** HalfSipHash-1-3 (Aumasson and Bernstein, 2012) of a seed and some words, for tables in memory only. */
function keyedHash(words: ArrayLike<number>, from: number, count: number, seed: number): number {
  let [a, b, c, d] = [SECRET_A, SECRET_B, SECRET_A ^ 0x6c796765, SECRET_B ^ 0x74656462];
  for (let at = -1; at <= count + 3; at += 1) {
    const word =
      at < 0 ? seed : at < count ? (words[from + at] as number) : at === count ? count : 0;
    if (at === count + 1) c ^= 0xff;
    d ^= word;
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
    a ^= word;
  }
  return (b ^ d) >>> 0;
}

/** Spreads differences over all 32 bits (the finaliser of MurmurHash3). */
function finish(hash: number): number {
  let spread = hash ^ (hash >>> 16);
  spread = Math.imul(spread, 0x85ebca6b);
  spread ^= spread >>> 13;
  spread = Math.imul(spread, 0xc2b2ae35);
  return (spread ^ (spread >>> 16)) >>> 0;
}

/** Hash of a text by its UTF-16 units, the same in every process. */
export function hashText(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return finish(hash);
}
