import { UNWATCHED } from '../history/fact.ts';
import { least } from '../text/numbers.ts';

/** How a condition stands on one thing. All times are wall clock, milliseconds. */
export interface Judged {
  /** The newest answer that it was judged by. */
  readonly at: number;
  /** Since which answer it has been so of one of its parts; null when the newest says that it is not. */
  readonly heldSince: number | null;
  /** Since which answer it has been so of each part of which it is. */
  readonly parts: ReadonlyMap<string, number>;
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
 * How a condition stands after an answer. What had to be so for a while must have been so of one part at every answer
 * meanwhile, and nobody may have looked away: a wider gap begins anew, and so does a clock that was set back.
 *
 * @param parts of which it is so: pods, containers, or the thing as a whole; none where it is not so
 * @param lasting how long it has to be so, milliseconds
 * @param gap how far answers may be apart, milliseconds
 */
export function judge(
  before: Judged | null,
  parts: readonly string[],
  at: number,
  lasting: number,
  gap = UNWATCHED,
): Judged {
  const last = before && Math.abs(at - before.at) <= gap ? before : null;
  if (last && at <= last.at) return last;
  const firedAt = before?.firedAt ?? null;
  const held = new Map(parts.map((part) => [part, last?.parts.get(part) ?? at]));
  if (parts.length > 0) {
    const heldSince = least(held.values());
    const isDue = at - heldSince >= lasting;
    const now = { at, heldSince, parts: held, clearSince: null };
    return { ...now, firedAt: firedAt ?? (isDue ? at : null) };
  }
  const clearSince = last?.clearSince ?? at;
  const isOver = at - clearSince >= Math.max(CLEAR, lasting);
  return { at, heldSince: null, parts: held, clearSince, firedAt: isOver ? null : firedAt };
}

/** Whether it has been so of this part for as long as it had to be. */
export const isDue = ({ at, parts }: Judged, part: string, lasting: number): boolean =>
  at - (parts.get(part) ?? Number.POSITIVE_INFINITY) >= lasting;

/** Whether it cannot be told how it stands: nothing was answered yet, or not for as long as answers may be apart. */
export const isUnjudged = (judged: Judged | undefined, now: number, gap = UNWATCHED): boolean =>
  judged === undefined || Math.abs(now - judged.at) > gap;
