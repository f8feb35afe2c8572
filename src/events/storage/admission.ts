import type { EntryList, EventLogEntry } from '../../contract/operations/event-logs.ts';
import { LABELS } from './columns.ts';
import type { Draft } from './draft.ts';
import { type EntryBlock, stampsOf } from './entry-block.ts';
import { type EntryId, entryId, rowOf } from './entry-id.ts';
import { IdIndex, NO_ENTRY } from './id-index.ts';
import { contentHash, hashText, identityHash, isNamed, sameId, versionHash } from './identity.ts';
import { type Recoding, recoding } from './row-coder.ts';
import type { Rows } from './rows.ts';
import { FLAG, type Segment } from './segment.ts';
import { type TimeUnit, timeOf, UNDATED, unitOf } from './time-unit.ts';

export interface Outcome {
  added: number;
  /** Already known with the same content. */
  duplicates: number;
  /** Rejected because they are not newer than evicted entries. */
  refused: number;
  /** Of those added: further versions of a known entry. */
  conflicts: number;
  /** Of those added: arrived live, but older than the newest known entry. */
  late: number;
}

export const noOutcome = (): Outcome => ({
  added: 0,
  duplicates: 0,
  refused: 0,
  conflicts: 0,
  late: 0,
});

export function addOutcome(total: Outcome, more: Readonly<Outcome>): void {
  total.added += more.added;
  total.duplicates += more.duplicates;
  total.refused += more.refused;
  total.conflicts += more.conflicts;
  total.late += more.late;
}

/** The state of one zone. */
interface Stream {
  readonly zone: string;
  /** Seed of the zone for the hashes of ids. */
  readonly seed: number;
  unit: TimeUnit | undefined;
  newest: number;
  open: Segment | undefined;
  draft: Draft | undefined;
  /** Number of further versions of an entry, by log id. */
  readonly versions: Map<string | null, number>;
}

/** A result beside the ids of entries: an identical entry exists. */
const SAME = -2;

/** Approximate memory per further version of an entry, in bytes. */
const VERSION_COST = 200;

interface AdmissionOptions {
  readonly unit: TimeUnit | undefined;
  readonly segmentRows: number;
  readonly segmentBytes: number;
}

/** Time limits for arriving entries. */
interface Bounds {
  /** Older than this is late; `UNDATED` for none. */
  readonly late: number;
  /** A later time does not count as the zone's newest. */
  readonly latest: number;
  /** Up to this time entries are rejected; `UNDATED` for none. */
  readonly horizon: number;
}

/** The current row of a block being admitted. It is updated from row to row. */
interface Arriving {
  readonly block: EntryBlock;
  readonly codes: Recoding;
  row: number;
}

/** Starts with the first row of a block. */
export const arriving = (block: EntryBlock): Arriving => ({
  block,
  codes: recoding(block.segment, block.values),
  row: 0,
});

/** Decides whether an entry is new, and appends new ones: exactly once by zone and log id. */
export class Admission {
  readonly #rows: Rows;
  readonly #options: AdmissionOptions;
  readonly #index = new IdIndex();
  /**
   * Hashes of further versions, which include their content. Otherwise, a single log id for all entries would require
   * comparing each with all.
   */
  readonly #versions = new Map<EntryId, number>();
  readonly #streams = new Map<string, Stream>();

  constructor(rows: Rows, options: AdmissionOptions) {
    this.#rows = rows;
    this.#options = options;
  }

  get byteLength(): number {
    return this.#index.byteLength + this.#versions.size * VERSION_COST;
  }

