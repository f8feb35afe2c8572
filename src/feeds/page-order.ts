import { HARMLESS_SKEW } from '../edges/clock.ts';
import { dayRange, type PageOrder } from '../events/coverage.ts';
import { timeOf } from '../events/storage/time-unit.ts';
import type { TimeUnit } from '../events/store.ts';
import { greatest, least } from '../text/numbers.ts';
import type { UtcDay } from '../text/time.ts';

/** When the entries of one page happened, milliseconds since the epoch. */
export interface PageTimes {
  /** Least and greatest; null when no entry has a time within the day. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /**
   * Newest first, nothing on a later page is newer than this, but for entries that come late. An upper
   * bound rather than the last stamp, since the last entry may itself have come late.
   */
  readonly floor: number | null;
  /** The order within the page, when it is plain to see. Says nothing of the order of the pages. */
  readonly order: PageOrder;
}

/** Fewer neighbours than this may look ordered by chance. */
const LEAST_NEIGHBOURS = 8;
/** The share of neighbours that must agree. */
const PLAIN = 0.9;
/** The last entries of a page that are looked at for its floor: one of them will not have come late. */
const LEAST_LAST = 16;

/**
 * Stamps outside the day are passed over: they tell nothing of where in the day the page is. So are those of a time yet
 * to come, unless so many are that this machine's clock is behind: were one of them taken for the newest end of the log,
 * what comes before its time would be held to be loaded, and every look would go down to where it stands. Of a page that
 * is ahead by no more than clocks may differ nothing is newer than its question: some machines' clocks may be ahead. Where
 * the service told the time, a page that is farther ahead is of machines whose clocks are: what comes before their time
 * stands below it.
 *
 * @param now when the page was asked for, wall clock; every stamp of the day counts when not said
 * @param isRight whether the service has told that `now` is right
 */
export function pageTimes(
  stamps: ArrayLike<number | null>,
  unit: TimeUnit,
  day: UtcDay,
  now = Number.POSITIVE_INFINITY,
  isRight = false,
): PageTimes {
  const { from, until } = dayRange(day);
  // Not as a list of numbers: of every page that is garbage, which keeps keys waiting.
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
  const isBehind = ahead >= LEAST_NEIGHBOURS && ahead > count / 2 && !isElsewhere;
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

/** The entries next to the following page, as far as that can be told. */
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
  if (rises + falls < LEAST_NEIGHBOURS) return 'unknown';
  if (rises >= PLAIN * (rises + falls)) return 'oldest-first';
  return falls >= PLAIN * (rises + falls) ? 'newest-first' : 'unknown';
}

/**
 * What speaks for one order of a log's pages or the other: how often a page was newer than the one before
 * it, less how often it was older.
 */
export interface OrderEvidence {
  /** Pages that were newer or older than the one before them. */
  readonly compared: number;
  readonly between: number;
  /** The same within pages that are plainly in one order. */
  readonly within: number;
}

/** Least and greatest time of a page. */
export type PageEnds = Pick<PageTimes, 'oldest' | 'newest'>;

const SIGN: Readonly<Record<PageOrder, number>> = {
  'oldest-first': 1,
  'newest-first': -1,
  unknown: 0,
};

/** The little that the order of another day of the same log says for this one's. */
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
 * Which way the second page lies from the first: 1 for newer, -1 for older, 0 when that is not plain. Both
 * its ends must lie there, since a page that is served again may have grown at one of them meanwhile.
 */
function stepBetween(before: PageEnds | null, page: PageEnds): number {
  const newest = (page.newest ?? Number.NaN) - (before?.newest ?? Number.NaN);
  const oldest = (page.oldest ?? Number.NaN) - (before?.oldest ?? Number.NaN);
  if (newest > 0 && oldest > 0) return 1;
  return newest < 0 && oldest < 0 ? -1 : 0;
}

/**
 * The order of the pages. Pages speak before what is within them, which a service may sort otherwise; a
 * single pair is believed when the pages themselves agree, since a page of late entries, or a walk in circles, may
 * mislead. A few pairs do not outweigh many pages that say otherwise.
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
