import { packBlock, unpackBlock } from './blocks.ts';
import { LABELS } from './columns.ts';
import {
  type Codes,
  type Draft,
  FIRST_TEXT,
  newDraft,
  type Oddities,
  type SegmentParts,
  widened,
} from './draft.ts';
import { GUID_WORDS, unpackGuid } from './guid.ts';

/** The state of a row, as opposed to its content. */
export const FLAG = {
  /** Arrived live, behind an existing entry. */
  late: 1,
  /** Another entry with the same log id has different content. */
  conflict: 2,
  /** `log` was null. */
  noLog: 4,
} as const;

/** Terminates the log of each row in a block. UTF-8 has no byte 255, so no text search can match across rows. */
const ROW_END = 0xff;

/** A single giant log must not make all later buffers large. */
const MAX_DRAFT_TEXT = 4 << 20;
/** Approximate memory of a string or number in a Map, in bytes. */
const ODD_COST = 80;

type Text =
  | { readonly kind: 'open'; bytes: Buffer }
  | { readonly kind: 'packed'; readonly bytes: Uint8Array };

/**
 * Up to some thousand entries of one zone in order of arrival: a column per field, and the log texts in one block,
 * which is compressed when the segment is sealed. Whole segments are evicted.
 */
export class Segment {
  readonly serial: number;
  readonly zone: string;
  rows = 0;
  /** Milliseconds since the epoch, or `UNDATED`. */
  times: Float64Array<ArrayBuffer>;
  /** Packed log ids, four words per row; valid if {@link hasGuid}. */
  ids: Uint32Array<ArrayBuffer>;
  /** By the index of the column in `COLUMNS`. */
  codes: readonly Codes[];
  /** Start of each row's log in the block. A log ends one byte before the next begins. */
  offsets: Uint32Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
  /** Earliest and latest time of its rows. */
  oldest = Number.POSITIVE_INFINITY;
  newest = Number.NEGATIVE_INFINITY;
  /** Whether all log text is ASCII, so that a byte is a character. */
  ascii = true;
  /** Changes when flags of existing rows do. */
  revision = 0;

  /** One bit per column: whether any row has a value beyond the dictionary. */
  #others = 0;
  #text: Text;
  /** Timestamps that differ from the row's time: in another unit, or invalid. */
  #stamps: Float64Array<ArrayBuffer> | undefined;
  #odd: Oddities = {};
  #oddBytes = 0;

  /** @param draft returned by {@link seal} of an earlier segment */
  constructor(serial: number, zone: string, draft: Draft = newDraft()) {
    this.serial = serial;
    this.zone = zone;
    this.times = draft.times;
    this.ids = draft.ids;
    this.codes = draft.codes;
    this.offsets = draft.offsets;
    this.flags = draft.flags;
    this.#text = { kind: 'open', bytes: draft.text };
    this.offsets[0] = 0;
  }

  /** The segment that {@link parts} were taken from. It accepts no more rows. */
  static of(parts: SegmentParts): Segment {
    const text = Buffer.from(parts.text.buffer);
    const segment = new Segment(0, '', { ...parts, text });
    segment.rows = parts.rows;
    segment.ascii = parts.ascii;
    segment.#others = parts.others;
    segment.#odd = parts.odd;
    return segment;
  }

