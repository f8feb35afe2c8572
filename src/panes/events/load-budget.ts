import type { EventLogPage } from '../../contract/operations/event-logs.ts';

/**
 * How much of a log is loaded of what was there before it was opened. A busy zone's day takes gigabytes and an
 * hour of paging: it is loaded as far as somebody wants it.
 */
export interface LoadBudget {
  /** Nothing before this time is asked for; wall clock, milliseconds. */
  readonly to: number;
  /** Bytes of entries that may still come; without end where a time was asked for. */
  readonly left: number;
}

/** What is loaded unasked, and how much more at a time. */
const STEP = { ms: 60 * 60_000, bytes: 50_000_000 } as const;

/** The budget of a log that is opened at `now`. */
export const firstBudget = (now: number): LoadBudget => ({ to: now - STEP.ms, left: STEP.bytes });

/** All that the service has. */
export const WHOLE_LOG: LoadBudget = {
  to: Number.NEGATIVE_INFINITY,
  left: Number.POSITIVE_INFINITY,
};

/** Back to `to`, whatever it takes. */
export const backTo = (to: number): LoadBudget => ({ to, left: Number.POSITIVE_INFINITY });

/** As much again, from where loading has come to. */
export const another = (reached: number): LoadBudget => ({
  to: reached - STEP.ms,
  left: STEP.bytes,
});

/** What an entry takes beside its text: names of fields, identifiers, labels. */
const AROUND_TEXT = 120;

/** The budget after a page; where it is used up, what is loaded has to do. `reached`: null for not known yet. */
export function afterPage(
  { to, left }: LoadBudget,
  { logs }: Pick<EventLogPage, 'logs'>,
  reached: number | null,
): LoadBudget {
  const bytes = logs.reduce((sum, { log }) => sum + (log?.length ?? 0) + AROUND_TEXT, 0);
  const rest = left - bytes;
  return { to: rest <= 0 && reached !== null ? Math.max(to, reached) : to, left: rest };
}
