import { type EventLogEntry, stampAsWritten } from '../../contract/operations/event-logs.ts';
import { LABELS } from './columns.ts';
import { GUID_WORDS, packGuid } from './guid.ts';
import { finish, hashText, mix } from './hash.ts';
import type { Segment } from './segment.ts';

/**
 * What makes an entry the one it is: its zone and its log id; without a log id, its content. Reads one
 * entry at a time, into the same four words, since it runs for every entry that arrives.
 */
export class Identity {
  readonly words = new Uint32Array(GUID_WORDS);
  /** `guid`: the words are its log id. `text`: another log id. `content`: no log id. */
  kind: 'guid' | 'text' | 'content' = 'content';
  hash = 0;

  /** @param seed the hash of the entry's zone */
  read(entry: EventLogEntry, seed: number): void {
    const { logId } = entry;
    if (logId === null) {
      this.kind = 'content';
      this.hash = mixInto(hashText(entry.log ?? '', seed), entry.timestamp ?? 0);
      // Kept in place of the id, so that eviction finds the hash without reading the log again.
      this.words[0] = this.hash;
    } else if (packGuid(logId, this.words, 0)) {
      this.kind = 'guid';
      this.hash = hashWords(this.words, 0, seed);
    } else {
      this.kind = 'text';
      this.hash = hashText(logId, seed);
    }
  }

  /** Whether a row has the log id that was read last; true of two entries that have none. */
  sameId(segment: Segment, row: number, logId: string | null): boolean {
    if (segment.hasGuid(row) !== (this.kind === 'guid')) return false;
    if (this.kind !== 'guid') return segment.idOf(row) === logId;
    const at = row * GUID_WORDS;
    for (let word = 0; word < GUID_WORDS; word += 1) {
      if (segment.ids[at + word] !== this.words[word]) return false;
    }
    return true;
  }

  /** Gives a new row the id that was read last. */
  write(segment: Segment, row: number, logId: string | null): void {
    segment.ids.set(this.words, row * GUID_WORDS);
    if (this.kind !== 'guid') segment.keepOddId(row, logId);
  }
}

/** The hash under which a row was indexed. */
export function identityHash(segment: Segment, row: number, seed: number): number {
  const at = row * GUID_WORDS;
  if (segment.hasGuid(row)) return hashWords(segment.ids, at, seed);
  const logId = segment.idOf(row);
  return logId === null ? (segment.ids[at] as number) : hashText(logId, seed);
}

/** Whether a row says what `entry` says, beside its id. */
export function sameContent(
  entry: EventLogEntry,
  segment: Segment,
  row: number,
  labelOf: (label: number) => string | null,
  text: () => Buffer,
): boolean {
  if (!Object.is(segment.stampOf(row), entry.timestamp)) return false;
  if (segment.writtenStampOf(row) !== stampAsWritten(entry)) return false;
  for (let label = 0; label < LABELS.length; label += 1) {
    const name = LABELS[label] as (typeof LABELS)[number];
    if (labelOf(label) !== entry.labels[name]) return false;
  }
  return segment.hasLog(row, entry.log, text());
}

function hashWords(words: Uint32Array, at: number, seed: number): number {
  let hash = seed;
  for (let word = 0; word < GUID_WORDS; word += 1) hash = mix(hash, words[at + word] as number);
  return finish(hash);
}

/** Folds a number of up to 53 bits into a hash. */
const mixInto = (hash: number, value: number): number =>
  finish(mix(mix(hash, value | 0), Math.trunc(value / 2 ** 32) | 0));
