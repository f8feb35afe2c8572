import { parseHttpDate } from './http-date.ts';

/** What tells how long the service asks to wait. */
export interface RetryAfterFacts {
  /** The header `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter: string | undefined;
  /** The header `Date` of the same answer: the service's own idea of now. */
  readonly date: string | undefined;
  /** Our wall clock, milliseconds since the epoch; used when the service does not tell its own. */
  readonly now: number;
}

const SHORTEST = 1000;

/**
 * The milliseconds the service asks to wait, at least a second; undefined when it does not, or when what
 * it says makes no sense. There is no cap: whoever waits decides how long is too long.
 */
export function retryAfterMs({ retryAfter, date, now }: RetryAfterFacts): number | undefined {
  const text = retryAfter?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Math.max(SHORTEST, Number(text) * 1000);
  const until = parseHttpDate(text);
  return until === undefined ? undefined : Math.max(SHORTEST, until - (parseHttpDate(date) ?? now));
}
