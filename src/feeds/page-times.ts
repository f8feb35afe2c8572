import { dayRange, type PageOrder } from '../events/coverage.ts';
import { timeOf } from '../events/storage/time-unit.ts';
import type { TimeUnit } from '../events/store.ts';
import type { UtcDay } from '../text/moments.ts';

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

/** Stamps outside the day are passed over: they tell nothing of where in the day the page is. */
export function pageTimes(
  stamps: readonly (number | null)[],
  unit: TimeUnit,
  day: UtcDay,
): PageTimes {
  const { from, until } = dayRange(day);
  const times = stamps
    .map((stamp) => timeOf(stamp, unit))
    .filter((time) => time >= from && time < until);
  const order = plainOrder(times);
  return {
    oldest: times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : null,
    newest: greatest(times),
    floor: greatest(lastOf(times, order)),
    order,
  };
}

const greatest = (times: readonly number[]): number | null =>
  times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : null;

/** The entries next to the following page, as far as that can be told. */
function lastOf(times: readonly number[], order: PageOrder): readonly number[] {
  const count = Math.max(LEAST_LAST, Math.ceil(times.length / 4));
  if (order === 'newest-first') return times.slice(-count);
  return order === 'oldest-first' ? times.slice(0, count) : times;
}

function plainOrder(times: readonly number[]): PageOrder {
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
