import { setTimeout, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { EntryList } from '../../contract/operations/event-logs.ts';
import { ownName } from '../../edges/machine.ts';
import { randomHex } from '../../edges/random-hex.ts';
import type { Coverage } from '../../events/coverage.ts';
import type { LogArchive } from '../../events/log-archive.ts';
import { type TimeUnit, unitOf } from '../../events/storage/time-unit.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { dayOf, startOfDay, type UtcDay } from '../../text/time.ts';
import { type ArchiveWriting, timeUnitIn } from '../archive.ts';
import { DayRecords } from './day-records.ts';
import { type Engine, sqlDay, sqlNumber, sqlText } from './engine.ts';
import {
  ENTRY_COLUMNS,
  type EntryKey,
  keyOf,
  type NewEntry,
  numberIn,
  writeEntry,
} from './entries.ts';
import { Leases } from './leases.ts';
import { RowBinary } from './row-binary.ts';

/** The last day that ClickHouse's Date can hold. */
const LAST_DAY = 65_535;

/** Interval of writes in milliseconds. Pages are grouped, so that the server has few parts to merge. */
const WRITE_INTERVAL_MS = 500;
/**
 * Additional delay for a zone leased by another writer, which may write the same entries meanwhile, in milliseconds.
 */
const LEASE_DELAY_MS = 3000;
/** Entries per insert. */
const MAX_BATCH = 20_000;
/** Limit of queued entries, beyond which `append` waits. */
const MAX_QUEUED = 20_000;
/** Bounds of the retry delay in milliseconds, which doubles each time. */
const RETRIES = { first: 250, last: 10_000 } as const;
/** Entries between two yields. */
const STRIDE = 50;

/** A queued page. */
interface Waiting {
  readonly zone: string;
  readonly day: UtcDay;
  readonly entries: readonly NewEntry[];
  readonly coverage: Coverage;
  readonly withdrawn: readonly TimeRange[];
  /** Earliest write time, on the clock of `performance`. */
  readonly due: number;
}

/**
 * Writes pages in groups. `append` returns the number of new entries and leaves writing to the next group. A page's
 * claim is written after its entries and after those of all earlier pages.
 */
export class EngineWriter {
  readonly #engine: Engine;
  readonly #writing: ArchiveWriting;
  readonly #leases: Leases;
  readonly #units = new Map<string, TimeUnit>();
  readonly #records: DayRecords;
  /** The latest page of each zone. Its claim includes those before it, so all after a rejected one are rejected. */
  readonly #latest = new Map<string, Promise<number>>();
  #waiting: Waiting[] = [];
  /** Keys of queued entries, by zone and day. */
  readonly #pending = new Set<string>();
  #queued = 0;
  #writes: Promise<void> | null = null;
  #closing = false;
  /** The error that ended the writing. */
  #failure: unknown;
  /** Why the server currently rejects writes. */
  #trouble: DatabaseError | null = null;
  #changed = Promise.withResolvers<void>();

  constructor(engine: Engine, writing: ArchiveWriting) {
    this.#engine = engine;
    this.#writing = writing;
    // For `archive status`; different in each run.
    const name = `${ownName()} ${randomHex(6)}`;
    this.#leases = new Leases(engine, name);
    this.#records = new DayRecords(engine, name);
  }

  async append(...page: Parameters<LogArchive['append']>): Promise<number> {
    const [zone, day] = page;
    if (day < 0 || day > LAST_DAY) {
      const [name, last] = [day, LAST_DAY].map((each) => dayOf(startOfDay(each), 'utc'));
      throw new DatabaseError(
        `${this.#engine.address.text} cannot keep the day ${name}: it has days from 1970-01-01 to ${last}.`,
      );
    }
    const before = this.#latest.get(zone) ?? Promise.resolve();
    const queued = before.then(() => this.#queue(...page));
    this.#latest.set(zone, queued);
    return queued;
  }

  async #queue(...page: Parameters<LogArchive['append']>): Promise<number> {
    const [zone, day, entries, coverage, withdrawn = []] = page;
    await this.#room();
    const unit = await this.#unitOf(zone, entries);
    const fresh: NewEntry[] = [];
    const seen = new Set<string>();
    for (const [at, entry] of [...entries].entries()) {
      const key = keyOf(entry);
      const name = pendingName(zone, day, key);
      if (!this.#pending.has(name) && !seen.has(name)) fresh.push({ zone, day, entry, unit, key });
      seen.add(name);
      if (at % STRIDE === STRIDE - 1) await yieldToEventLoop();
    }
    const unknown = await this.#withoutKnown(zone, day, fresh);
    const isOurs = await this.#askOr(() => this.#leases.has(zone), true);
    // A failure drops queued pages, on which this page's claim may depend.
    if (this.#failure !== undefined) throw this.#failure;
    const due = performance.now() + (isOurs ? 0 : LEASE_DELAY_MS);
    this.#waiting.push({ zone, day, entries: unknown, coverage, withdrawn, due });
    for (const { key } of unknown) this.#pending.add(pendingName(zone, day, key));
    this.#queued += unknown.length;
    if (this.#trouble) this.#reportDelay();
    this.#start();
    return unknown.length;
  }

  /** Resolves when the queue is empty or the server rejects writes. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#trouble && this.#failure === undefined) {
      await this.#changed.promise;
    }
  }

  /** Writes the queue. Rejects with a DatabaseError if the server rejects it: nothing is claimed then. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#change();
    while (this.#writes) await this.#writes;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#leases.release();
  }

  /** Waits for room in the queue. */
  async #room(): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#queued < MAX_QUEUED) return;
      if (this.#trouble && this.#writing.givesUp) throw this.#trouble;
      await this.#changed.promise;
    }
  }

  /** The server's answer, or `otherwise` while it is unavailable. */
  async #askOr<Value>(ask: () => Promise<Value>, otherwise: Value): Promise<Value> {
    if (this.#trouble) return otherwise;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof DatabaseError && error.isBusy) return otherwise;
      throw error;
    }
  }

  /** The time unit of a zone, determined by its first page. */
  async #unitOf(zone: string, entries: EntryList): Promise<TimeUnit> {
    const known = this.#units.get(zone);
    if (known) return known;
    const { select, table } = this.#engine;
    const rows = await this.#askOr(
      () =>
        select(
          `SELECT unit FROM ${table('day')} FINAL WHERE zone = ${sqlText(zone)} AND unit IS NOT NULL ORDER BY day LIMIT 1`,
        ),
      null,
    );
    const stamps = [...entries].map(({ timestamp }) => timestamp);
    const unit = timeUnitIn(rows?.[0]?.['unit']) ?? unitOf(stamps);
    if (unit && rows) this.#units.set(zone, unit);
    return unit ?? 'ms';
  }

  /** Entries that the archive lacks; all of them while the server is unavailable. */
  async #withoutKnown(
    zone: string,
    day: UtcDay,
    entries: readonly NewEntry[],
  ): Promise<readonly NewEntry[]> {
    if (entries.length === 0) return entries;
    const stamps = entries.map(({ key }) => key.stamp);
    const [low, high] = stamps.reduce(
      ([a, b], stamp) => [Math.min(a, stamp), Math.max(b, stamp)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    const hashes = entries.map(({ key }) => key.hash).join(',');
    const { select, table } = this.#engine;
    const rows = await this.#askOr(
      () =>
        select(
          `SELECT toString(stamp) AS key_stamp, toString(hash) AS key_hash FROM ${table('entry')} WHERE zone = ${sqlText(zone)} ` +
            `AND day = ${sqlDay(day)} AND stamp >= ${sqlNumber(low)} AND stamp <= ${sqlNumber(high)} AND hash IN (${hashes})`,
        ),
      [],
    );
    const known = new Set(
      rows.map((row) => `${numberIn(row['key_stamp'])} ${String(row['key_hash'])}`),
    );
    return entries.filter(({ key }) => !known.has(nameOf(key)));
  }

  #start(): void {
    if (this.#writes || this.#waiting.length === 0) return;
    this.#writes = this.#write()
      .catch((error: unknown) => {
        this.#failure = error;
        this.#waiting = [];
      })
      .finally(() => {
        this.#writes = null;
        this.#change();
        this.#start();
      });
  }

  /** Wakes waiters for changes of the queue. */
  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #write(): Promise<void> {
    await this.#pause(WRITE_INTERVAL_MS);
    const group = this.#dueNow();
    if (group.length === 0) return;
    const entries = group.flatMap((page) => page.entries);
    await this.#retrying(() => this.#writeGroup(group));
    this.#waiting = this.#waiting.filter((page) => !group.includes(page));
    this.#queued -= entries.length;
    for (const { zone, day, key } of entries) this.#pending.delete(pendingName(zone, day, key));
  }

  /** The pages to write now, in order per zone, so that a claim follows its entries. */
  #dueNow(): readonly Waiting[] {
    const now = performance.now();
    const later = new Set<string>();
    const group: Waiting[] = [];
    let entries = 0;
    for (const page of this.#waiting) {
      const isDue = page.due <= now || this.#closing;
      if (!isDue || later.has(page.zone)) later.add(page.zone);
      else {
        group.push(page);
        entries += page.entries.length;
      }
      if (entries >= MAX_BATCH) break;
    }
    return group;
  }

  /** Waits unless the archive is closing or the queue is long. */
  async #pause(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.#closing && this.#queued < MAX_BATCH && performance.now() < until) {
      const over = new AbortController();
      const waited = setTimeout(Math.max(0, until - performance.now()), undefined, {
        signal: over.signal,
      }).catch(() => {});
      await Promise.race([waited, this.#changed.promise]);
      over.abort();
    }
  }

  /** Retries while the server is unavailable, until closing or aborted. */
  async #retrying(work: () => Promise<void>): Promise<void> {
    for (let wait: number = RETRIES.first; ; wait = Math.min(wait * 2, RETRIES.last)) {
      try {
        await work();
        if (this.#trouble) {
          this.#trouble = null;
          this.#writing.onDelay?.(null);
        }
        return;
      } catch (error) {
        const mayPass = error instanceof DatabaseError && error.isBusy;
        if (!mayPass || this.#closing || this.#writing.signal?.aborted) throw error;
        this.#trouble = error;
        this.#reportDelay();
        this.#change();
        const { signal } = this.#writing;
        const waited = setTimeout(wait, undefined, { signal }).catch(() => {});
        await Promise.race([waited, this.#whileOpen()]);
      }
    }
  }

  async #whileOpen(): Promise<void> {
    while (!this.#closing) await this.#changed.promise;
  }

  #reportDelay(): void {
    this.#writing.onDelay?.({ queued: this.#queued, reason: this.#trouble?.message });
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    const signal = this.#writing.signal;
    const rows = new RowBinary();
    for (const page of group) {
      const isOurs = await this.#leases.has(page.zone);
      // The holder of the lease may have written them meanwhile.
      const left = isOurs
        ? page.entries
        : await this.#withoutKnown(page.zone, page.day, page.entries);
      for (const [at, entry] of left.entries()) {
        writeEntry(rows, entry);
        if (at % STRIDE === STRIDE - 1) await yieldToEventLoop();
      }
    }
    if (rows.length > 0) await this.#engine.insert('entry', ENTRY_COLUMNS, rows.take(), { signal });
    await this.#records.write(group, this.#units, signal);
  }
}

const nameOf = ({ stamp, hash }: EntryKey): string => `${stamp} ${hash}`;
const pendingName = (zone: string, day: UtcDay, key: EntryKey): string =>
  `${day} ${nameOf(key)} ${zone}`;
