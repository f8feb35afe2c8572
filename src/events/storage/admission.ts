import { type EventLogEntry, stampAsWritten } from '../../contract/operations/event-logs.ts';
import { LABELS } from './columns.ts';
import { type EntryId, entryId, rowOf } from './entry-id.ts';
import { hashText } from './hash.ts';
import { IdIndex, NO_ENTRY } from './id-index.ts';
import { Identity, identityHash, sameContent } from './identity.ts';
import type { Rows } from './rows.ts';
import { type Draft, FLAG, type Segment } from './segment.ts';
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
}

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

/** Decides of each entry whether it is new, and gives the new ones their row: exactly once by zone and log id. */
export class Admission {
  readonly #rows: Rows;
  readonly #options: AdmissionOptions;
  readonly #index = new IdIndex();
  readonly #identity = new Identity();
  readonly #streams = new Map<string, Stream>();

  constructor(rows: Rows, options: AdmissionOptions) {
    this.#rows = rows;
    this.#options = options;
  }

  get byteLength(): number {
    return this.#index.byteLength;
  }

  get zones(): readonly string[] {
    return [...this.#streams.keys()];
  }

  /** What was told of a zone's stamps; undefined while there was none to tell by. */
  unitOf(zone: string): TimeUnit | undefined {
    return this.#streams.get(zone)?.unit;
  }

  /** The stream of a zone; its unit is told from `entries` when it is not known yet. */
  stream(zone: string, entries: readonly EventLogEntry[]): Stream {
    let stream = this.#streams.get(zone);
    if (!stream) {
      stream = {
        zone,
        seed: hashText(zone, 0),
        unit: this.#options.unit,
        newest: UNDATED,
        open: undefined,
        draft: undefined,
      };
      this.#streams.set(zone, stream);
    }
    stream.unit ??= unitOf(entries.map((entry) => entry.timestamp));
    return stream;
  }

  /** Takes in one entry; gives its id, or {@link NO_ENTRY} when it was known or too old. */
  admit(stream: Stream, entry: EventLogEntry, bounds: Bounds, outcome: Outcome): EntryId {
    this.#identity.read(entry, stream.seed);
    const { hash } = this.#identity;
    let rival: EntryId = NO_ENTRY;
    for (let id = this.#index.first(hash); id !== NO_ENTRY; id = this.#index.next(hash)) {
      if (!this.#sameId(id, stream, entry)) continue;
      if (this.#says(id, entry)) {
        outcome.duplicates += 1;
        return NO_ENTRY;
      }
      if (entry.logId !== null) rival = id;
    }
    const time = timeOf(entry.timestamp, stream.unit ?? 'ms');
    if (time !== UNDATED && time <= bounds.horizon) {
      outcome.refused += 1;
      return NO_ENTRY;
    }
    const id = this.#append(stream, entry, time);
    outcome.added += 1;
    if (rival !== NO_ENTRY) {
      outcome.conflicts += 1;
      this.#mark(id, FLAG.conflict);
      this.#mark(rival, FLAG.conflict);
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
      const hash = identityHash(segment, row, stream.seed);
      this.#index.remove(hash, entryId(segment.serial, row));
    }
  }

  #sameId(id: EntryId, { zone }: Stream, { logId }: EventLogEntry): boolean {
    const segment = this.#rows.holding(id);
    return segment.zone === zone && this.#identity.sameId(segment, rowOf(id), logId);
  }

  #says(id: EntryId, entry: EventLogEntry): boolean {
    const segment = this.#rows.holding(id);
    return sameContent(
      entry,
      segment,
      rowOf(id),
      (label) => this.#rows.value(id, LABELS[label] as (typeof LABELS)[number]),
      () => this.#rows.text(segment, 'keep'),
    );
  }

  #append(stream: Stream, entry: EventLogEntry, time: number): EntryId {
    stream.open ??= this.#rows.open(stream.zone, stream.draft);
    const segment = stream.open;
    const row = segment.begin(time, entry.timestamp, entry.log);
    const written = stampAsWritten(entry);
    if (written !== undefined) segment.keepWrittenStamp(row, written);
    this.#identity.write(segment, row, entry.logId);
    this.#rows.coder.code(segment, row, entry.labels, segment.openText as Buffer);
    const id = entryId(segment.serial, row);
    this.#index.add(this.#identity.hash, id);
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
