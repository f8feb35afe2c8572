import { type Loadable, lastLoaded, type Moment } from './loadable.ts';

/** What a pane shows of the service, and how often that is asked for. */
export interface Freshness {
  /** The oldest of what is on screen. */
  readonly loadable: Loadable<unknown>;
  /** Milliseconds from one request to the next; null for what is asked once, or not asked just now. */
  readonly every: number | null;
  /** The same of the requests that brought it, where those were farther apart. */
  readonly cameEvery?: number;
}

/** Older than this many intervals, data is called stale: the second poll in a row has brought nothing. */
const MISSED_POLLS = 2;
/** An answer may take so long before its poll counts as missed, milliseconds. */
const ALLOWANCE = 1000;

/** Whether data of `age` milliseconds is stale when it should come every `every`. */
export const isStale = (age: number, every: number): boolean =>
  age > MISSED_POLLS * every + ALLOWANCE;

/**
 * Milliseconds between the polls that brought what is on screen: those behind other panes, until a pane that was shown
 * again could have missed two of its own.
 */
export const cameEvery = ({
  interval,
  now,
  shownAt,
}: {
  readonly interval: number;
  readonly now: Moment;
  readonly shownAt: number;
}): number => (isStale(now.elapsed - shownAt, interval) ? interval : interval * IN_BACKGROUND);

/**
 * The oldest of what is shown together: a list is as fresh as its stalest row. Rows that fail by themselves tell
 * their own age; only where all of them fail does one speak for the list. Null when there is nothing.
 */
export function oldest(rows: readonly Loadable<unknown>[]): Loadable<unknown> | null {
  const answered = rows.filter(({ kind }) => kind === 'loaded');
  const candidates = answered.length > 0 ? answered : rows;
  let worst: Loadable<unknown> | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const row of candidates) {
    const at = lastLoaded(row)?.at.elapsed;
    if (at === undefined || at >= least) continue;
    worst = row;
    least = at;
  }
  return worst ?? candidates[0] ?? null;
}

/** How old an answer is, milliseconds. */
export const ageOf = (at: Moment, now: Moment): number => Math.max(0, now.elapsed - at.elapsed);

/**
 * How far apart requests leave that should do so every `interval` and take `took`, all in milliseconds: what takes
 * longer skips a beat.
 */
export const periodOf = (interval: number, took: number): number =>
  interval * (Math.floor(Math.max(0, took) / interval) + 1);

/** A pane that is not on screen is asked for this many times less often. */
export const IN_BACKGROUND = 6;
