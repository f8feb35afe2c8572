import { UNWATCHED } from '../history/fact.ts';
import { least } from '../text/numbers.ts';

/** The state of a condition for one item. All times are wall clock, in milliseconds. */
export interface Judged {
  /** Time of the latest answer. */
  readonly at: number;
  /** Since when the condition holds for any part; null if it does not hold now. */
  readonly heldSince: number | null;
  /** Since when it holds, for each part for which it does. */
  readonly parts: ReadonlyMap<string, number>;
  /** Since when it does not hold; null if it holds now. */
  readonly clearSince: number | null;
  /** When the watch fired; null if it has not, or has cleared. */
  readonly firedAt: number | null;
}

/**
 * A fired watch clears once the condition has not held for this long, or for the duration of the watch if that is
 * longer. Flapping counts as one alarm.
 */
const CLEAR_AFTER_MS = 30_000;

/**
 * The longest gap between answers that still counts as continuous observation, in milliseconds: two minutes, or twice
 * the polling interval if that is longer.
 *
 * @param interval milliseconds between requests
 */
export const widestGap = (interval: number): number => Math.max(UNWATCHED, 2 * interval);

/**
 * Updates the state with an answer. A condition with a duration must have held for the same part in every answer of
 * that time, without a longer gap. A gap, or a clock that was set back, starts over.
 *
 * @param parts for which the condition holds: pods, containers, or the whole item; empty if it does not hold
 * @param lasting how long it must hold, in milliseconds
 * @param gap the longest allowed gap between answers, in milliseconds
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
  const isOver = at - clearSince >= Math.max(CLEAR_AFTER_MS, lasting);
  return { at, heldSince: null, parts: held, clearSince, firedAt: isOver ? null : firedAt };
}

/** Whether the condition has held for this part for the required time. */
export const isDue = ({ at, parts }: Judged, part: string, lasting: number): boolean =>
  at - (parts.get(part) ?? Number.POSITIVE_INFINITY) >= lasting;

/** Whether the state is unknown: there is no answer yet, or the latest one is too old. */
export const isUnjudged = (judged: Judged | undefined, now: number, gap = UNWATCHED): boolean =>
  judged === undefined || Math.abs(now - judged.at) > gap;
