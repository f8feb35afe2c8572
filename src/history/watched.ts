import type { WatchedSpan } from './history-file.ts';

/** A thing that was not asked for this long was not watched, milliseconds. */
export const UNWATCHED = 120_000;

/** When something was not watched between two times; overlapping spans of several consoles are one. */
export function gapsIn(
  spans: readonly WatchedSpan[],
  since: number,
  until: number,
): readonly WatchedSpan[] {
  const gaps: WatchedSpan[] = [];
  let known = since;
  for (const span of [...spans].sort((a, b) => a.since - b.since)) {
    if (span.until < since || span.since > until) continue;
    if (span.since - known > UNWATCHED) gaps.push({ since: known, until: span.since });
    known = Math.max(known, span.until);
  }
  if (spans.length > 0 && until - known > UNWATCHED) gaps.push({ since: known, until });
  return gaps;
}
