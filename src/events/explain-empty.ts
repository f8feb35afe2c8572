import type { ApiErrorKind } from '../contract/api-error.ts';
import { type Coverage, covers, dayRange } from './coverage.ts';
import type { ViewCounts } from './filtered-view.ts';
import type { TimeRange } from './time-range.ts';

/** Why a list shows nothing. */
type Emptiness =
  | { readonly kind: 'not-authorised' }
  /** The day is not among those the service keeps. */
  | { readonly kind: 'outside-window' }
  | { readonly kind: 'failed' }
  /** Pages are being asked for, or none has been. */
  | { readonly kind: 'loading' }
  /** The filter has hidden all that is loaded. */
  | { readonly kind: 'filtered'; readonly hidden: number; readonly lookedAtAll: boolean }
  /** Of the time looked at, not everything is loaded. */
  | { readonly kind: 'not-loaded' }
  /** All of that time is loaded, and there is nothing. */
  | { readonly kind: 'silent' };

export interface EmptinessFacts {
  readonly counts: ViewCounts;
  readonly coverage: Coverage;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The time looked at, where it is not the whole day. */
  readonly range?: TimeRange | undefined;
  /** How the latest request failed, if it did. */
  readonly failure?: ApiErrorKind | undefined;
}

/** Why nothing is shown: the first reason that explains it; undefined when something is. */
export function explainEmpty(facts: EmptinessFacts): Emptiness | undefined {
  const { counts, coverage, failure, now } = facts;
  if (counts.matched > 0) return undefined;
  if (counts.total > 0 && counts.hidden > 0) {
    return { kind: 'filtered', hidden: counts.hidden, lookedAtAll: counts.complete };
  }
  if (failure === 'unauthorised') return { kind: 'not-authorised' };
  if (failure === 'outside-window') return { kind: 'outside-window' };
  if (failure !== undefined && failure !== 'aborted') return { kind: 'failed' };
  if (coverage.pages === 0) return { kind: 'loading' };
  const day = dayRange(coverage.day);
  const wanted = facts.range ?? day;
  // The last page was asked for a moment ago: what happened since then is not what is missing.
  const until = Math.min(wanted.until, now, coverage.loaded.at(-1)?.until ?? wanted.until);
  const past = { from: Math.max(wanted.from, day.from), until };
  return covers(coverage, past) ? { kind: 'silent' } : { kind: 'not-loaded' };
}

/** The reason in one sentence, and what to do about it. */
export function emptinessSentence(emptiness: Emptiness): string {
  switch (emptiness.kind) {
    case 'not-authorised':
      return 'The key was not accepted; the log was not read.';
    case 'outside-window':
      return 'The service keeps the last 72 hours only; this day is not among them.';
    case 'failed':
      return 'The log could not be read; it is asked for again.';
    case 'loading':
      return 'Nothing is loaded yet.';
    case 'filtered':
      return emptiness.lookedAtAll
        ? `The filter hides all ${emptiness.hidden} entries that are loaded.`
        : `The filter hides all ${emptiness.hidden} entries looked at so far.`;
    case 'not-loaded':
      return 'Nothing is loaded of this time yet.';
    case 'silent':
      return 'The log has no entry of this time.';
  }
}
