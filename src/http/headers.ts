import type { IncomingHttpHeaders } from 'node:http';

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:(\d{2}) GMT$/;

/** An HTTP date (`Sat, 14 Mar 2026 14:02:00 GMT`) in milliseconds since the epoch; undefined otherwise. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : IMF_FIXDATE.exec(text)?.[1];
  if (text === undefined || seconds === undefined) return undefined;
  // A leap second is a valid date that Date does not know.
  const at = Date.parse(seconds === '60' ? text.replace(':60 GMT', ':59 GMT') : text);
  return Number.isNaN(at) ? undefined : at;
}

/** The value of a header that comes once; of several, the first. Hostile text. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** What tells how long the service asks to wait. */
interface RetryAfterFacts {
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
