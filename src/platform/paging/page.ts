import type { Dialect } from '../dialect.ts';
import type { Cursor } from './cursor.ts';

/** One page of an event log, before its entries are written out. */
export interface Page {
  readonly start: Cursor;
  /** The entries' positions in the day's log, in the order they are served. */
  readonly positions: readonly number[];
  readonly hasMoreData: boolean;
  /** Where its continuation token leads, or what the token is when it leads nowhere. */
  readonly next: Cursor | '' | null;
}

/** How far a day's log has got. */
export interface Progress {
  /** The entries there are by now. */
  readonly count: number;
  /** Whether more may come: the day is today. */
  readonly isLive: boolean;
}

type Habits = Pick<Dialect, 'log-page-size' | 'live-end' | 'last-page-token'>;

/** Where a day's first page begins. */
export const firstCursor = (
  zoneId: number,
  day: number,
  order: Cursor['order'],
  count: number,
): Cursor => ({ zoneId, day, order, at: order === 'oldest' ? 0 : count, turn: 0 });

/**
 * The page at a cursor. Oldest first, the last page of a live day may be asked for again, and shows what
 * has come since. Newest first, what has come since is on the first page.
 */
export function pageAt(start: Cursor, progress: Progress, habits: Habits): Page {
  const { count, isLive } = progress;
  const size = habits['log-page-size'];
  const from = Math.min(start.at, count);
  if (start.order === 'newest') {
    const to = Math.max(0, from - size);
    const isLast = to === 0;
    return {
      start,
      positions: Array.from({ length: from - to }, (_, at) => from - 1 - at),
      hasMoreData: !isLast,
      next: isLast ? endOf(start, habits) : { ...start, at: to, turn: 0 },
    };
  }
  const to = Math.min(from + size, count);
  const isLast = to === count;
  const goesOn = isLive && habits['live-end'] === 'goes-on';
  const leadsOn = !isLast || goesOn || (isLive && habits['last-page-token'] === 'continues');
  return {
    start,
    positions: Array.from({ length: to - from }, (_, at) => from + at),
    hasMoreData: !isLast || goesOn,
    next: leadsOn ? { ...start, at: to, turn: 0 } : endOf(start, habits),
  };
}

/** The token of a page after which there is nothing. */
function endOf(start: Cursor, habits: Habits): Page['next'] {
  switch (habits['last-page-token']) {
    case 'null':
      return null;
    case 'repeated':
      return start;
    case 'empty':
    case 'continues':
      return '';
  }
}
