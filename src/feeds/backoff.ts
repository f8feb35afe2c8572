import type { ApiError } from '../contract/api-error.ts';
import { aboutTheLink, waitAfter } from '../state/connection.ts';
import { periodOf } from '../state/loadable.ts';

interface WaitFacts {
  /** The chosen interval, in milliseconds. */
  readonly interval: number;
  /** Failures in a row. */
  readonly attempts: number;
  readonly error: Pick<ApiError, 'kind' | 'retryAfterMs'>;
  /** Whether the scheduler holds the next request back anyway. */
  readonly held?: boolean;
  /** Uniform in [0, 1). */
  readonly random: number;
}

const MINUTE = 60_000;
/** Retry interval after a permanent refusal, in milliseconds, since somebody may have changed something. */
export const SLOW_RETRY_MS = 5 * MINUTE;

/** `never` means not before the operator asks (`r`) or changes the key. */
export type Wait = { readonly kind: 'after'; readonly ms: number } | { readonly kind: 'never' };

const after = (ms: number): Wait => ({ kind: 'after', ms: Math.round(ms) });

/**
 * The wait after a failure: as the connection does (`waitAfter`), but at least the chosen interval; long for a
 * refusal of the requested item; none if the scheduler holds the next request back.
 */
export function waitAfterFailure({ interval, attempts, error, random, held }: WaitFacts): Wait {
  if (held && aboutTheLink(error)) return after(0);
  switch (error.kind) {
    case 'bad-request':
      return { kind: 'never' };
    case 'refused':
    case 'not-recorded':
    case 'not-found':
    case 'outside-window':
    case 'invalid':
      return after(SLOW_RETRY_MS);
    default:
  }
  const wait = waitAfter(error, attempts, random);
  return wait === null ? { kind: 'never' } : after(Math.max(Math.min(interval, MINUTE), wait));
}

/** Time until the next request if the last one took `took` milliseconds. */
export const restOf = (interval: number, took: number): number => periodOf(interval, took) - took;

export interface RequestFailure {
  readonly error: ApiError;
  /** Failures in a row. */
  readonly attempts: number;
  readonly wait: Wait;
}

/** When one kind of request may be repeated. Kinds do not delay each other. */
export interface Backoff {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly failure: RequestFailure | null;
}

export const readyAt = (at: number): Backoff => ({ at, failure: null });

interface FailureFacts extends Omit<WaitFacts, 'attempts'> {
  readonly error: ApiError;
  /** Monotonic milliseconds. */
  readonly elapsed: number;
  /** Whether the day may not have begun on the service's clock. */
  readonly mayBeEarly: boolean;
}

/** Retry interval for a day that has not begun on the service's clock, in milliseconds. */
const EARLY_RETRY_MS = 10_000;

export function backedOff(backoff: Backoff, failure: FailureFacts): Backoff {
  const { error, elapsed, mayBeEarly } = failure;
  const attempts = (backoff.failure?.attempts ?? 0) + 1;
  const wait =
    mayBeEarly && error.kind === 'outside-window'
      ? after(EARLY_RETRY_MS)
      : waitAfterFailure({ ...failure, attempts });
  const at = wait.kind === 'after' ? elapsed + wait.ms : Number.POSITIVE_INFINITY;
  return { at, failure: { error, attempts, wait } };
}
