import type { EntryList, EventLogEntry } from '../contract/operations/event-logs.ts';
import { keepAsWritten } from '../contract/shape.ts';
import { Admission, addOutcome, arriving, noOutcome, type Outcome } from './storage/admission.ts';
import {
  type ColumnName,
  DICTIONARY_LIMITS,
  type DictionaryLimits,
  labelsFrom,
} from './storage/columns.ts';
import type { Dictionary } from './storage/dictionary.ts';
import { EntryPacker } from './storage/entry-block.ts';
import { type EntryId, MOST_ROWS, rowOf, serialOf } from './storage/entry-id.ts';
import { NO_ENTRY } from './storage/id-index.ts';
import { OrderIndex } from './storage/order-index.ts';
import { Rows } from './storage/rows.ts';
import { FLAG, type Segment } from './storage/segment.ts';
import { type TimeUnit, UNDATED } from './storage/time-unit.ts';

export type { EntryId } from './storage/entry-id.ts';
export type { TimeUnit } from './storage/time-unit.ts';

/**
 * How entries arrive: `backfill` pages through existing entries in any order; `live` follows the newest end, where an
 * entry older than what is known is late.
 */
export type Arrival = 'backfill' | 'live';

export interface StoreOptions {
  /** Memory limit, 192 MiB by default. The oldest entries are evicted beyond it, but never the newest segment. */
  readonly maxBytes?: number;
  /** The unit of `timestamp`; by default detected from the magnitude of a zone's first entries. */
  readonly unit?: TimeUnit;
  /** Rows and bytes of log text after which a segment is sealed. */
  readonly segmentRows?: number;
  readonly segmentBytes?: number;
  readonly dictionaries?: Partial<DictionaryLimits>;
  /**
   * The latest time that an entry can have now. Later ones come from clocks that are ahead, and make no other entry
   * late. By default every time counts.
   */
  readonly latest?: () => number;
  /** A monotonic clock in milliseconds, by default the process's. */
  readonly elapsed?: () => number;
}

interface StoreCounts extends Readonly<Omit<Outcome, 'added'>> {
  /** Entries in the store, counting each version of a conflict. */
  readonly held: number;
  /** Entries evicted to stay within `maxBytes`, oldest first. */
  readonly evicted: number;
  /** Entries with an invalid timestamp. */
  readonly undated: number;
}

type Taken = Readonly<Outcome>;

/** An entry with its state. */
export interface StoredEntry extends EventLogEntry {
  readonly id: EntryId;
  readonly zone: string;
  /** Milliseconds since the epoch; null if the timestamp is invalid. */
  readonly time: number | null;
  readonly late: boolean;
  readonly conflict: boolean;
}

const MAX_BYTES = 192 << 20;
const SEGMENT_BYTES = 1 << 20;
/** Entries between two looks at the clock. */
const STRIDE = 32;

/**
 * Log entries in columns: every entry exactly once by (zone, log id), ordered by (time, log id) whatever the order of
 * pages, in bounded memory. It holds raw text, which must be made printable before it is shown.
 */
export class EventStore {
  /** Approximate memory limit in bytes. */
  readonly maxBytes: number;
  /** A monotonic clock in milliseconds, used for time budgets. */
  readonly elapsed: () => number;
  readonly #rows: Rows;
  readonly #order: OrderIndex;
  readonly #admission: Admission;
  readonly #outcome = noOutcome();
  readonly #latest: () => number;
  #packer: EntryPacker | undefined;
  #evicted = 0;
  #horizon = UNDATED;
  #version = 0;

