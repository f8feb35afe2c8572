import type { ApiError, ApiErrorKind } from '../contract/api-error.ts';

/** What decides how long a poll waits before it asks again. */
interface WaitFacts {
  /** The interval the operator chose, milliseconds. */
  readonly interval: number;
  /** Failures in a row; 0 after a good answer. */
  readonly attempts: number;
  /** The latest failure's kind. */
  readonly kind?: ApiErrorKind | undefined;
  /** What the service asked for with Retry-After, milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Uniform in [0, 1). */
  readonly random: number;
}

const MINUTE = 60_000;
const LONGEST_BACKOFF = MINUTE;
const LONGEST_RETRY_AFTER = 15 * MINUTE;
/** Permanent refusals are looked at again this rarely, milliseconds: somebody may have changed something. */
export const SLOW_RECHECK = 5 * MINUTE;

/** `never` means: not before the operator asks (`r`) or changes the key. */
export type Wait = { readonly kind: 'after'; readonly ms: number } | { readonly kind: 'never' };

const after = (ms: number): Wait => ({ kind: 'after', ms: Math.round(ms) });

/**
 * How long to wait before asking again. Full jitter over a doubling span, so that many consoles do not
 * come back at the same instant after an outage; never faster than the chosen interval after a failure.
 */
export function nextWait({ interval, attempts, kind, retryAfter, random }: WaitFacts): Wait {
  if (attempts === 0) return after(interval);
  switch (kind) {
    // Hammering with a key that was refused may lock the account out.
    case 'unauthorised':
    case 'bad-request':
      return { kind: 'never' };
    case 'refused':
    case 'not-found':
    case 'outside-window':
    case 'invalid':
    case 'redirected':
      return after(SLOW_RECHECK);
    default:
  }
  if (retryAfter !== undefined)
    return after(Math.min(Math.max(retryAfter, 1000), LONGEST_RETRY_AFTER));
  const span = Math.min(1000 * 2 ** Math.min(attempts, 10), LONGEST_BACKOFF);
  return after(Math.max(Math.min(interval, LONGEST_BACKOFF), 1000 + random * span));
}

/** A request that failed, and when it is made again. */
export interface RequestFailure {
  readonly error: ApiError;
  /** Failures in a row. */
  readonly attempts: number;
  readonly wait: Wait;
}

/** When one kind of request may be made again; the failure of one kind does not hold up another. */
export interface Backoff {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly failure: RequestFailure | null;
}

export const readyAt = (at: number): Backoff => ({ at, failure: null });

/** What a failure is judged by. */
interface FailureFacts {
  readonly error: ApiError;
  /** Monotonic milliseconds. */
  readonly elapsed: number;
  readonly interval: number;
  readonly random: number;
  /** Whether the day may not have begun yet by the service's clock. */
  readonly mayBeEarly: boolean;
}

/** A day that has not begun for the service is asked for again this soon, milliseconds. */
const EARLY = 10_000;

/** The backoff after one more failure. */
export function backedOff(backoff: Backoff, failure: FailureFacts): Backoff {
  const { error, elapsed, interval, random, mayBeEarly } = failure;
  const attempts = (backoff.failure?.attempts ?? 0) + 1;
  const wait =
    mayBeEarly && error.kind === 'outside-window'
      ? ({ kind: 'after', ms: EARLY } as const)
      : nextWait({ interval, attempts, kind: error.kind, retryAfter: error.retryAfterMs, random });
  const at = wait.kind === 'after' ? elapsed + wait.ms : Number.POSITIVE_INFINITY;
  return { at, failure: { error, attempts, wait } };
}
