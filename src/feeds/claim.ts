import { dayRange, type PageOrder } from '../events/coverage.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/moments.ts';
import type { WalkEnd } from './next-page.ts';
import { isInOrder, type Walk } from './walk.ts';

/** How far a walk has come. */
export interface WalkStanding {
  readonly walk: Walk;
  readonly order: PageOrder;
  readonly end: WalkEnd | null;
  readonly day: UtcDay;
}

/**
 * The stretch of the day of which a walk has taken in every entry, but for those that come late; null when
 * that cannot be proven of any. Stamps at an open end are left out: another page may have more of them.
 */
export function claimOf({ walk, order, end, day }: WalkStanding): TimeRange | null {
  const { from, until } = dayRange(day);
  // A walk that did not begin at the first page tells nothing of the newest end, unless that comes last.
  const reachesTop = walk.dayOver && (walk.fromFirst || order === 'oldest-first');
  const top = reachesTop ? until : order === 'newest-first' ? walk.top : walk.highest;
  if (end === 'complete') return rangeOf(from, top);
  if (order === 'oldest-first') return rangeOf(from, walk.highest);
  return order === 'newest-first' && isInOrder(walk) ? rangeOf(bottomOf(walk), top) : null;
}

/** The first moment that a walk, newest first, has all of. */
export const bottomOf = ({ floor }: Walk): number | null => (floor === null ? null : floor + 1);

const rangeOf = (from: number | null, until: number | null): TimeRange | null =>
  from !== null && until !== null && from < until ? { from, until } : null;
