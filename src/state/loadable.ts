import type { ApiError } from '../contract/api-error.ts';

/** A moment on both clocks: `wall` is for showing, `elapsed` for measuring ages. Milliseconds. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

/** When the second began that a moment is in, by its wall clock: time is shown, and ages are told, in whole seconds. */
export function secondOf({ wall, elapsed }: Moment): Moment {
  const over = wall - Math.floor(wall / 1000) * 1000;
  return { wall: wall - over, elapsed: elapsed - over };
}

/** An answer, when it came and how long it took. */
export interface Loaded<Value> {
  readonly kind: 'loaded';
  readonly value: Value;
  readonly at: Moment;
  /** Milliseconds from asking to having. */
  readonly took: number;
}

/** Something that is asked for again and again. A failure annotates the last good answer, it never replaces it. */
export type Loadable<Value> =
  | { readonly kind: 'waiting' }
  | Loaded<Value>
  | {
      readonly kind: 'failed';
      readonly error: ApiError;
      /** How often in a row in this way; 0 while it waits for others to be answered. */
      readonly attempts: number;
      /** When it first failed in this way, of those in a row that did, and when it did last. */
      readonly since: Moment;
      readonly at: Moment;
      readonly last: Loaded<Value> | null;
    };

export const WAITING: Loadable<never> = { kind: 'waiting' };

/** The last good answer, however the latest attempt went. */
export function lastLoaded<Value>(loadable: Loadable<Value>): Loaded<Value> | null {
  if (loadable.kind === 'loaded') return loadable;
  return loadable.kind === 'failed' ? loadable.last : null;
}

/** `before` after a failed attempt at `at`; a recording gives the same failure until there is another one. */
export function failed<Value>(
  before: Loadable<Value>,
  error: ApiError,
  at: Moment,
): Loadable<Value> {
  if (before.kind === 'failed' && before.error === error && before.attempts > 0) return before;
  const again = before.kind === 'failed' && before.attempts > 0 && before.error.kind === error.kind;
  return {
    kind: 'failed',
    error,
    attempts: again ? before.attempts + 1 : 1,
    since: again ? before.since : at,
    at,
    last: lastLoaded(before),
  };
}

/** What is known once `answer` has come: that, unless what is known was asked for later. */
export function answered<Value>(before: Loadable<Value>, answer: Loaded<Value>): Loadable<Value> {
  const last = lastLoaded(before);
  return last !== null && askedAt(last) > askedAt(answer) ? before : answer;
}

const askedAt = ({ at, took }: Loaded<unknown>): number => at.elapsed - took;

/** What a pane shows of the service, and how often that is asked for. */
export interface Freshness {
  /** The oldest of what is on screen. */
  readonly loadable: Loadable<unknown>;
  /** Milliseconds from one request to the next; null for what is asked once, or not asked just now. */
  readonly every: number | null;
  /** The same of the requests that brought it, where those were farther apart. */
  readonly cameEvery?: number;
  /** Of a list: of how many rows there are answers, and of how many one that is as new as `loadable`. */
  readonly rows?: { readonly of: number; readonly asNew: number };
}

/** Older than this many intervals, data is called stale: the second poll in a row has brought nothing. */
const MISSED_POLLS = 2;
/** An answer may take so long before its poll counts as missed, milliseconds. */
const ALLOWANCE = 1000;

/** Whether data of `age` milliseconds is stale when it should come every `every`. */
export const isStale = (age: number, every: number): boolean =>
  age > MISSED_POLLS * every + ALLOWANCE;

/**
 * The oldest of what is shown together: a list is as fresh as its stalest row. Rows that fail by themselves tell
 * their own age; only where all of them fail does one speak for the list. Null when there is nothing.
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

/** How fresh a list is whose rows are asked for one by one; null where there are none. */
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
