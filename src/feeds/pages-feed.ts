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

/** A page to be taken. */
export interface Delivery {
  readonly page: EventLogPage;
  readonly day: UtcDay;
  /** `live` entries come from the newest end, `backfill` from before. */
  readonly arrival: Arrival;
  /** Coverage of the day once this page is taken. Valid only together with the page. */
  readonly coverage: Coverage;
  /** Ranges that are no longer known to be loaded. */
  readonly withdrawn: readonly TimeRange[];
  /**
   * Newest first, the time reached by this page and the one before: a single page may have only late entries. Wall
   * clock, milliseconds.
   */
  readonly reached?: number | null;
}

export interface PagesFeed extends Pick<Poll, 'clock' | 'signal' | 'random' | 'isHeld'> {
  readonly wake: Wake;
  /** Longest time between two looks at the live end, in milliseconds. */
  interval(): number;
  /** Whether to pause, without losing the position. */
  paused(): boolean;
  /**
   * How far back to load, wall clock, in milliseconds. Newest first, a walk that has reached this time rests.
   * Default: the whole day.
   */
  backfillTo?(): number;
  /** Unit of the timestamps, once known. */
  unit(): TimeUnit | undefined;
  /** What earlier runs covered of a day. */
  covered?(day: UtcDay): readonly TimeRange[] | Promise<readonly TimeRange[]>;
  ask(
    day: UtcDay,
    token: string | undefined,
    signal: AbortSignal,
    onBody?: OnBody,
  ): Promise<EventLogPage>;
  /** Whether the next page may be requested before a page of this size is parsed. Default: always. */
  mayAskAhead?(bytes: number): boolean;
  /** Takes a page's entries and returns how many were new. May take a while. A rejection ends the following. */
  take(delivery: Delivery): Promise<number>;
  progress(progress: DayProgress): void;
}

export interface DayProgress extends Pick<DayWalk, 'day' | 'order' | 'pages' | 'end' | 'restarts'> {
  /** `walking` through pages, `following` the newest end, or `ended`. */
  readonly phase: 'walking' | 'following' | 'ended';
  readonly failure: RequestFailure | null;
  /** Whether the machine slept since the last look at the newest end. */
  readonly stale: boolean;
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
