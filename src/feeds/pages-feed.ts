import type { OnBody } from '../contract/operation.ts';
import type { EventLogPage } from '../contract/operations/event-logs.ts';
import { type Coverage, merged } from '../events/coverage.ts';
import type { Arrival, TimeUnit } from '../events/store.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import type { RequestFailure } from './backoff.ts';
import type { DayWalk } from './day-walk.ts';
import { isWanted } from './next-task.ts';
import type { Poll } from './poll.ts';
import type { Wake } from './scheduling.ts';
import type { WalkEnd } from './walk.ts';

/** A page on its way to whoever keeps its entries. */
export interface Delivery {
  readonly page: EventLogPage;
  readonly day: UtcDay;
  /** `live` entries come from the newest end, `backfill` from what was there before. */
  readonly arrival: Arrival;
  /** What is loaded of the day once this page is taken in: true together with it, or not at all. */
  readonly coverage: Coverage;
  /** What was said to be loaded of the day before, and is not known to be any more. */
  readonly withdrawn: readonly TimeRange[];
  /**
   * Newest first, the time that its walk has come down to by this page and by the one before it: a single page may have
   * late entries alone. Wall clock, milliseconds; null where there was none before, or when not said.
   */
  readonly reached?: number | null;
}

/** What following a zone needs. */
export interface PagesFeed extends Pick<Poll, 'clock' | 'signal' | 'random' | 'isHeld'> {
  readonly wake: Wake;
  /** The longest wait between two looks at the live end, milliseconds. */
  interval(): number;
  /** Whether to hold still just now; a pause never loses the place. */
  paused(): boolean;
  /**
   * How far back to load what came before: newest first, a walk that has come down to this time rests, and the
   * live end is followed without it. Wall clock, milliseconds; all of the day when not said.
   */
  backfillTo?(): number;
  /** The unit of the stamps, once it is known. */
  unit(): TimeUnit | undefined;
  /** What was covered of a day by an earlier run; nothing when not said. */
  covered?(day: UtcDay): readonly TimeRange[] | Promise<readonly TimeRange[]>;
  ask(
    day: UtcDay,
    token: string | undefined,
    signal: AbortSignal,
    onBody?: OnBody,
  ): Promise<EventLogPage>;
  /** Whether the page after one of so many bytes may be asked for before that is read; always when not said. */
  mayAskAhead?(bytes: number): boolean;
  /**
   * Takes a page's entries in and tells how many were new; it may take a while, and is waited for. What it
   * rejects with ends the following.
   */
  take(delivery: Delivery): Promise<number>;
  progress(progress: DayProgress): void;
}

/** How the following of one day stands. */
export interface DayProgress extends Pick<DayWalk, 'day' | 'order' | 'pages' | 'end' | 'restarts'> {
  /** `walking` through pages, `following` the newest end, or `ended`: nothing more is expected of the day. */
  readonly phase: 'walking' | 'following' | 'ended';
  /** Set while the service does not answer. */
  readonly failure: RequestFailure | null;
  /** Whether the machine slept, or did not run, since the newest end was last looked at. */
  readonly stale: boolean;
  /** What is loaded of the day, for the ledger and the archive. */
  readonly coverage: Coverage;
}

const STOPPED: Readonly<Record<WalkEnd, string | null>> = {
  complete: null,
  waiting: null,
  'token-repeated': 'the service repeats a page',
  'token-missing': 'the service says there is more, but not where',
  'token-unusable': 'the token of the service cannot be used',
  'token-refused': 'the service refuses the token of a page',
  'empty-pages': 'ten empty pages in a row',
  'more-unsaid': 'the service does not say whether there is more',
};

/** What is loaded of a day, in the terms of the ledger. */
export function coverageOf(walk: DayWalk): Coverage {
  const { day, order, pages, entries, covered, live, oldest, newest, end } = walk;
  return {
    day,
    order,
    pages,
    entries,
    loaded: live ? merged([...covered, live]) : covered,
    oldest,
    newest,
    stopped: end === null ? null : STOPPED[end],
  };
}

/** What is known of a day beside its pages. */
type DayStatus = Pick<DayProgress, 'failure' | 'stale'> & {
  readonly ended: boolean;
  readonly backfillTo: number;
};

export function progressOf(walk: DayWalk, status: DayStatus): DayProgress {
  const { day, order, pages, end, restarts, walks } = walk;
  const { failure, stale, ended, backfillTo } = status;
  const isWalking =
    pages === 0 || walks.some((open) => open.rest === null && isWanted(order, open, backfillTo));
  const phase = ended ? 'ended' : isWalking ? 'walking' : 'following';
  return { day, order, pages, phase, end, restarts, failure, stale, coverage: coverageOf(walk) };
}
