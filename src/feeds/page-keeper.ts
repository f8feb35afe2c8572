import type { EventLogEntry } from '../contract/operations/event-logs.ts';
import { type Coverage, merged, noCoverage, subtracted } from '../events/coverage.ts';
import type { LogArchive } from '../events/log-archive.ts';
import { freeEntries } from '../events/storage/entry-block.ts';
import type { EventStore } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import { type UtcDay, utcDay } from '../text/time.ts';
import type { DayProgress, Delivery } from './pages-feed.ts';
import { yieldToEventLoop } from './scheduling.ts';

type Keeping = Pick<LogArchive, 'append'>;

type ByDay<Value> = Map<string, Map<UtcDay, Value>>;

const put = <Value>(into: ByDay<Value>, zone: string, day: UtcDay, value: Value): void => {
  into.set(zone, new Map(into.get(zone)).set(day, value));
};

const BATCH = 500;

/**
 * Archives the pages of a followed log from the moment an archive is available. What was loaded before is written
 * from the store and claimed only afterwards, so the walk continues undisturbed.
 */
export class PageKeeper {
  #archive: Keeping | null = null;
  /** The archive to switch to between two pages; null for none. */
  #wanted: Keeping | null = null;
  /** Coverage of each day after its latest page. */
  readonly #loaded: ByDay<Coverage> = new Map();
  /** Loaded before the archive was available, and not yet written to it. */
  #owed: ByDay<readonly TimeRange[]> = new Map();
  /** Number of pages being taken. */
  #inFlight = 0;
  /** Set while pages wait for the switch. */
  #gate: PromiseWithResolvers<void> | null = null;
  #idle: PromiseWithResolvers<void> | null = null;

  /** Archives a page, then calls `take`, which returns the number of new entries. */
  async keep(zone: string, delivery: Delivery, take: () => Promise<number>): Promise<number> {
    while (this.#gate) await this.#gate.promise;
    this.#inFlight += 1;
    try {
      const { day, page, coverage, withdrawn } = delivery;
      put(this.#loaded, zone, day, coverage);
      const owed = subtracted(this.#owed.get(zone)?.get(day) ?? [], withdrawn);
      if (owed.length > 0) put(this.#owed, zone, day, owed);
      else this.#owed.get(zone)?.delete(day);
      const claimed = { ...coverage, loaded: subtracted(coverage.loaded, owed) };
      const archive = this.#archive;
      await archive?.append(zone, day, page.logs, claimed, withdrawn);
      const added = await take();
      // An archive may still queue them.
      if (!archive) freeEntries(page.logs);
      return added;
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#idle?.resolve();
    }
  }

  /**
   * Archives pages from now on. Resolves once the previous contents of `store` are written, or another archive or
   * none has taken over.
   */
  async begin(archive: Keeping, store: EventStore): Promise<void> {
    this.#wanted = archive;
    await this.#betweenPages();
    if (this.#wanted !== archive) {
      this.#open();
      return;
    }
    this.#archive = archive;
    this.#owed = new Map();
    for (const [zone, days] of this.#loaded) {
      for (const [day, coverage] of days) put(this.#owed, zone, day, loadedOf(coverage));
    }
    const ids = store.ids();
    this.#open();
    await this.#write(archive, store, ids);
  }

  /** Stops archiving. */
  end(): void {
    this.#archive = null;
    this.#wanted = null;
    this.#owed = new Map();
  }

  /** A new walk begins, with this loaded already. */
  restarted(known: ReadonlyMap<string, ReadonlyMap<UtcDay, DayProgress>> = new Map()): void {
    this.#loaded.clear();
    this.#owed = new Map();
    for (const [zone, days] of known) {
      for (const [day, { coverage }] of days) put(this.#loaded, zone, day, coverage);
    }
  }

  /** Resolves when no page is being taken, and blocks new ones until {@link #open}. */
  async #betweenPages(): Promise<void> {
    while (this.#gate) await this.#gate.promise;
    this.#gate = Promise.withResolvers();
    if (this.#inFlight === 0) return;
    this.#idle = Promise.withResolvers();
    await this.#idle.promise;
    this.#idle = null;
  }

  #open(): void {
    const gate = this.#gate;
    this.#gate = null;
    gate?.resolve();
  }

  async #write(archive: Keeping, store: EventStore, ids: Uint32Array): Promise<void> {
    const owed = this.#owed;
    const isOver = () => this.#archive !== archive || this.#owed !== owed;
    // Newest first: the store drops them last.
    for (let end = ids.length; end > 0; end -= BATCH) {
      const held = ids.subarray(Math.max(0, end - BATCH), end).filter((id) => store.has(id));
      for (const [zone, day, entries] of byDay(store, held)) {
        await archive.append(zone, day, entries, noCoverage(day));
        if (isOver()) return;
      }
      await yieldToEventLoop();
      if (isOver()) return;
    }
    const { horizon } = store;
    for (const [zone, days] of owed) {
      for (const [day, ranges] of days) {
        // Dropped entries are not in the archive, and this run cannot write them.
        const gone =
          horizon === null ? [] : [{ from: Number.NEGATIVE_INFINITY, until: horizon + 1 }];
        const there = subtracted(ranges, gone);
        const missing = subtracted(ranges, there);
        if (missing.length > 0) days.set(day, missing);
        else days.delete(day);
        const coverage = this.#loaded.get(zone)?.get(day) ?? noCoverage(day);
        // Not all of it may have been claimed.
        const written = subtracted(coverage.loaded, subtracted(coverage.loaded, there));
        await archive.append(zone, day, [], { ...coverage, loaded: written });
        if (isOver()) return;
      }
    }
  }
}

/**
 * Where entries of a day may be loaded. A page may reach beyond its claim, and the page below it claims that part as
 * well.
 */
const loadedOf = ({ loaded, oldest, newest }: Coverage): readonly TimeRange[] =>
  merged(
    oldest === null || newest === null ? loaded : [...loaded, { from: oldest, until: newest + 1 }],
  );

/** Entries by zone and day; undated ones belong to their neighbour's day. */
function byDay(
  store: EventStore,
  ids: Uint32Array,
): readonly (readonly [zone: string, day: UtcDay, entries: readonly EventLogEntry[]])[] {
  const groups = new Map<string, [string, UtcDay, EventLogEntry[]]>();
  let last: UtcDay = utcDay(store.span?.newest ?? 0);
  for (const id of ids) {
    const entry = store.entry(id);
    const { zone, time } = entry;
    last = time === null ? last : utcDay(time);
    const key = `${last} ${zone}`;
    const group = groups.get(key) ?? [zone, last, []];
    // Not a copy: the exact digits of a timestamp are registered for this object.
    group[2].push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}
