import type { ApiError } from '../contract/api-error.ts';
import type { Clock } from '../edges/clock.ts';

/** A time on both clocks, in milliseconds: `wall` for display, `elapsed` for ages. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

export const momentOf = (clock: Clock): Moment => ({
  wall: clock.now(),
  elapsed: clock.elapsed(),
});

/** Rounds down to the wall clock's second, the unit of displayed times and ages. */
export function secondOf({ wall, elapsed }: Moment): Moment {
  const over = wall - Math.floor(wall / 1000) * 1000;
  return { wall: wall - over, elapsed: elapsed - over };
}

/** An answer with its time and duration. */
export interface Loaded<Value> {
  readonly kind: 'loaded';
  readonly value: Value;
  readonly at: Moment;
  /** Duration in milliseconds. */
  readonly took: number;
}

/** Something that is polled. A failure annotates the last answer, it never replaces it. */
export type Loadable<Value> =
  | { readonly kind: 'waiting' }
  | Loaded<Value>
  | {
      readonly kind: 'failed';
      readonly error: ApiError;
      /** Consecutive failures of this kind; 0 while waiting for others. */
      readonly attempts: number;
      /** First and last of these failures; the first may be another request's that held this one back. */
      readonly since: Moment;
      readonly at: Moment;
      readonly last: Loaded<Value> | null;
    };

export const WAITING: Loadable<never> = { kind: 'waiting' };

/** The last answer, however the latest attempt ended. */
export function lastLoaded<Value>(loadable: Loadable<Value>): Loaded<Value> | null {
  if (loadable.kind === 'loaded') return loadable;
  return loadable.kind === 'failed' ? loadable.last : null;
}

/** `before` after a failed attempt. A recording repeats the same error object until the next failure. */
export function failed<Value>(
  before: Loadable<Value>,
  error: ApiError,
  at: Moment,
): Loadable<Value> {
  if (before.kind === 'failed' && before.error === error && before.attempts > 0) return before;
  const again = before.kind === 'failed' && before.error.kind === error.kind;
  return {
    kind: 'failed',
    error,
    attempts: again ? before.attempts + 1 : 1,
    since: again ? before.since : at,
    at,
    last: lastLoaded(before),
  };
}

/** The state after `answer`, unless a later request was answered first. */
export function answered<Value>(before: Loadable<Value>, answer: Loaded<Value>): Loadable<Value> {
  const last = lastLoaded(before);
  return last !== null && requestedAt(last) > requestedAt(answer) ? before : answer;
}

const requestedAt = ({ at, took }: Loaded<unknown>): number => at.elapsed - took;

/** Freshness of what a pane shows. */
export interface Freshness {
  /** The oldest data on screen. */
  readonly loadable: Loadable<unknown>;
  /** Poll interval in milliseconds; null if not polled. */
  readonly every: number | null;
  /** The actual interval of the requests behind the data, if longer. */
  readonly dataInterval?: number;
  /** For lists: rows with answers, and rows as new as `loadable`. */
  readonly rows?: { readonly of: number; readonly asNew: number };
}

/** Number of intervals after which data is stale: the second missed poll. */
const MISSED_POLLS = 2;
/** Time allowed for an answer before its poll counts as missed, in milliseconds. */
const ALLOWANCE_MS = 1000;

/** Whether data is stale at this age and interval, in milliseconds. */
export const isStale = (age: number, every: number): boolean =>
  age > MISSED_POLLS * every + ALLOWANCE_MS;

/**
 * A list is as fresh as its stalest row. Failing rows show their own age; one represents the list only if all fail.
 * Null for no rows.
 */
function oldest(rows: readonly Loadable<unknown>[]): Loadable<unknown> | null {
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

/** Freshness of a list whose rows are polled individually; null for no rows. */
export function freshnessOfRows(
  rows: readonly Loadable<unknown>[],
): Pick<Freshness, 'loadable' | 'rows'> | null {
  const loadable = oldest(rows);
  if (loadable === null) return null;
  const least = lastLoaded(loadable)?.at.elapsed ?? 0;
  const known = rows.flatMap((row) => lastLoaded(row) ?? []);
  const asNew = known.filter(({ at }) => at.elapsed >= least).length;
  return { loadable, rows: { of: known.length, asNew } };
}

/** Age in milliseconds. */
export const ageOf = (at: Moment, now: Moment): number => Math.max(0, now.elapsed - at.elapsed);

/** Actual period of requests with this interval and duration, in milliseconds: slow ones skip beats. */
export const periodOf = (interval: number, took: number): number =>
  interval * (Math.floor(Math.max(0, took) / interval) + 1);

/** Hidden panes are polled at this multiple of the interval. */
export const IN_BACKGROUND = 6;
