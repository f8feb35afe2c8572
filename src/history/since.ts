import { type FactSubject, subjectKey, UNWATCHED } from './fact.ts';
import type { WatchedSpan } from './history-file.ts';
import type { HistoryState } from './history-state.ts';

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

/** Since when something is as it is. Wall clock, milliseconds. */
export interface KnownSince {
  readonly at: number;
  /**
   * `exactly`: it was seen to change; `before`: it was so when it was first seen; `seen`: it was so at every look since,
   * but nobody looked for a while.
   */
  readonly how: 'exactly' | 'before' | 'seen';
}

/** Since when a subject has been as bad as `level`; undefined when it is not known to be. */
export function sinceOf(
  { health, watched }: Pick<HistoryState, 'health' | 'watched'>,
  subject: FactSubject,
  level: string,
): KnownSince | undefined {
  const key = subjectKey(subject);
  const fact = health.get(key);
  if (!fact || fact.severity !== level) return undefined;
  const spans = (watched.get(key) ?? []).filter(({ until }) => until > fact.by);
  const isInterrupted = spans.some(({ since }, at) => {
    const before = spans[at - 1]?.until ?? fact.by;
    return since - before > UNWATCHED;
  });
  if (isInterrupted) return { at: fact.by, how: 'seen' };
  return { at: fact.by, how: fact.after === null ? 'before' : 'exactly' };
}
