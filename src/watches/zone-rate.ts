import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import { type EventLogEntry, eventLogs } from '../contract/operations/event-logs.ts';
import type { Filter } from '../events/filter/filter.ts';
import { FilteredView } from '../events/filtered-view.ts';
import { contentOf } from '../events/seen-entries.ts';
import { type TimeUnit, timeOf, unitOf } from '../events/storage/time-unit.ts';
import { EventStore } from '../events/store.ts';
import { followDays } from '../feeds/follow-zone.ts';
import type { PagesFeed } from '../feeds/pages-feed.ts';
import { createWake, type Wake } from '../feeds/scheduling.ts';
import { startOfDay, usDay, utcDay } from '../text/time.ts';

interface RateFeed extends Pick<PagesFeed, 'clock' | 'signal' | 'interval' | 'paused' | 'random'> {
  readonly wake?: Wake;
  readonly call: Call;
  /** Shield zone id. */
  readonly zone: string;
  readonly filter: Filter;
  /** The period to count over, in milliseconds. */
  readonly per: number;
  /**
   * Called after each successful request.
   *
   * @param events in the latest `per` milliseconds
   * @param at when they were counted, by the wall clock, in milliseconds
   */
  counted(events: number, at: number): void;
  /** Called after each failed request. */
  failed?(error: ApiError): void;
}

/** How late entries may arrive, in milliseconds. The period ends with the newest entry, if that is more recent. */
const MAX_DELAY_MS = 60_000;
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Polls the number of a zone's events that match a filter, until the signal aborts. */
export async function followRate(feed: RateFeed): Promise<void> {
  const { call, clock, signal, zone, per } = feed;
  const counting = new Counting(feed);
  let isLooked = false;
  await followDays(
    {
      clock,
      signal,
      wake: feed.wake ?? createWake(),
      interval: feed.interval,
      paused: feed.paused,
      random: feed.random,
      unit: () => counting.unit,
      // Older entries need not be fetched.
      covered: (day) => [{ from: startOfDay(day), until: clock.now() - per - MAX_DELAY_MS }],
      async ask(day, token, ended) {
        const input = { shieldZoneId: zone, date: usDay(day), continuationToken: token };
        const page = await call(eventLogs, input, ended).catch((error: unknown) => {
          if (error instanceof ApiError && !ended.aborted) feed.failed?.(error);
          throw error;
        });
        isLooked = true;
        return page;
      },
      async take({ page, reached }) {
        const now = clock.now();
        const added = counting.take([...page.logs], now);
        // Reporting nothing new ends the walk; otherwise it would continue through the day.
        return reached != null && reached < now - per - MAX_DELAY_MS ? 0 : added;
      },
      progress({ phase, failure, stale }) {
        if (!isLooked || phase !== 'following' || failure || stale || counting.isStopped) return;
        isLooked = false;
        const now = clock.now();
        feed.counted(counting.count(now), now);
      },
    },
    utcDay(clock.now() - per - MAX_DELAY_MS),
  );
}

/** Recent entries, and which of them match the filter. */
class Counting {
  readonly #zone: string;
  readonly #filter: Filter;
  readonly #per: number;
  #unit: TimeUnit | undefined;
  /** Set when a pattern of the filter takes too long, so that nothing is known any more. */
  isStopped = false;
  /** By content: an id may be missing, or shared by several entries. */
  readonly #seen = new Map<string, { readonly time: number; readonly isKept: boolean }>();

  constructor({ zone, filter, per }: Pick<RateFeed, 'zone' | 'filter' | 'per'>) {
    this.#zone = zone;
    this.#filter = filter;
    this.#per = per;
  }

  get unit(): TimeUnit | undefined {
    return this.#unit;
  }

  /** Adds a page. Returns the number of new entries, including those too old to count. */
  take(entries: readonly EventLogEntry[], now: number): number {
    this.#unit ??= unitOf(entries.map(({ timestamp }) => timestamp));
    const unit = this.#unit ?? 'ms';
    const recent = entries.filter(
      ({ timestamp }) => timeOf(timestamp, unit) >= now - this.#per - MAX_DELAY_MS,
    );
    const fresh = new Map(recent.map((entry) => [contentOf(entry), entry]));
    const old = entries.length - recent.length;
    for (const content of fresh.keys()) if (this.#seen.has(content)) fresh.delete(content);
    const kept = this.#kept([...fresh.values()], unit, now);
    for (const [content, { timestamp }] of fresh) {
      this.#seen.set(content, { time: timeOf(timestamp, unit), isKept: kept.has(content) });
    }
    return fresh.size + old;
  }

  #kept(entries: readonly EventLogEntry[], unit: TimeUnit, now: number): ReadonlySet<string> {
    const store = new EventStore({ unit, maxBytes: UNBOUNDED });
    store.add(this.#zone, entries);
    const day = startOfDay(utcDay(now));
    const view = new FilteredView(store, this.#filter, { now, day, offsetMinutes: 0 });
    while (view.advance(UNBOUNDED));
    this.isStopped ||= view.counts.stopped !== null;
    const kept = new Set<string>();
    for (let rank = 0; rank < view.size; rank += 1) {
      const id = view.at(rank);
      if (id !== undefined) kept.add(contentOf(store.entry(id)));
    }
    return kept;
  }

  count(now: number): number {
    let newest = now - MAX_DELAY_MS;
    for (const [content, { time }] of this.#seen) {
      if (time < now - this.#per - MAX_DELAY_MS) this.#seen.delete(content);
      else if (time <= now) newest = Math.max(newest, time);
    }
    let count = 0;
    for (const { time, isKept } of this.#seen.values()) {
      if (isKept && time > newest - this.#per && time <= newest) count += 1;
    }
    return count;
  }
}
