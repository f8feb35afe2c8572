import type { Dialect } from './dialect.ts';
import { emptyReply, type Reply } from './reply.ts';

const MINUTE_MS = 60_000;

/** Counts requests, and says when there were too many. */
export interface ApiLimit {
  /** Counts one; how many milliseconds to wait when it is one too many, undefined when it is not. */
  count(now: number): number | undefined;
}

/** A limit of so many requests in each minute of the clock. */
export function apiLimit(perMinute: number): ApiLimit {
  let minute = Number.NaN;
  let counted = 0;
  return {
    count(now) {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute) counted = 0;
      minute = current;
      counted += 1;
      return counted > perMinute ? (current + 1) * MINUTE_MS - now : undefined;
    },
  };
}

/** The answer to a request too many; it may come again in `waitMs`. */
export function tooManyRequests(dialect: Dialect, now: number, waitMs: number): Reply {
  const reply = emptyReply(429);
  const retryAfter = (value: string): Reply => ({ ...reply, headers: { 'retry-after': value } });
  switch (dialect['rate-limits-of-the-api']) {
    case 'retry-after-seconds':
      return retryAfter(String(Math.ceil(waitMs / 1000)));
    case 'retry-after-date':
      return retryAfter(new Date(now + waitMs).toUTCString());
    case 'no-retry-after':
      return reply;
  }
}
