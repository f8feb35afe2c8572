import type { ApiError } from '../contract/api-error.ts';
import type { Trouble } from './day-progress.ts';
import { nextWait } from './next-wait.ts';

/** One kind of request and when it may be made again; a failure in one lane does not hold up another. */
export interface Lane {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly trouble: Trouble | null;
}

export const openLane = (at: number): Lane => ({ at, trouble: null });

/** What a failure is judged by. */
export interface FailureFacts {
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

/** The lane after one more failure. */
export function failedLane(lane: Lane, failure: FailureFacts): Lane {
  const { error, elapsed, interval, random, mayBeEarly } = failure;
  const attempts = (lane.trouble?.attempts ?? 0) + 1;
  const wait =
    mayBeEarly && error.kind === 'outside-window'
      ? ({ kind: 'after', ms: EARLY } as const)
      : nextWait({ interval, attempts, kind: error.kind, retryAfter: error.retryAfterMs, random });
  const at = wait.kind === 'after' ? elapsed + wait.ms : Number.POSITIVE_INFINITY;
  return { at, trouble: { error, attempts, wait } };
}
