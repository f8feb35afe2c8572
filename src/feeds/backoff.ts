import type { ApiError } from '../contract/api-error.ts';
import { aboutTheLink, waitAfter } from '../state/connection.ts';
import { periodOf } from '../state/loadable.ts';

/** What decides how long a poll waits before it asks again. */
interface WaitFacts {
  /** The interval the operator chose, milliseconds. */
  readonly interval: number;
  /** Failures in a row. */
  readonly attempts: number;
  /** The latest failure. */
  readonly error: Pick<ApiError, 'kind' | 'retryAfterMs'>;
  /** Whether the next request is held back until the service is to be tried again; not when not said. */
  readonly held?: boolean;
  /** Uniform in [0, 1). */
  readonly random: number;
}

const MINUTE = 60_000;
/** Permanent refusals are looked at again this rarely, milliseconds: somebody may have changed something. */
export const SLOW_RECHECK = 5 * MINUTE;

/** `never` means: not before the operator asks (`r`) or changes the key. */
export type Wait = { readonly kind: 'after'; readonly ms: number } | { readonly kind: 'never' };

const after = (ms: number): Wait => ({ kind: 'after', ms: Math.round(ms) });

/**
 * How long to wait after a failure: as the connection would (`waitAfter`), but never less than the chosen interval;
 * long where the service refuses the one thing that is asked for; not at all where the request that follows is held
 * back anyway.
 */
export function waitAfterFailure({ interval, attempts, error, random, held }: WaitFacts): Wait {
  if (held && aboutTheLink(error)) return after(0);
  switch (error.kind) {
    case 'bad-request':
      return { kind: 'never' };
    case 'refused':
    case 'not-found':
    case 'outside-window':
    case 'invalid':
      return after(SLOW_RECHECK);
    default:
  }
  const wait = waitAfter(error, attempts, random);
  return wait === null ? { kind: 'never' } : after(Math.max(Math.min(interval, MINUTE), wait));
}

/** How long until the next request, when the one before left `took` milliseconds ago. */
export const restOf = (interval: number, took: number): number => periodOf(interval, took) - took;

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
interface FailureFacts extends Omit<WaitFacts, 'attempts'> {
  readonly error: ApiError;
  /** Monotonic milliseconds. */
  readonly elapsed: number;
  /** Whether the day may not have begun yet by the service's clock. */
  readonly mayBeEarly: boolean;
}

/** A day that has not begun for the service is asked for again this soon, milliseconds. */
const EARLY = 10_000;

export function backedOff(backoff: Backoff, failure: FailureFacts): Backoff {
  const { error, elapsed, mayBeEarly } = failure;
  const attempts = (backoff.failure?.attempts ?? 0) + 1;
  const wait =
    mayBeEarly && error.kind === 'outside-window'
      ? after(EARLY)
      : waitAfterFailure({ ...failure, attempts });
  const at = wait.kind === 'after' ? elapsed + wait.ms : Number.POSITIVE_INFINITY;
  return { at, failure: { error, attempts, wait } };
}
