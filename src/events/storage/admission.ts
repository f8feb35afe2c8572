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

/** What became of some entries. */
export interface Outcome {
  added: number;
  /** Already there, word for word. */
  duplicates: number;
  /** Older than what had to be let go, and so not taken in. */
  refused: number;
  /** Of those added: further versions of an entry that was there. */
  conflicts: number;
  /** Of those added: arrived while following, behind the newest that was there. */
  late: number;
}

export const noOutcome = (): Outcome => ({
  added: 0,
  duplicates: 0,
  refused: 0,
  conflicts: 0,
  late: 0,
});

/** Counts what `more` says in with what `total` says. */
export function addOutcome(total: Outcome, more: Readonly<Outcome>): void {
  total.added += more.added;
  total.duplicates += more.duplicates;
  total.refused += more.refused;
  total.conflicts += more.conflicts;
  total.late += more.late;
}

/** One zone's entries as they come in. */
interface Stream {
  readonly zone: string;
  /** What the zone adds to the hash of an id. */
  readonly seed: number;
  unit: TimeUnit | undefined;
  newest: number;
  open: Segment | undefined;
  draft: Draft | undefined;
  /** How many further versions are held of an entry, by its log id. */
  readonly versions: Map<string | null, number>;
}

/** Beside the ids of entries: one says the same. */
const SAME = -2;

/** What a further version of an entry takes to be found again, in bytes, roughly. */
const VERSION_COST = 200;

interface AdmissionOptions {
  readonly unit: TimeUnit | undefined;
  readonly segmentRows: number;
  readonly segmentBytes: number;
}

/** The times an entry is measured by. */
interface Bounds {
  /** Older than this is late; `UNDATED` when nothing is. */
  readonly late: number;
  /** At and before this nothing is taken in; `UNDATED` when everything is. */
  readonly horizon: number;
}

/** A row of a block on its way in. One after the other: it is changed from row to row. */
interface Arriving {
  readonly block: EntryBlock;
  readonly codes: Recoding;
  row: number;
}

/** Begins with the first row of a block. */
export const arriving = (block: EntryBlock): Arriving => ({
  block,
  codes: recoding(block.segment, block.values),
  row: 0,
});

/** Decides of each entry whether it is new, and gives the new ones their row: exactly once by zone and log id. */
export class Admission {
  readonly #rows: Rows;
  readonly #options: AdmissionOptions;
  readonly #index = new IdIndex();
  /**
   * The hashes of further versions, which are told apart by their content: one log id for all entries would make each
   * be compared with all.
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

  /** What was told of a zone's stamps; undefined while there was none to tell by. */
  unitOf(zone: string): TimeUnit | undefined {
    return this.#streams.get(zone)?.unit;
  }

  /** The stream of a zone; its unit is told from `entries` when it is not known yet. */
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

  /** Takes in a row of a block; gives its id, or {@link NO_ENTRY} when it was known or too old. */
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

  /** Lets go of a segment's ids, sealing it when it was still being filled. */
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

  /** Whether further versions are held of a row's entry; the first may have been let go. */
  #hasVersions(stream: Stream, segment: Segment, row: number): boolean {
    return stream.versions.size > 0 && stream.versions.has(segment.idOf(row));
  }

  /** An entry under `hash` that has the log id of a row of a block; {@link SAME} where it says the same. */
  #alike(stream: Stream, hash: number, block: EntryBlock, row: number): EntryId {
    const { segment } = block;
    let other: EntryId = NO_ENTRY;
    for (let id = this.#index.first(hash); id !== NO_ENTRY; id = this.#index.next(hash)) {
      const held = this.#rows.holding(id);
      if (held.zone !== stream.zone || !sameId(held, rowOf(id), segment, row)) continue;
      if (this.#says(id, block, row)) return SAME;
      other = id;
    }
    return other;
  }

  /** Whether an entry that is held says what a row of a block says, beside its id. */
  #says(id: EntryId, block: EntryBlock, at: number): boolean {
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
    if (time > stream.newest) stream.newest = time;
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
