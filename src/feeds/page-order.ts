import { HARMLESS_SKEW } from '../edges/clock.ts';
import { dayRange, type PageOrder } from '../events/coverage.ts';
import { timeOf } from '../events/storage/time-unit.ts';
import type { TimeUnit } from '../events/store.ts';
import { greatest, least } from '../text/numbers.ts';
import type { UtcDay } from '../text/time.ts';

/** Times of one page's entries, in milliseconds since the epoch. */
export interface PageTimes {
  /** Null if no entry has a time within the day. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /**
   * Newest first: later pages have nothing newer, except late entries. An upper bound rather than the last timestamp,
   * since the last entry may be late itself.
   */
  readonly floor: number | null;
  /** The order within the page, if it is obvious. It does not determine the order of pages. */
  readonly order: PageOrder;
}

/** Fewer neighbours may look ordered by chance. */
const MIN_NEIGHBOURS = 8;
/** Share of neighbours that must agree. */
const PLAIN = 0.9;
/** Number of last entries that determine the floor: not all of them will be late. */
const LEAST_LAST = 16;

/**
 * Ignores timestamps outside the day, and timestamps in the future unless so many are that this machine's clock must
 * be behind. If a future timestamp were taken for the newest end, everything before it would count as loaded, and
 * every look would walk down to it. A page slightly ahead, within the usual skew, is limited to its request time. If
 * the service has confirmed the time, a page farther ahead comes from machines with wrong clocks, and earlier entries
 * are below it.
 *
 * @param now request time, wall clock; by default every timestamp of the day counts
 * @param isRight whether the service has confirmed `now`
 */
export function pageTimes(
  stamps: ArrayLike<number | null>,
  unit: TimeUnit,
  day: UtcDay,
  now = Number.POSITIVE_INFINITY,
  isRight = false,
): PageTimes {
  const { from, until } = dayRange(day);
  // A typed array: a number list per page would be garbage, and collecting it blocks keys.
  const all = new Float64Array(stamps.length);
  let count = 0;
  let ahead = 0;
  let farAhead = 0;
  for (let at = 0; at < stamps.length; at += 1) {
    const time = timeOf(stamps[at] ?? null, unit);
    if (!(time >= from && time < until)) continue;
    all[count] = time;
    count += 1;
    if (time > now) ahead += 1;
    if (time - now >= HARMLESS_SKEW) farAhead += 1;
  }
  const ofDay = all.subarray(0, count);
  const isElsewhere = isRight && farAhead > count / 2;
  const isBehind = ahead >= MIN_NEIGHBOURS && ahead > count / 2 && !isElsewhere;
  const times = ahead === 0 || isBehind ? ofDay : ofDay.filter((time) => time <= now);
  const order = plainOrder(times);
  const newest = newestOf(times);
  return {
    oldest: oldestOf(times),
    newest: newest !== null && newest - now < HARMLESS_SKEW ? Math.min(newest, now) : newest,
    floor: newestOf(lastOf(times, order)),
    order,
  };
}

const oldestOf = (times: Float64Array): number | null => (times.length > 0 ? least(times) : null);

const newestOf = (times: Float64Array): number | null =>
  times.length > 0 ? greatest(times) : null;

/** The entries next to the following page, if known. */
function lastOf(times: Float64Array, order: PageOrder): Float64Array {
  const count = Math.max(LEAST_LAST, Math.ceil(times.length / 4));
  if (order === 'newest-first') return times.subarray(-count);
  return order === 'oldest-first' ? times.subarray(0, count) : times;
}

function plainOrder(times: Float64Array): PageOrder {
  let rises = 0;
  let falls = 0;
  for (let at = 1; at < times.length; at += 1) {
    const step = (times[at] ?? 0) - (times[at - 1] ?? 0);
    if (step > 0) rises += 1;
    else if (step < 0) falls += 1;
  }
  if (rises + falls < MIN_NEIGHBOURS) return 'unknown';
  if (rises >= PLAIN * (rises + falls)) return 'oldest-first';
  return falls >= PLAIN * (rises + falls) ? 'newest-first' : 'unknown';
}

/** Evidence for the order of pages: how often a page was newer than the one before, minus how often it was older. */
export interface OrderEvidence {
  readonly compared: number;
  readonly between: number;
  /** The same within pages of an obvious order. */
  readonly within: number;
}

/** Oldest and newest time of a page. */
export type PageEnds = Pick<PageTimes, 'oldest' | 'newest'>;

const SIGN: Readonly<Record<PageOrder, number>> = {
  'oldest-first': 1,
  'newest-first': -1,
  unknown: 0,
};

/** Weak evidence from another day of the same log. */
export const evidenceFor = (order: PageOrder): OrderEvidence => ({
  compared: 0,
  between: 0,
  within: SIGN[order],
});

/** @param before the page before on the same walk */
export function withEvidence(
  { compared, between, within }: OrderEvidence,
  before: PageEnds | null,
  page: PageEnds & Pick<PageTimes, 'order'>,
): OrderEvidence {
  const step = stepBetween(before, page);
  return {
    compared: compared + Math.abs(step),
    between: between + step,
    within: within + SIGN[page.order],
  };
}

/**
 * Direction from the first page to the second: 1 newer, -1 older, 0 unclear. Both ends must agree, since a repeated
 * page may have grown at one of them.
 */
function stepBetween(before: PageEnds | null, page: PageEnds): number {
  const newest = (page.newest ?? Number.NaN) - (before?.newest ?? Number.NaN);
  const oldest = (page.oldest ?? Number.NaN) - (before?.oldest ?? Number.NaN);
  if (newest > 0 && oldest > 0) return 1;
  return newest < 0 && oldest < 0 ? -1 : 0;
}

/**
 * The order of pages. Comparisons between pages outweigh the order within them, which a service may sort otherwise. A
 * single pair counts only if the pages agree, since late entries or a walk in circles may mislead; a few pairs do not
 * outweigh many pages.
 */
export function orderOf({ compared, between, within }: OrderEvidence): PageOrder {
  if (compared === 0) return named(within);
  if (Math.sign(between) === Math.sign(within)) return named(between);
  const weight = Math.abs(between) * 2;
  const isPlain = weight >= 4 && weight >= compared && weight > Math.abs(within);
  return isPlain ? named(between) : 'unknown';
}

function named(sign: number): PageOrder {
  if (sign === 0) return 'unknown';
  return sign > 0 ? 'oldest-first' : 'newest-first';
}
