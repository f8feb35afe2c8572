import type { ApiError } from '../contract/api-error.ts';
import { type Coverage, merged, type PageOrder } from '../events/coverage.ts';
import type { UtcDay } from '../text/moments.ts';
import type { DayWalk } from './day-walk.ts';
import type { WalkEnd } from './next-page.ts';
import type { Wait } from './next-wait.ts';

/** A request that failed, and when it is made again. */
export interface Trouble {
  readonly error: ApiError;
  /** Failures in a row. */
  readonly attempts: number;
  readonly wait: Wait;
}

/** How the following of one day stands. */
export interface DayProgress {
  readonly day: UtcDay;
  readonly order: PageOrder;
  readonly pages: number;
  /** `walking` through pages, `following` the newest end, or `ended`: nothing more is expected of the day. */
  readonly phase: 'walking' | 'following' | 'ended';
  /** Why the last walk stopped, once one has. */
  readonly end: WalkEnd | null;
  /** How often the service forgot a token and the day was begun again. */
  readonly restarts: number;
  /** Set while the service does not answer. */
  readonly trouble: Trouble | null;
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
    edge: null,
    stopped: end === null ? null : STOPPED[end],
  };
}

/** What is known of a day beside its pages. */
export type Standing = Pick<DayProgress, 'trouble' | 'stale'> & { readonly ended: boolean };

export function progressOf(walk: DayWalk, { trouble, stale, ended }: Standing): DayProgress {
  const { day, order, pages, end, restarts } = walk;
  const isWalking = pages === 0 || walk.walks.some(({ rest }) => rest === null);
  const phase = ended ? 'ended' : isWalking ? 'walking' : 'following';
  return { day, order, pages, phase, end, restarts, trouble, stale, coverage: coverageOf(walk) };
}