  get zones(): readonly string[] {
    return [...this.#streams.keys()];
  }

  /** The detected time unit of a zone; undefined if unknown. */
  unitOf(zone: string): TimeUnit | undefined {
    return this.#streams.get(zone)?.unit;
  }

  /** The state of a zone; its time unit is detected from `entries` if unknown. */
  stream(zone: string, entries: EntryList): Stream {
    let stream = this.#streams.get(zone);
    if (!stream) {
      stream = {
        zone,
        seed: hashText(zone, 0),
        unit: this.#options.unit,
        newest: UNDATED,
        open: undefined,
        draft: undefined,
        versions: new Map(),
      };
      this.#streams.set(zone, stream);
    }
    stream.unit ??= unitOf(stampsOf(entries));
    return stream;
  }

  /** Admits a row of a block. Returns its id, or {@link NO_ENTRY} if it was known or too old. */
  admit(stream: Stream, arriving: Arriving, bounds: Bounds, outcome: Outcome): EntryId {
    const { block, row } = arriving;
    const { segment } = block;
    let hash = identityHash(segment, row, stream.seed);
    const rival = this.#alike(stream, hash, block, row);
    const isVersion = rival >= 0 ? isNamed(segment, row) : this.#hasVersions(stream, segment, row);
    let isKnown = rival === SAME;
    if (isVersion && !isKnown) {
      hash = versionHash(hash, contentHash(block.at(row) as EventLogEntry));
      isKnown = this.#alike(stream, hash, block, row) === SAME;
    }
    if (isKnown) {
      outcome.duplicates += 1;
      return NO_ENTRY;
    }
    const time = timeOf(segment.stampOf(row), stream.unit ?? 'ms');
    if (time !== UNDATED && time <= bounds.horizon) {
      outcome.refused += 1;
      return NO_ENTRY;
    }
    const id = this.#append(stream, arriving, time, hash);
    if (time > stream.newest && time <= bounds.latest) stream.newest = time;
    outcome.added += 1;
    if (isVersion) {
      outcome.conflicts += 1;
      this.#mark(id, FLAG.conflict);
      if (rival >= 0) this.#mark(rival, FLAG.conflict);
      this.#versions.set(id, hash);
      const logId = segment.idOf(row);
      stream.versions.set(logId, (stream.versions.get(logId) ?? 0) + 1);
    }
    if (time !== UNDATED && time < bounds.late) {
      outcome.late += 1;
      this.#mark(id, FLAG.late);
    }
    return id;
  }

  /** Removes the ids of a segment, sealing it first if it is open. */
  forget(segment: Segment): void {
    const stream = this.#streams.get(segment.zone);
    if (!stream) return;
    if (stream.open === segment) this.#seal(stream, segment);
    for (let row = 0; row < segment.rows; row += 1) {
      const id = entryId(segment.serial, row);
      const version = this.#versions.get(id);
      this.#index.remove(version ?? identityHash(segment, row, stream.seed), id);
      if (version !== undefined) this.#forgetVersion(stream, id, segment.idOf(row));
    }
  }

  #forgetVersion({ versions }: Stream, id: EntryId, logId: string | null): void {
    this.#versions.delete(id);
    const others = (versions.get(logId) ?? 0) - 1;
    if (others > 0) versions.set(logId, others);
    else versions.delete(logId);
  }

  /** Whether there are further versions of a row's entry; the first may have been evicted. */
  #hasVersions(stream: Stream, segment: Segment, row: number): boolean {
    return stream.versions.size > 0 && stream.versions.has(segment.idOf(row));
  }

  /** An entry under `hash` with the row's log id; {@link SAME} if its content is the same. */
  #alike(stream: Stream, hash: number, block: EntryBlock, row: number): EntryId {
    const { segment } = block;
    let other: EntryId = NO_ENTRY;
    for (let id = this.#index.first(hash); id !== NO_ENTRY; id = this.#index.next(hash)) {
      const held = this.#rows.holding(id);
      if (held.zone !== stream.zone || !sameId(held, rowOf(id), segment, row)) continue;
      if (this.#hasSameContent(id, block, row)) return SAME;
      other = id;
    }
    return other;
  }

  /** Whether an entry has the same content as a row of a block, apart from its id. */
  #hasSameContent(id: EntryId, block: EntryBlock, at: number): boolean {
    const [segment, row] = [this.#rows.holding(id), rowOf(id)];
    const { segment: arriving } = block;
    if (!Object.is(segment.stampOf(row), arriving.stampOf(at))) return false;
    if (segment.writtenStampOf(row) !== arriving.writtenStampOf(at)) return false;
    for (const [label, name] of LABELS.entries()) {
      if (this.#rows.value(id, name) !== block.label(at, label)) return false;
    }
    const text = this.#rows.text(segment, 'keep');
    return segment.hasLogOf(row, text, arriving, at, arriving.openText as Buffer);
  }

  #append(stream: Stream, { block, row: at, codes }: Arriving, time: number, hash: number) {
    stream.open ??= this.#rows.open(stream.zone, stream.draft);
    const segment = stream.open;
    const row = segment.beginAs(time, block.segment, at);
    this.#rows.coder.recode(segment, row, codes, at);
    const id = entryId(segment.serial, row);
    this.#index.add(hash, id);
    const { segmentRows, segmentBytes } = this.#options;
    if (segment.rows >= segmentRows || segment.textLength >= segmentBytes) {
      this.#seal(stream, segment);
    }
    return id;
  }

  #seal(stream: Stream, segment: Segment): void {
    stream.draft = this.#rows.seal(segment);
    stream.open = undefined;
  }

  #mark(id: EntryId, flag: number): void {
    const segment = this.#rows.holding(id);
    const row = rowOf(id);
    const flags = segment.flags[row] as number;
    if ((flags & flag) !== 0) return;
    segment.flags[row] = flags | flag;
    segment.revision += 1;
  }
}
