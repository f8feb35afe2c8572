import { BlockCache, BlockReader } from './blocks.ts';
import {
  type ColumnName,
  columnIndex,
  type DictionaryLimits,
  isLabel,
  LABELS,
  OTHER,
} from './columns.ts';
import type { Dictionary } from './dictionary.ts';
import type { Draft } from './draft.ts';
import { type EntryId, MOST_SEGMENTS, rowOf, serialOf } from './entry-id.ts';
import { GUID_WORDS } from './guid.ts';
import { hashText } from './identity.ts';
import { logFields } from './log-fields.ts';
import { RowCoder } from './row-coder.ts';
import { Segment } from './segment.ts';

/** Bytes of unpacked log text kept for reading: the screens around the cursor. */
const CACHE_BYTES = 8 << 20;

/** A log of so many bytes takes noticeable time to read. */
const LONG = 32 << 10;
/** UTF-16 units of values kept that stand in such logs. */
const MOST_UNITS = 4 << 20;

/** So many hashes of logs are kept. */
const MOST_HASHES = 100_000;

/** All rows that are held, in their segments, and the reading of them. */
export class Rows {
  readonly coder: RowCoder;
  readonly #cache = new BlockCache(CACHE_BYTES);
  readonly #blockReader = new BlockReader();
  /** By serial number; undefined once let go. */
  readonly #segments: (Segment | undefined)[] = [];
  readonly #live = new Set<Segment>();
  /** The extracts of rows with long logs that were read last. */
  readonly #longRows = new Map<EntryId, readonly (string | null)[]>();
  #longUnits = 0;
  /** The hashes of logs of entries that share time and log id with others. */
  readonly #logHashes = new Map<EntryId, number>();
  #sealedBytes = 0;

  constructor(dictionaries: DictionaryLimits) {
    this.coder = new RowCoder(dictionaries);
  }

  /** The segments that are held, in order of their making. */
  get segments(): ReadonlySet<Segment> {
    return this.#live;
  }

  /** Bytes of rows, text and dictionaries; the cache of unpacked blocks is not counted. */
  get byteLength(): number {
    let bytes = this.#sealedBytes + this.coder.byteLength;
    for (const segment of this.#live) if (!segment.sealed) bytes += segment.byteLength;
    return bytes;
  }

  segment(serial: number): Segment | undefined {
    return this.#segments[serial];
  }

  /** @param draft what {@link seal} gave back for the segment before */
  open(zone: string, draft: Draft | undefined): Segment {
    const serial = this.#segments.length;
    if (serial >= MOST_SEGMENTS) throw new RangeError('the event store has no entry ids left');
    const segment = new Segment(serial, zone, draft);
    this.#segments.push(segment);
    this.#live.add(segment);
    return segment;
  }

  seal(segment: Segment): Draft {
    const draft = segment.seal();
    this.#sealedBytes += segment.byteLength;
    return draft;
  }

  /** Lets go of a sealed segment. */
  drop(segment: Segment): void {
    this.#segments[segment.serial] = undefined;
    this.#live.delete(segment);
    this.#cache.delete(segment.serial);
    this.#sealedBytes -= segment.byteLength;
  }

  /** The segment that holds `id`. Throws when it does not: look with {@link has} first. */
  holding(id: EntryId): Segment {
    const segment = this.#segments[serialOf(id)];
    if (!segment) throw new RangeError('the entry is no longer held');
    return segment;
  }

  has(id: EntryId): boolean {
    const segment = this.#segments[serialOf(id)];
    return segment !== undefined && rowOf(id) < segment.rows;
  }

  time(id: EntryId): number {
    return this.holding(id).times[rowOf(id)] as number;
  }

  dictionary(column: ColumnName): Dictionary {
    return this.coder.dictionaries[columnIndex(column)] as Dictionary;
  }

  /**
   * The segment's block, unpacked: kept for the next reader when `keep`; otherwise it may be empty once the
   * next block is passed.
   */
  text(segment: Segment, keep: 'keep' | 'pass'): Buffer {
    const block = segment.openText ?? this.#cache.get(segment.serial);
    if (block) return block;
    const packed = keep === 'pass' ? segment.packedText : undefined;
    if (packed) return this.#blockReader.unpack(packed, segment.textLength);
    const fresh = segment.unpack();
    if (keep === 'keep') this.#cache.set(segment.serial, fresh);
    return fresh;
  }

  log(id: EntryId): string | null {
    const segment = this.holding(id);
    return segment.logOf(rowOf(id), this.text(segment, 'keep'));
  }

  value(id: EntryId, column: ColumnName): string | null {
    const segment = this.holding(id);
    const row = rowOf(id);
    const index = columnIndex(column);
    const code = segment.codes[index]?.[row] ?? 0;
    if (code !== OTHER) return this.coder.dictionaries[index]?.valueOf(code) ?? null;
    if (isLabel(column)) return segment.oddLabel(row, index) ?? null;
    const extract = index - LABELS.length;
    const known = this.#longRows.get(id);
    if (known) return known[extract] ?? null;
    const text = this.text(segment, 'keep');
    const { texts } = logFields(segment.logOf(row, text) ?? '');
    if (segment.endOf(row) - segment.startOf(row) >= LONG) this.#keepLongRow(id, texts);
    return texts[extract] ?? null;
  }

  /** A log may have megabytes of escapes: it is read once for all cells of its row, and at the next key not again. */
  #keepLongRow(id: EntryId, extracts: readonly (string | null)[]): void {
    const units = extracts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (this.#longUnits + units > MOST_UNITS) {
      this.#longRows.clear();
      this.#longUnits = 0;
    }
    this.#longRows.set(id, extracts);
    this.#longUnits += units;
  }