  constructor(options: StoreOptions = {}) {
    this.maxBytes = options.maxBytes ?? MAX_BYTES;
    this.elapsed = options.elapsed ?? (() => performance.now());
    this.#latest = options.latest ?? (() => Number.POSITIVE_INFINITY);
    this.#rows = new Rows({ ...DICTIONARY_LIMITS, ...options.dictionaries });
    this.#order = new OrderIndex(this.#rows.compare);
    this.#admission = new Admission(this.#rows, {
      unit: options.unit,
      segmentRows: Math.min(options.segmentRows ?? MOST_ROWS, MOST_ROWS),
      segmentBytes: options.segmentBytes ?? SEGMENT_BYTES,
    });
  }

  /** Changes whenever the entries do. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#order.size;
  }

  /** Memory for rows, texts, dictionaries and indexes, in bytes. */
  get byteLength(): number {
    return this.#rows.byteLength + this.#admission.byteLength + this.#order.byteLength;
  }

  get counts(): StoreCounts {
    const { duplicates, refused, conflicts, late } = this.#outcome;
    return {
      held: this.size,
      duplicates,
      refused,
      evicted: this.#evicted,
      conflicts,
      late,
      undated: this.firstAtOrAfter(-Number.MAX_VALUE),
    };
  }

  /**
   * The latest time among evicted entries, or null if none were evicted. Up to this time the store has gaps and accepts
   * no entries.
   */
  get horizon(): number | null {
    return this.#horizon === UNDATED ? null : this.#horizon;
  }

  get zones(): readonly string[] {
    return this.#admission.zones;
  }

  /** The detected time unit of a zone; undefined if unknown. */
  unitOf(zone: string): TimeUnit | undefined {
    return this.#admission.unitOf(zone);
  }

  /** Earliest and latest time; null if no entry has a time. */
  get span(): { readonly oldest: number; readonly newest: number } | null {
    const last = this.#order.at(this.size - 1);
    if (last === undefined) return null;
    const newest = this.#rows.time(last);
    if (newest === UNDATED) return null;
    const first = this.#order.at(this.firstAtOrAfter(-Number.MAX_VALUE));
    return { oldest: this.#rows.time(first ?? last), newest };
  }

  /** Ingests a page at once. */
  add(zone: string, entries: EntryList, arrival: Arrival = 'backfill'): Taken {
    const slices = this.ingest(zone, entries, arrival, Number.POSITIVE_INFINITY);
    for (let slice = slices.next(); ; slice = slices.next()) if (slice.done) return slice.value;
  }

  /**
   * Ingests a page in slices of about `budgetMs`, yielding the number of `entries` processed. Between slices the store
   * is consistent and has everything processed so far. Returns what happened to the entries.
   */
  *ingest(
    zone: string,
    entries: EntryList,
    arrival: Arrival,
    budgetMs: number,
  ): Generator<number, Taken, void> {
    const taken = noOutcome();
    const stream = this.#admission.stream(zone, entries);
    const late = arrival === 'live' ? stream.newest : UNDATED;
    const latest = this.#latest();
    // Another page may be ingested between two slices, with its own packer.
    const packer = this.#packer ?? new EntryPacker();
    this.#packer = undefined;
    const blocks = packer.blocks(entries);
    let next: ReturnType<typeof arriving> | undefined;
    for (let done = 0; done < entries.length; ) {
      const until = this.elapsed() + budgetMs;
      const bounds = { late, latest, horizon: this.#horizon };
      const slice = noOutcome();
      const fresh = new Uint32Array(entries.length - done);
      let count = 0;
      do {
        if (next === undefined || next.row === next.block.length) {
          const block = blocks.next();
          if (block.done) break;
          next = arriving(block.value);
        }
        const end = Math.min(next.row + STRIDE, next.block.length);
        for (; next.row < end; next.row += 1, done += 1) {
          const id = this.#admission.admit(stream, next, bounds, slice);
          if (id === NO_ENTRY) continue;
          fresh[count] = id;
          count += 1;
        }
      } while (done < entries.length && this.elapsed() < until);
      addOutcome(taken, slice);
      addOutcome(this.#outcome, slice);
      if (count > 0) {
        this.#order.insertRun(this.#rows.sorted(fresh.slice(0, count)));
        this.#version += 1;
        this.#evict();
      }
      yield done;
    }
    this.#packer = packer;
    return taken;
  }

  /** The entry at a rank, the oldest being 0. */
  at(rank: number): EntryId | undefined {
    return this.#order.at(rank);
  }

  /** A copy of all ids in order, which stays valid while entries come and go. */
  ids(): Uint32Array {
    return this.#order.toArray();
  }

  /** Number of entries before this one, which must be in the store. */
  rankOf(id: EntryId): number {
    return this.#order.rankOf(id);
  }

  /** Number of entries older than `time`. */
  firstAtOrAfter(time: number): number {
    return this.#order.lowerBound((id) => this.#rows.time(id) < time);
  }

  has(id: EntryId): boolean {
    return this.#rows.has(id);
  }

  /** Milliseconds since the epoch; null if the timestamp is invalid. */
  time(id: EntryId): number | null {
    const time = this.#rows.time(id);
    return time === UNDATED ? null : time;
  }

  /** The value of a column. It reads log text only for values beyond the dictionaries. */
  value(id: EntryId, column: ColumnName): string | null {
    return this.#rows.value(id, column);
  }

  log(id: EntryId): string | null {
    return this.#rows.log(id);
  }

  zoneOf(id: EntryId): string {
    return this.#rows.holding(id).zone;
  }

  logIdOf(id: EntryId): string | null {
    return this.#rows.holding(id).idOf(rowOf(id));
  }

  isLate(id: EntryId): boolean {
    return ((this.#rows.holding(id).flags[rowOf(id)] ?? 0) & FLAG.late) !== 0;
  }

  isConflict(id: EntryId): boolean {
    return ((this.#rows.holding(id).flags[rowOf(id)] ?? 0) & FLAG.conflict) !== 0;
  }

  /** The entry as it arrived, with its state. */
  entry(id: EntryId): StoredEntry {
    const segment = this.#rows.holding(id);
    const entry: StoredEntry = {
      id,
      zone: segment.zone,
      time: this.time(id),
      late: this.isLate(id),
      conflict: this.isConflict(id),
      logId: segment.idOf(rowOf(id)),
      timestamp: segment.stampOf(rowOf(id)),
      log: this.log(id),
      labels: labelsFrom((label) => this.#rows.value(id, label)),
    };
    const written = segment.writtenStampOf(rowOf(id));
    if (written !== undefined) keepAsWritten(entry, 'timestamp', written);
    return entry;
  }

  dictionary(column: ColumnName): Dictionary {
    return this.#rows.dictionary(column);
  }

  /** The rows, for evaluation and counting within this folder. */
  get rows(): Rows {
    return this.#rows;
  }

  #evict(): void {
    const { segments } = this.#rows;
    while (this.byteLength > this.maxBytes && segments.size > 1) {
      let oldest: Segment | undefined;
      for (const segment of segments) {
        if (!oldest || segment.newest < oldest.newest) oldest = segment;
      }
      if (oldest) this.#letGo(oldest);
    }
  }

  #letGo(segment: Segment): void {
    this.#admission.forget(segment);
    this.#order.removeWhere(
      (id) => serialOf(id) === segment.serial,
      (id) => this.#rows.time(id) > segment.newest,
    );
    this.#rows.drop(segment);
    this.#evicted += segment.rows;
    this.#horizon = Math.max(this.#horizon, segment.newest);
  }
}
