import { LONGEST_WAIT } from '../edges/clock.ts';
import type { DayWalk, OpenWalk } from './day-walk.ts';

type Task =
  /** Look at the newest end. */
  | { readonly kind: 'look' }
  /** Request the next page of an open walk. */
  | { readonly kind: 'walk'; readonly id: number }
  | { readonly kind: 'wait'; readonly ms: number };

/** Due times, in monotonic milliseconds. */
interface Schedule {
  readonly elapsed: number;
  readonly pollAt: number;
  /** Earliest time for the next page of a walk. */
  readonly pageAt: number;
  /** How far back the log is wanted, wall clock. */
  readonly backfillTo: number;
}

/**
 * Whether a walk should continue. Newest first, it ends at the wanted time; otherwise only the whole walk leads to
 * the newest end.
 */
export const isWanted = (
  order: DayWalk['order'],
  { walk: { floor } }: OpenWalk,
  backfillTo: number,
): boolean => order !== 'newest-first' || floor === null || floor > backfillTo;

/**
 * Due looks come first, so that a long backfill does not delay the live end. If the live end is not the first page,
 * only the walk leads there.
 */
export function nextTask(
  { order, walks }: Pick<DayWalk, 'order' | 'walks'>,
  schedule: Schedule,
): Task {
  const { elapsed, pollAt, pageAt, backfillTo } = schedule;
  const looks = order === 'newest-first' || walks.length === 0;
  if (looks && pollAt <= elapsed) return { kind: 'look' };
  // The latest walk is nearest to now, which should be filled first.
  const due = walks
    .filter((open) => isWanted(order, open, backfillTo))
    .map(({ id, rest }) => ({ id, at: Math.max(pageAt, rest?.until ?? 0) }));
  const ready = due.findLast(({ at }) => at <= elapsed);
  if (ready) return { kind: 'walk', id: ready.id };
  const moments = [...(looks ? [pollAt] : []), ...due.map(({ at }) => at)];
  return { kind: 'wait', ms: Math.min(...moments, elapsed + LONGEST_WAIT) - elapsed };
}
