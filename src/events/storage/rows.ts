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

/** Cache of unpacked log text for the screens around the cursor, in bytes. */
const CACHE_BYTES = 8 << 20;

/** Logs of at least this size take noticeable time to read, in bytes. */
const LONG = 32 << 10;
/** Limit of cached values from such logs, in UTF-16 units. */
const MAX_UNITS = 4 << 20;

/** Limit of cached log hashes. */
const MAX_HASHES = 100_000;

/** All rows in memory, in segments, and how to read them. */
export class Rows {
  readonly coder: RowCoder;
  readonly #cache = new BlockCache(CACHE_BYTES);
  readonly #blockReader = new BlockReader();
  /** By serial number; undefined once evicted. */
  readonly #segments: (Segment | undefined)[] = [];
  readonly #live = new Set<Segment>();
  /** The extracts of recently read rows with long logs. */
  readonly #longRows = new Map<EntryId, readonly (string | null)[]>();
  #longUnits = 0;
  /** Hashes of the logs of entries with equal time and log id. */
  readonly #logHashes = new Map<EntryId, number>();
  #sealedBytes = 0;

  constructor(dictionaries: DictionaryLimits) {
    this.coder = new RowCoder(dictionaries);
  }

  /** The segments in memory, in order of creation. */
  get segments(): ReadonlySet<Segment> {
    return this.#live;
  }

  /** Memory for rows, text and dictionaries in bytes, without the cache of unpacked blocks. */
  get byteLength(): number {
    let bytes = this.#sealedBytes + this.coder.byteLength;
    for (const segment of this.#live) if (!segment.sealed) bytes += segment.byteLength;
    return bytes;
  }

  segment(serial: number): Segment | undefined {
    return this.#segments[serial];
  }

  /** @param draft returned by {@link seal} for the previous segment */
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

  /** Drops a sealed segment. */
  drop(segment: Segment): void {
    this.#segments[segment.serial] = undefined;
    this.#live.delete(segment);
    this.#cache.delete(segment.serial);
    this.#sealedBytes -= segment.byteLength;
  }

  /** The segment that holds `id`. Throws if it was evicted: check with {@link has} first. */
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
   * The segment's unpacked block. With `keep` it is cached; with `pass` it may be invalid after the next block is
   * passed.
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

  /**
   * A log may have megabytes of escapes, so it is read once for all cells of its row and cached for the next key press.
   */
  #keepLongRow(id: EntryId, extracts: readonly (string | null)[]): void {
    const units = extracts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (this.#longUnits + units > MAX_UNITS) {
      this.#longRows.clear();
      this.#longUnits = 0;
    }
    this.#longRows.set(id, extracts);
    this.#longUnits += units;
  }

  /** By time, then by log id, then by the hash of the log, then by arrival. */
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

  /** Sorts ids given in order of arrival. Pages usually arrive in ascending or descending order. */
  sorted(ids: Uint32Array): Uint32Array {
    let falls = 0;
    for (let at = 1; at < ids.length; at += 1) {
      if (this.compare(ids[at - 1] as number, ids[at] as number) > 0) falls += 1;
    }
    if (falls === 0) return ids;
    return falls === ids.length - 1 ? ids.reverse() : ids.sort(this.compare);
  }

  /** Cached, because comparing thousands of versions of one entry would unpack the logs each time. */
  #logHash(id: EntryId): number {
    const known = this.#logHashes.get(id);
    if (known !== undefined) return known;
    const hash = hashText(this.log(id) ?? '', 0);
    if (this.#logHashes.size >= MAX_HASHES) this.#logHashes.clear();
    this.#logHashes.set(id, hash);
    return hash;
  }
}

/**
 * Compares log ids as text; missing ids come first. Entries without an id are compared by content hash, because there
 * may be many of them at the same time and their logs are packed.
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
