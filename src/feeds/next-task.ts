import type { DayWalk } from './day-walk.ts';

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
  /** Whether the operator wants what came before; looks go on without it. */
  readonly backfills: boolean;
}

/**
 * Looks first, when one is due: walking back through a long day must not starve the live end. Where the
 * live end is not the first page there is nothing to look at but through the walk that leads there.
 */
export function nextTask(
  { order, walks }: Pick<DayWalk, 'order' | 'walks'>,
  schedule: Schedule,
): Task {
  const { elapsed, pollAt, pageAt, backfills } = schedule;
  const looks = order === 'newest-first' || walks.length === 0;
  if (looks && pollAt <= elapsed) return { kind: 'look' };
  // The latest walk is the nearest to now, which is what an operator wants to see filled first.
  const due = walks.map(({ id, rest }) => ({ id, at: Math.max(pageAt, rest?.until ?? 0) }));
  const ready = backfills ? due.findLast(({ at }) => at <= elapsed) : undefined;
  if (ready) return { kind: 'walk', id: ready.id };
  const moments = [...(looks ? [pollAt] : []), ...(backfills ? due.map(({ at }) => at) : [])];
  return { kind: 'wait', ms: Math.min(...moments, elapsed + LONGEST) - elapsed };
}

/** The longest wait that a timer can hold (about 25 days). */
const LONGEST = 2 ** 31 - 1;
