import {
  type EntryList,
  type EventLogEntry,
  stampAsWritten,
} from '../../contract/operations/event-logs.ts';
import { keepAsWritten } from '../../contract/shape.ts';
import { DICTIONARY_LIMITS, FIRST_VALUE, labelsFrom, OTHER } from './columns.ts';
import type { Draft, SegmentParts } from './draft.ts';
import { writeId } from './identity.ts';
import { type CodedValues, RowCoder } from './row-coder.ts';
import { Segment } from './segment.ts';
import { UNDATED } from './time-unit.ts';

/** An {@link EntryBlock} as plain data, to be sent to another thread. */
export interface BlockParts {
  readonly segment: SegmentParts;
  readonly values: CodedValues;
}

/**
 * The entries of a page in columns with codes of their own, as a store ingests them. The times of its segment are the
 * raw timestamps.
 */
export class EntryBlock implements EntryList {
  readonly length: number;
  readonly values: CodedValues;
  #segment: Segment;
  #parts: BlockParts | undefined;

  constructor(segment: Segment, values: CodedValues) {
    this.length = segment.rows;
    this.values = values;
    this.#segment = segment;
  }

  static of(parts: BlockParts): EntryBlock {
    const block = new EntryBlock(Segment.of(parts.segment), parts.values);
    block.#parts = parts;
    return block;
  }

  get segment(): Segment {
    return this.#segment;
  }

  /**
   * Frees its memory now, because collecting it would delay key presses. Afterwards it has no entries, but still knows
   * its length.
   */
  free(): void {
    if (!this.#parts) return;
    for (const buffer of memoryOf(this.#parts)) buffer.transfer(0);
    this.#parts = undefined;
    this.#segment = NO_ROWS;
  }

  label(row: number, label: number): string | null {
    const code = this.segment.codes[label]?.[row] ?? 0;
    if (code === OTHER) return this.segment.oddLabel(row, label) ?? null;
    return this.values[label]?.[code - FIRST_VALUE] ?? null;
  }

  /** An entry as it arrived. */
  at(row: number): EventLogEntry | undefined {
    const { segment } = this;
    if (!(row >= 0 && row < segment.rows)) return undefined;
    const entry: EventLogEntry = {
      logId: segment.idOf(row),
      timestamp: segment.stampOf(row),
      log: segment.logOf(row, segment.openText as Buffer),
      labels: labelsFrom((_, label) => this.label(row, label)),
    };
    const written = segment.writtenStampOf(row);
    if (written !== undefined) keepAsWritten(entry, 'timestamp', written);
    return entry;
  }

  *[Symbol.iterator](): Iterator<EventLogEntry> {
    for (let row = 0; row < this.#segment.rows; row += 1) yield this.at(row) as EventLogEntry;
  }
}

/** The content of a freed block. */
const NO_ROWS = new Segment(0, '');

/** The buffers to transfer with a block. */
export const memoryOf = ({ segment }: BlockParts): ArrayBuffer[] =>
  [
    ...[segment.times, segment.ids, segment.offsets, segment.flags, segment.text],
    ...segment.codes,
  ].map(({ buffer }) => buffer);

/** The entries are no longer needed: see {@link EntryBlock.free}. */
export function freeEntries(entries: EntryList): void {
  if (entries instanceof EntryBlock) entries.free();
}

/** The timestamps of entries in order; NaN for null. */
export function stampsOf(entries: EntryList): Float64Array {
  if (entries instanceof EntryBlock) return entries.segment.stamps();
  return Float64Array.from(entries, ({ timestamp }) => timestamp ?? Number.NaN);
}

/** Entries packed at once, which takes about a millisecond. */
const BATCH_SIZE = 256;

export class EntryPacker {
  readonly #coder = new RowCoder(DICTIONARY_LIMITS);
  #draft: Draft | undefined;

  /** Packs entries into blocks. Each is valid until the next one is requested. */
  *blocks(entries: EntryList): Generator<EntryBlock, void> {
    if (entries instanceof EntryBlock) yield entries;
    else {
      const all = Array.isArray(entries) ? entries : [...entries];
      for (let from = 0; from < all.length; from += BATCH_SIZE) {
        yield this.#pack(all.slice(from, from + BATCH_SIZE));
      }
    }
  }

  /** All entries as plain data. */
  parts(entries: readonly EventLogEntry[]): BlockParts {
    const { segment, values } = this.#pack(entries);
    return { segment: segment.parts(), values };
  }

  #pack(entries: readonly EventLogEntry[]): EntryBlock {
    this.#coder.clear();
    const segment = new Segment(0, '', this.#draft);
    for (const entry of entries) {
      const { timestamp, log, labels } = entry;
      const row = segment.begin(timestamp ?? UNDATED, timestamp, log);
      const written = stampAsWritten(entry);
      if (written !== undefined) segment.keepWrittenStamp(row, written);
      writeId(segment, row, entry);
      this.#coder.code(segment, row, labels, log ?? '');
    }
    this.#draft = segment.draft;
    return new EntryBlock(segment, this.#coder.values);
  }
}
