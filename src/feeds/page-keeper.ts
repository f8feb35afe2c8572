import type { EventLogEntry } from '../contract/operations/event-logs.ts';
import { type Coverage, merged, noCoverage, subtracted } from '../events/coverage.ts';
import type { LogArchive } from '../events/log-archive.ts';
import { freeEntries } from '../events/storage/entry-block.ts';
import type { EventStore } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import { type UtcDay, utcDay } from '../text/time.ts';
import type { Delivery } from './pages-feed.ts';
import { yieldToEventLoop } from './scheduling.ts';

type Keeping = Pick<LogArchive, 'append'>;

/** By zone and day. */
type ByDay<Value> = Map<string, Map<UtcDay, Value>>;

const put = <Value>(into: ByDay<Value>, zone: string, day: UtcDay, value: Value): void => {
  into.set(zone, new Map(into.get(zone)).set(day, value));
};

/** Entries written at a time. */
const PAGE = 500;

/**
 * Keeps the pages of a log that is followed in an archive, from whenever one is there. What was loaded before that
 * is written out of the store, and is claimed to be in the archive only once it is; so the walk through the log goes
 * on where it is.
 */
export class PageKeeper {
  #archive: Keeping | null = null;
  /** The one that is to be kept in, once no page is under way; null while pages are not to be kept. */
  #wanted: Keeping | null = null;
  /** What is loaded of each day, by the latest page. */
  readonly #loaded: ByDay<Coverage> = new Map();
  /** What was loaded before the archive was there, as far as it has not been written to it. */
  #owed: ByDay<readonly TimeRange[]> = new Map();
  /** Pages that are being taken in. */
  #underWay = 0;
  /** Set while pages wait for an archive to begin. */
  #gate: PromiseWithResolvers<void> | null = null;
  #idle: PromiseWithResolvers<void> | null = null;

  /** Takes a page in by `take`, which tells how many entries were new, once the archive has it. */
  async keep(zone: string, delivery: Delivery, take: () => Promise<number>): Promise<number> {
    while (this.#gate) await this.#gate.promise;
    this.#underWay += 1;
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
      // An archive may have them waiting to be written.
      if (!archive) freeEntries(page.logs);
      return added;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idle?.resolve();
    }
  }

  /**
   * Keeps pages in `archive` from now on. Resolves once what `store` had before is written there too, or another
   * archive, or none, has taken its place.
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

  /** Pages are kept no more. */
  end(): void {
    this.#archive = null;
    this.#wanted = null;
    this.#owed = new Map();
  }

  /** Another walk begins: nothing is loaded by it yet. */
  restarted(): void {
    this.#loaded.clear();
    this.#owed = new Map();
  }

  /** Resolves when no page is being taken in; none is until {@link #open}. */
  async #betweenPages(): Promise<void> {
    while (this.#gate) await this.#gate.promise;
    this.#gate = Promise.withResolvers();
    if (this.#underWay === 0) return;
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
    // The newest first: they are what is lost last.
    for (let end = ids.length; end > 0; end -= PAGE) {
      const held = ids.subarray(Math.max(0, end - PAGE), end).filter((id) => store.has(id));
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
        // What was let go of is not in the archive, and never will be by this run.
        const gone =
          horizon === null ? [] : [{ from: Number.NEGATIVE_INFINITY, until: horizon + 1 }];
        const there = subtracted(ranges, gone);
        const missing = subtracted(ranges, there);
        if (missing.length > 0) days.set(day, missing);
        else days.delete(day);
        const coverage = this.#loaded.get(zone)?.get(day) ?? noCoverage(day);
        // Of what was owed not all need have been claimed.
        const written = subtracted(coverage.loaded, subtracted(coverage.loaded, there));
        await archive.append(zone, day, [], { ...coverage, loaded: written });
        if (isOver()) return;
      }
    }
  }
}

/**
 * Where entries of a day may have been loaded: a page may reach further than what is claimed of it, and the page below it
 * claims that part as well.
 */
const loadedOf = ({ loaded, oldest, newest }: Coverage): readonly TimeRange[] =>
  merged(
    oldest === null || newest === null ? loaded : [...loaded, { from: oldest, until: newest + 1 }],
  );

/** Entries by their zone and day; those without a time are of the day of their neighbours. */
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
    // The entry itself: the digits of a timestamp that no double holds are noted of no copy.
    group[2].push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}
