import type { Call } from '../contract/operation.ts';
import { eventLogs } from '../contract/operations/event-logs.ts';
import type { Clock } from '../edges/clock.ts';
import type { EventStore } from '../events/store.ts';
import { type UtcDay, usDay } from '../text/moments.ts';
import { breathe } from './breathe.ts';
import { type DayProgress, followDays } from './pages.ts';
import type { Wake } from './wake.ts';

/** What following a zone's event log into a store needs. */
export interface ZoneFeed {
  readonly call: Call;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly wake: Wake;
  readonly store: EventStore;
  /** Shield zone id. */
  readonly zone: string;
  /** The first day, UTC. */
  readonly from: UtcDay;
  interval(): number;
  held(): boolean;
  random(): number;
  /** The store has more than it had; called between slices, as often as there is something new. */
  grown(): void;
  progress(progress: DayProgress): void;
}

/** The longest that taking in a page may keep a key waiting, milliseconds. */
const SLICE = 8;

/** Follows a zone's event log into its store until the signal aborts. */
export function followZone(feed: ZoneFeed): Promise<void> {
  const { store, zone } = feed;
  return followDays(
    {
      clock: feed.clock,
      signal: feed.signal,
      wake: feed.wake,
      interval: feed.interval,
      held: feed.held,
      random: feed.random,
      progress: feed.progress,
      ask: (day, token, signal) =>
        feed.call(
          eventLogs,
          { shieldZoneId: zone, date: usDay(day), continuationToken: token },
          signal,
        ),
      async take(page, _day, arrival) {
        const before = store.counts;
        for (const _done of store.ingest(zone, page.logs, arrival, SLICE)) {
          feed.grown();
          await breathe();
        }
        const after = store.counts;
        const known = after.duplicates - before.duplicates + (after.refused - before.refused);
        return { added: page.logs.length - known, known };
      },
    },
    feed.from,
  );
}
