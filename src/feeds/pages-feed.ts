import type { EventLogPage } from '../contract/operations/event-logs.ts';
import type { Clock } from '../edges/clock.ts';
import type { Coverage } from '../events/coverage.ts';
import type { Arrival, TimeUnit } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/moments.ts';
import type { DayProgress } from './day-progress.ts';
import type { Wake } from './wake.ts';

/** A page on its way to whoever keeps its entries. */
export interface Delivery {
  readonly page: EventLogPage;
  readonly day: UtcDay;
  /** `live` entries come from the newest end, `backfill` from what was there before. */
  readonly arrival: Arrival;
  /** What is loaded of the day once this page is taken in: true together with it, or not at all. */
  readonly coverage: Coverage;
}

/** What following a zone needs. */
export interface PagesFeed {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly wake: Wake;
  /** The longest wait between two looks at the live end, milliseconds. */
  interval(): number;
  /** Whether to hold still just now; a pause never loses the place. */
  held(): boolean;
  /** Whether to load what came before; newest first, the live end is followed without it. Always when not said. */
  backfills?(): boolean;
  random(): number;
  /** The unit of the stamps, once it is known. */
  unit(): TimeUnit | undefined;
  /** What was covered of a day by an earlier run; nothing when not said. */
  covered?(day: UtcDay): readonly TimeRange[];
  /** Asks for one page of one day. */
  ask(day: UtcDay, token: string | undefined, signal: AbortSignal): Promise<EventLogPage>;
  /**
   * Takes a page's entries in and tells how many were new; it may take a while, and is waited for. What it
   * rejects with ends the following.
   */
  take(delivery: Delivery): Promise<number>;
  progress(progress: DayProgress): void;
}
