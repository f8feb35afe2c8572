import { LONGEST_WAIT } from '../edges/clock.ts';
import type { DayWalk, OpenWalk } from './day-walk.ts';

/** What there is to do next for a day. */
type Task =
  /** Look at the newest end. */
  | { readonly kind: 'look' }
  /** Ask for the next page of an open walk. */
  | { readonly kind: 'walk'; readonly id: number }
  | { readonly kind: 'wait'; readonly ms: number };

/** When what is due; monotonic milliseconds. */
interface Schedule {
  readonly elapsed: number;
  readonly pollAt: number;
  /** Open walks are not gone on with before this. */
  readonly pageAt: number;
  /** How far back what came before is wanted, wall clock; looks go on without it. */
  readonly backfillTo: number;
}

/**
 * Whether a walk is to be gone on with: newest first, until it has come down to the time from which on the log is
 * wanted. Otherwise only the whole walk leads to the newest end.
 */
export const isWanted = (
  order: DayWalk['order'],
  { walk: { floor } }: OpenWalk,
  backfillTo: number,
): boolean => order !== 'newest-first' || floor === null || floor > backfillTo;

/**
 * Looks first, when one is due: walking back through a long day must not starve the live end. Where the
 * live end is not the first page there is nothing to look at but through the walk that leads there.
 */
export function nextTask(
  { order, walks }: Pick<DayWalk, 'order' | 'walks'>,
  schedule: Schedule,
): Task {
  const { elapsed, pollAt, pageAt, backfillTo } = schedule;
  const looks = order === 'newest-first' || walks.length === 0;
  if (looks && pollAt <= elapsed) return { kind: 'look' };
  // The latest walk is the nearest to now, which is what an operator wants to see filled first.
  const due = walks
    .filter((open) => isWanted(order, open, backfillTo))
    .map(({ id, rest }) => ({ id, at: Math.max(pageAt, rest?.until ?? 0) }));
  const ready = due.findLast(({ at }) => at <= elapsed);
  if (ready) return { kind: 'walk', id: ready.id };
  const moments = [...(looks ? [pollAt] : []), ...due.map(({ at }) => at)];
  return { kind: 'wait', ms: Math.min(...moments, elapsed + LONGEST_WAIT) - elapsed };
}
