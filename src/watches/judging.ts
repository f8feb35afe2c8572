import { UNWATCHED } from '../history/fact.ts';

/** How a condition stands on one thing. All times are wall clock, milliseconds. */
export interface Judged {
  /** The newest answer that it was judged by. */
  readonly at: number;
  /** Since which answer it has been so; null when the newest says that it is not. */
  readonly heldSince: number | null;
  /** Since which answer it has not been so; null when the newest says that it is. */
  readonly clearSince: number | null;
  /** When it fired; null while it has not, or is over. */
  readonly firedAt: number | null;
}

/** What has fired is over when it has not been so for this long, or as long as it had to be so: what swings is one. */
const CLEAR = 30_000;

/**
 * How far answers may be apart that tell of the time between them, milliseconds: two minutes, or, where it is asked more
 * seldom than that, twice as far as the questions are.
 *
 * @param interval milliseconds from one question to the next
 */
export const widestGap = (interval: number): number => Math.max(UNWATCHED, 2 * interval);

/**
 * How a condition stands after an answer. What had to be so for a while must have been so at every answer meanwhile,
 * and nobody may have looked away: a wider gap begins anew, and so does a clock that was set back.
 *
 * @param lasting how long it has to be so, milliseconds
 * @param gap how far answers may be apart, milliseconds
 */
export function judge(
  before: Judged | null,
  isSo: boolean,
  at: number,
  lasting: number,
  gap = UNWATCHED,
): Judged {
  const last = before && Math.abs(at - before.at) <= gap ? before : null;
  if (last && at <= last.at) return last;
  const firedAt = before?.firedAt ?? null;
  if (isSo) {
    const heldSince = last?.heldSince ?? at;
    const isDue = at - heldSince >= lasting;
    return { at, heldSince, clearSince: null, firedAt: firedAt ?? (isDue ? at : null) };
  }
  const clearSince = last?.clearSince ?? at;
  const isOver = at - clearSince >= Math.max(CLEAR, lasting);
  return { at, heldSince: null, clearSince, firedAt: isOver ? null : firedAt };
}

/** Whether it cannot be told how it stands: nothing was answered yet, or not for as long as answers may be apart. */
export const isUnjudged = (judged: Judged | undefined, now: number, gap = UNWATCHED): boolean =>
  judged === undefined || Math.abs(now - judged.at) > gap;
