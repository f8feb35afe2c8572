import type { Call } from '../contract/operation.ts';
import { type EventLogPage, eventLogs } from '../contract/operations/event-logs.ts';
import { firstOpenDay, type LogArchive } from '../events/log-archive.ts';
import { freeEntries } from '../events/storage/entry-block.ts';
import type { EventStore } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import { type UtcDay, usDay, utcDay } from '../text/time.ts';
import { archivingFeed } from './archiving-feed.ts';
import { followDay } from './follow-day.ts';
import type { DayProgress, Delivery, PagesFeed } from './pages-feed.ts';
import { yieldToEventLoop } from './scheduling.ts';
import { createZoneState, hasJumped, readClock } from './zone-state.ts';

/** What following event logs into a store needs. */
interface LogFeed extends Omit<PagesFeed, 'unit' | 'covered' | 'ask' | 'take' | 'progress'> {
  readonly call: Call;
  readonly store: EventStore;
  /** The first day, UTC. */
  readonly from: UtcDay;
  /** Told of each page, before it is taken in. */
  arrived?(page: EventLogPage): void;
  /** Keeps a page somewhere else as well, and then has it taken in by `take`, which tells how many entries were new. */
  keep?(zone: string, delivery: Delivery, take: () => Promise<number>): Promise<number>;
  /** The store has more than it had; called between slices, as often as there is something new. */
  grown(): void;
}

/** What following one zone's event log needs. */
interface ZoneFeed extends LogFeed {
  /** Shield zone id. */
  readonly zone: string;
  /** What an earlier run covered of a day; nothing when not said. */
  covered?(day: UtcDay): readonly TimeRange[] | Promise<readonly TimeRange[]>;
  progress(progress: DayProgress): void;
}

/** What following several zones' event logs into one store needs. */
interface ZonesFeed extends LogFeed {
  /** Shield zone ids. */
  readonly zones: readonly string[];
  covered?(zone: string, day: UtcDay): readonly TimeRange[];
  progress(zone: string, progress: DayProgress): void;
}

/** The longest that taking in a page may keep a key waiting, milliseconds. */
const SLICE = 2;

/**
 * Follows a zone's event log into its store until the signal aborts.
 *
 * Rejects only with what the sink rejects with.
 */
export function followZone(feed: ZoneFeed): Promise<void> {
  const { call, store, zone, from } = feed;
  const take = async ({ page, arrival }: Delivery) => {
    feed.arrived?.(page);
    // Reading the page has kept keys waiting already; so will drawing what a slice brought.
    await yieldToEventLoop();
    const slices = store.ingest(zone, page.logs, arrival, SLICE);
    for (let slice = slices.next(); ; slice = slices.next()) {
      if (slice.done) return slice.value.added;
      await yieldToEventLoop();
      feed.grown();
    }
  };
  const pages: PagesFeed = {
    ...feed,
    unit: () => store.unitOf(zone),
    ask: askFor(call, zone),
    take: async (delivery) => {
      if (feed.keep) return feed.keep(zone, delivery, () => take(delivery));
      const added = await take(delivery);
      freeEntries(delivery.page.logs);
      return added;
    },
  };
  return followDays(pages, from);
}

const askFor =
  (call: Call, shieldZoneId: string): PagesFeed['ask'] =>
  (day, continuationToken, ...rest) =>
    call(eventLogs, { shieldZoneId, date: usDay(day), continuationToken }, ...rest);

/** What completing the days before another in an archive needs. */
interface EarlierDays
  extends Omit<PagesFeed, 'backfillTo' | 'mayAskAhead' | 'covered' | 'ask' | 'take'> {
  readonly call: Call;
  readonly archive: LogArchive;
  /** Shield zone id. */
  readonly zone: string;
  /** Days before it are completed, as far as the service still has them. */
  readonly today: UtcDay;
  /** Whether what is on screen needs the service for itself. */
  isBusy(): boolean;
}

/** Completes the days that an earlier run left unfinished, in the archive alone. */
export async function completeEarlierDays(feed: EarlierDays): Promise<void> {
  const { archive, zone, today, call, isBusy } = feed;
  const first = await firstOpenDay(archive, zone, today);
  if (first >= today) return;
  const pages: PagesFeed = { ...feed, ask: askFor(call, zone), take: async () => 0 };
  const archiving = archivingFeed(pages, { archive, zone, today, since: null, isBusy });
  await followDays(archiving, first, today - 1);
}

/** Follows several zones' event logs into one store, each at its own pace, until the signal aborts. */
export async function followZones(feed: ZonesFeed): Promise<void> {
  await Promise.all(
    feed.zones.map((zone) => {
      const { covered } = feed;
      return followZone({
        ...feed,
        zone,
        progress: (progress) => feed.progress(zone, progress),
        covered: (day) => covered?.(zone, day) ?? [],
      });
    }),
  );
}

/** How often the clocks are looked at, milliseconds: for midnight, and for whether the machine slept. */
const TICK = 5000;

/**
 * Follows a zone's event log, day after day, from the beginning of `from` on: walks every page, then looks
 * at the newest end again and again. From midnight (UTC) on the new day is followed beside the old one,
 * which ends ten minutes past. After a sleep of the machine everything is looked at anew.
 *
 * Ends when the signal aborts, or with the last of the days; rejects only with what `take` rejects with.
 *
 * @param through the last day; there is none when not said
 */
export async function followDays(
  feed: PagesFeed,
  from: UtcDay,
  through: UtcDay = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { clock } = feed;
  const zoneState = createZoneState();
  const days: Promise<void>[] = [];
  const end = new AbortController();
  const abort = () => end.abort();
  feed.signal.addEventListener('abort', abort, { once: true });
  if (feed.signal.aborted) abort();
  let next = from;
  try {
    while (!end.signal.aborted && next <= through) {
      for (const today = utcDay(clock.now()); next <= Math.min(today, through); next += 1) {
        const day = followDay({ ...feed, signal: end.signal }, next, zoneState);
        // What ends one day ends all: it must not be waited for in silence.
        day.catch(abort);
        days.push(day);
      }
      if (next > through) break;
      const before = readClock(clock);
      await clock.sleep(TICK, end.signal);
      if (!end.signal.aborted && hasJumped(before, readClock(clock), TICK)) {
        zoneState.jumped();
        feed.wake.now();
      }
    }
    await Promise.all(days);
  } finally {
    abort();
    feed.signal.removeEventListener('abort', abort);
  }
}