  /** Plain data to recreate this open segment with {@link of}, without its zone, serial number and time range. */
  parts(): SegmentParts {
    const { rows, ascii, times, ids, codes, offsets, flags } = this;
    return {
      rows,
      ascii,
      others: this.#others,
      odd: this.#odd,
      times: times.slice(0, rows),
      ids: ids.slice(0, rows * GUID_WORDS),
      codes: codes.map((column) => column.slice(0, rows)),
      offsets: offsets.slice(0, rows + 1),
      flags: flags.slice(0, rows),
      text: new Uint8Array(this.#text.bytes.subarray(0, this.textLength)),
    };
  }

  get sealed(): boolean {
    return this.#text.kind === 'packed';
  }

  /** Size of the unpacked log text in bytes. */
  get textLength(): number {
    return this.offsets[this.rows] as number;
  }

  get byteLength(): number {
    let codes = 0;
    for (const column of this.codes) codes += column.byteLength;
    return (
      this.times.byteLength +
      this.ids.byteLength +
      this.offsets.byteLength +
      this.flags.byteLength +
      (this.#stamps?.byteLength ?? 0) +
      this.#text.bytes.byteLength +
      this.#oddBytes +
      codes
    );
  }

  /** The block while the segment is open; undefined once it is packed. */
  get openText(): Buffer | undefined {
    return this.#text.kind === 'open' ? this.#text.bytes : undefined;
  }

  /**
   * The packed block with the text of all logs. Undefined while the segment is open, or if a log cannot be stored in
   * the block.
   */
  get packedText(): Uint8Array | undefined {
    return this.#text.kind === 'packed' && !this.#odd.logs ? this.#text.bytes : undefined;
  }

  unpack(): Buffer {
    return this.#text.kind === 'open'
      ? this.#text.bytes
      : unpackBlock(this.#text.bytes, this.textLength);
  }

  /** Adds a row and its log; the caller sets id and codes. */
  begin(time: number, stamp: number | null, log: string | null): number {
    const row = this.rows;
    this.#makeRoom(row + 1);
    this.times[row] = time;
    this.flags[row] = log === null ? FLAG.noLog : 0;
    this.#keepStamp(row, time, stamp);
    this.offsets[row + 1] = this.#write(row, log ?? '');
    this.#opened(row, time);
    return row;
  }

  #opened(row: number, time: number): void {
    if (time < this.oldest) this.oldest = time;
    if (time > this.newest) this.newest = time;
    this.rows = row + 1;
  }

  /**
   * Adds a row that is a copy of a row in another open segment; the caller sets its codes.
   *
   * @param time the time of the new row
   */
  beginAs(time: number, from: Segment, other: number): number {
    const row = this.rows;
    this.#makeRoom(row + 1);
    this.times[row] = time;
    this.flags[row] = (from.flags[other] as number) & FLAG.noLog;
    this.#keepStamp(row, time, from.stampOf(other));
    const written = from.writtenStampOf(other);
    if (written !== undefined) this.keepWrittenStamp(row, written);
    const at = other * GUID_WORDS;
    for (let word = 0; word < GUID_WORDS; word += 1) {
      this.ids[row * GUID_WORDS + word] = from.ids[at + word] as number;
    }
    if (!from.hasGuid(other)) this.keepOddId(row, from.idOf(other));
    const [start, end] = [from.startOf(other), from.startOf(other + 1)];
    const own = this.startOf(row);
    (from.openText as Buffer).copy(this.#room(own, end - start), own, start, end);
    this.offsets[row + 1] = own + end - start;
    if (!from.ascii) this.ascii = false;
    const odd = from.#odd.logs?.get(other);
    if (odd !== undefined) this.#keepOddLog(row, odd);
    this.#opened(row, time);
    return row;
  }

  keepOddId(row: number, id: string | null): void {
    this.#odd.ids ??= new Map();
    this.#odd.ids.set(row, id);
    this.#oddBytes += ODD_COST + (id?.length ?? 0);
  }

  /** Notes that a row has a value beyond the dictionary. */
  markOther(column: number): void {
    this.#others |= 1 << column;
  }

  hasOther(column: number): boolean {
    return ((this.#others >>> column) & 1) === 1;
  }

  keepOddLabel(row: number, label: number, value: string): void {
    this.#odd.labels ??= new Map();
    this.#odd.labels.set(row * LABELS.length + label, value);
    this.#oddBytes += ODD_COST + value.length * 2;
  }

  idOf(row: number): string | null {
    const odd = this.#odd.ids?.get(row);
    return odd === undefined ? unpackGuid(this.ids, row * GUID_WORDS) : odd;
  }

  hasGuid(row: number): boolean {
    return this.#odd.ids === undefined || !this.#odd.ids.has(row);
  }

  keepWrittenStamp(row: number, digits: string): void {
    this.#odd.writtenStamps ??= new Map();
    this.#odd.writtenStamps.set(row, digits);
    this.#oddBytes += ODD_COST + digits.length;
  }

  /** The digits of a timestamp that a double cannot represent. */
  writtenStampOf(row: number): string | undefined {
    return this.#odd.writtenStamps?.get(row);
  }

  stampOf(row: number): number | null {
    if (this.#odd.noStamps?.has(row)) return null;
    return (this.#stamps ?? this.times)[row] ?? null;
  }

  /** All timestamps, as {@link stampOf} returns them; NaN for null. */
  stamps(): Float64Array {
    const stamps = (this.#stamps ?? this.times).slice(0, this.rows);
    for (const row of this.#odd.noStamps ?? []) stamps[row] = Number.NaN;
    return stamps;
  }

  oddLabel(row: number, label: number): string | undefined {
    return this.#odd.labels?.get(row * LABELS.length + label);
  }

  /** The log of a row, from the segment's unpacked block. */
  logOf(row: number, block: Buffer): string | null {
    if (((this.flags[row] ?? 0) & FLAG.noLog) !== 0) return null;
    return this.#odd.logs?.get(row) ?? block.toString('utf8', this.startOf(row), this.endOf(row));
  }

  /**
   * Whether two rows have the same log.
   *
   * @param block the unpacked block of each
   */
  hasLogOf(row: number, block: Buffer, other: Segment, at: number, otherBlock: Buffer): boolean {
    const flags = (this.flags[row] ?? 0) ^ (other.flags[at] ?? 0);
    if ((flags & FLAG.noLog) !== 0) return false;
    if (this.#odd.logs?.get(row) !== other.#odd.logs?.get(at)) return false;
    const [start, end] = [other.startOf(at), other.endOf(at)];
    return block.compare(otherBlock, start, end, this.startOf(row), this.endOf(row)) === 0;
  }

  startOf(row: number): number {
    return this.offsets[row] as number;
  }

  endOf(row: number): number {
    return (this.offsets[row + 1] as number) - 1;
  }

  /**
   * Packs the text and trims every column. No rows can be added afterwards.
   *
   * @returns the wide arrays, for the next segment
   */
  seal(): Draft {
    if (this.#text.kind === 'packed') throw new Error('a segment is sealed once');
    const { rows, times, ids, codes, offsets, flags, draft } = this;
    const text = this.#text.bytes.subarray(0, this.textLength);
    this.#text = { kind: 'packed', bytes: packBlock(text) };
    this.times = times.slice(0, rows);
    this.ids = ids.slice(0, rows * GUID_WORDS);
    this.offsets = offsets.slice(0, rows + 1);
    this.flags = flags.slice(0, rows);
    this.codes = codes.map((column) => column.slice(0, rows));
    if (this.#stamps) this.#stamps = this.#stamps.slice(0, rows);
    return draft;
  }

  /** The wide arrays, for the next segment. They are shared while this segment is open. */
  get draft(): Draft {
    const { times, ids, codes, offsets, flags } = this;
    const text = this.openText ?? Buffer.alloc(0);
    const isWide = text.length > MAX_DRAFT_TEXT;
    const next = isWide ? Buffer.allocUnsafeSlow(FIRST_TEXT) : text;
    return { times, ids, codes, offsets, flags, text: next };
  }

  #keepStamp(row: number, time: number, stamp: number | null): void {
    if (stamp === null) {
      this.#odd.noStamps ??= new Set();
      this.#odd.noStamps.add(row);
      this.#oddBytes += ODD_COST;
    } else if (this.#stamps) this.#stamps[row] = stamp;
    else if (stamp !== time) {
      this.#stamps = this.times.slice();
      this.#stamps[row] = stamp;
    }
  }

  #write(row: number, log: string): number {
    const start = this.startOf(row);
    const text = this.#room(start, log.length * 3 + 1);
    const end = start + text.write(log, start);
    text[end] = ROW_END;
    if (end - start === log.length) return end + 1;
    this.ascii = false;
    if (!log.isWellFormed()) this.#keepOddLog(row, log);
    return end + 1;
  }

  #keepOddLog(row: number, log: string): void {
    this.#odd.logs ??= new Map();
    this.#odd.logs.set(row, log);
    this.#oddBytes += ODD_COST + log.length * 2;
  }

  /** The block, with room for `bytes` from `start` on. */
  #room(start: number, bytes: number): Buffer {
    const text = this.#text;
    if (text.kind === 'packed') throw new Error('a sealed segment takes no rows');
    const most = start + bytes;
    if (most > text.bytes.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(most, text.bytes.length * 2));
      wider.set(text.bytes.subarray(0, start));
      text.bytes = wider;
    }
    return text.bytes;
  }

  #makeRoom(rows: number): void {
    const capacity = this.times.length;
    if (rows <= capacity) return;
    const wider = capacity * 2;
    this.times = widened(this.times, new Float64Array(wider));
    this.ids = widened(this.ids, new Uint32Array(wider * GUID_WORDS));
    this.offsets = widened(this.offsets, new Uint32Array(wider + 1));
    this.flags = widened(this.flags, new Uint8Array(wider));
    this.codes = this.codes.map((column) => widened(column, new Uint16Array(wider)));
    if (this.#stamps) this.#stamps = widened(this.#stamps, new Float64Array(wider));
  }
}