  /** By time, then by log id; entries equal in both by the hashes of their logs, and last by their arrival. */
  readonly compare = (a: EntryId, b: EntryId): number => {
    const segmentA = this.#segments[serialOf(a)] as Segment;
    const segmentB = this.#segments[serialOf(b)] as Segment;
    const rowA = rowOf(a);
    const rowB = rowOf(b);
    const timeA = segmentA.times[rowA] as number;
    const timeB = segmentB.times[rowB] as number;
    if (timeA !== timeB) return timeA < timeB ? -1 : 1;
    if (a === b) return 0;
    return (
      compareIds(segmentA, rowA, segmentB, rowB) || this.#logHash(a) - this.#logHash(b) || a - b
    );
  };

  /** Sorts ids that are given in the order of their arrival: pages are in order as they come, one way or the other. */
  sorted(ids: Uint32Array): Uint32Array {
    let falls = 0;
    for (let at = 1; at < ids.length; at += 1) {
      if (this.compare(ids[at - 1] as number, ids[at] as number) > 0) falls += 1;
    }
    if (falls === 0) return ids;
    return falls === ids.length - 1 ? ids.reverse() : ids.sort(this.compare);
  }

  /** Read once: thousands of versions of one entry would be unpacked for each comparison. */
  #logHash(id: EntryId): number {
    const known = this.#logHashes.get(id);
    if (known !== undefined) return known;
    const hash = hashText(this.log(id) ?? '', 0);
    if (this.#logHashes.size >= MOST_HASHES) this.#logHashes.clear();
    this.#logHashes.set(id, hash);
    return hash;
  }
}

/**
 * As the texts of the ids compare; an absent id stands before all. Those without one compare by the hashes of what they
 * say: a second may be full of them, and their logs are packed.
 */
function compareIds(a: Segment, rowA: number, b: Segment, rowB: number): number {
  if (a.hasGuid(rowA) && b.hasGuid(rowB)) {
    for (let word = 0; word < GUID_WORDS; word += 1) {
      const wordA = a.ids[rowA * GUID_WORDS + word] as number;
      const wordB = b.ids[rowB * GUID_WORDS + word] as number;
      if (wordA !== wordB) return wordA < wordB ? -1 : 1;
    }
    return 0;
  }
  const idA = a.idOf(rowA) ?? '';
  const idB = b.idOf(rowB) ?? '';
  if (idA !== idB || idA !== '') return idA < idB ? -1 : idA > idB ? 1 : 0;
  return (a.ids[rowA * GUID_WORDS] as number) - (b.ids[rowB * GUID_WORDS] as number);
}
