import type { Call } from '../contract/operation.ts';
import { type EventLogPage, eventLogs } from '../contract/operations/event-logs.ts';
import { firstOpenDay, type LogArchive } from '../events/log-archive.ts';
import { freeEntries } from '../events/storage/entry-block.ts';
import type { EventStore } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import { momentOf } from '../state/loadable.ts';
import { type UtcDay, usDay, utcDay } from '../text/time.ts';
import { archivingFeed, askInTurn } from './archiving-feed.ts';
import { followDay } from './follow-day.ts';
import type { DayProgress, Delivery, PagesFeed } from './pages-feed.ts';
import { yieldToEventLoop } from './scheduling.ts';
import { createZoneState, hasJumped } from './zone-state.ts';

interface LogFeed extends Omit<PagesFeed, 'unit' | 'covered' | 'ask' | 'take' | 'progress'> {
  readonly call: Call;
  readonly store: EventStore;
  /** The first day, UTC. */
  readonly from: UtcDay;
  /** Called with each page that had new entries. */
  arrived?(page: EventLogPage): void;
  /** Also keeps a page elsewhere, then calls `take`, which returns the number of new entries. */
  keep?(zone: string, delivery: Delivery, take: () => Promise<number>): Promise<number>;
  /** Called between slices when the store has grown. */
  grown(): void;
}

interface ZoneFeed extends LogFeed {
  readonly zone: string;
  /** What earlier runs covered of a day. */
  covered?(day: UtcDay): readonly TimeRange[] | Promise<readonly TimeRange[]>;
  progress(progress: DayProgress): void;
}

interface ZonesFeed extends LogFeed {
  readonly zones: readonly string[];
  covered?(zone: string, day: UtcDay): readonly TimeRange[];
  progress(zone: string, progress: DayProgress): void;
}

/** Longest slice of work while taking a page, in milliseconds. */
const SLICE = 2;

/** Follows a zone's log into its store until the signal aborts. Rejects only with the errors of `keep`. */
export function followZone(feed: ZoneFeed): Promise<void> {
  const { call, store, zone, from } = feed;
  const take = async ({ page, arrival }: Delivery) => {
    // Parsing the page has blocked keys already, and drawing the result will.
    await yieldToEventLoop();
    const slices = store.ingest(zone, page.logs, arrival, SLICE);
    for (let slice = slices.next(); ; slice = slices.next()) {
      if (slice.done) {
        const { added } = slice.value;
        if (added > 0) feed.arrived?.(page);
        return added;
      }
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

interface EarlierDays
  extends Omit<PagesFeed, 'backfillTo' | 'mayAskAhead' | 'covered' | 'ask' | 'take'> {
  readonly call: Call;
  readonly archive: LogArchive;
  readonly zone: string;
  /** Days before this one are completed, as far as the service has them. */
  readonly today: UtcDay;
  /** Whether the screen needs the service. */
  isBusy(): boolean;
}

/** Completes days that an earlier run left unfinished, in the archive only. */
export async function completeEarlierDays(feed: EarlierDays): Promise<void> {
  const { archive, zone, today, call, isBusy } = feed;
  const first = await firstOpenDay(archive, zone, today);
  if (first >= today) return;
  const pages: PagesFeed = { ...feed, ask: askFor(call, zone), take: async () => 0 };
  const inTurn = { ...pages, ask: askInTurn(pages, isBusy) };
  await followDays(archivingFeed(inTurn, { archive, zone, since: null }), first, today - 1);
}

/** Follows several zones' logs into one store, each at its own pace, until the signal aborts. */
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

/** Interval of clock checks in milliseconds, for midnight and for sleeps of the machine. */
const TICK_MS = 5000;

/**
 * Follows a zone's log day by day: walks through every page, then looks at the newest end repeatedly. From midnight
 * (UTC) the new day is followed beside the old one, which ends ten minutes later. After a sleep of the machine
 * everything is checked again. Ends when the signal aborts, or after the day `through`; rejects only with the errors
 * of `take`.
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
        // An error ends all days, since nobody awaits them yet.
        day.catch(abort);
        days.push(day);
      }
      if (next > through) break;
      const before = momentOf(clock);
      await clock.sleep(TICK_MS, end.signal);
      if (!end.signal.aborted && hasJumped(before, momentOf(clock), TICK_MS)) {
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
