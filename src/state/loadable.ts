import type { ApiError } from '../contract/api-error.ts';

/** A moment on both clocks: `wall` is for showing, `elapsed` for measuring ages. Milliseconds. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

/** When the second began that a moment is in, by its wall clock: time is shown, and ages are told, in whole seconds. */
export function secondOf({ wall, elapsed }: Moment): Moment {
  const over = wall - Math.floor(wall / 1000) * 1000;
  return { wall: wall - over, elapsed: elapsed - over };
}

/** An answer, when it came and how long it took. */
export interface Loaded<Value> {
  readonly kind: 'loaded';
  readonly value: Value;
  readonly at: Moment;
  /** Milliseconds from asking to having. */
  readonly took: number;
}

/** Something that is asked for again and again. A failure annotates the last good answer, it never replaces it. */
export type Loadable<Value> =
  | { readonly kind: 'waiting' }
  | Loaded<Value>
  | {
      readonly kind: 'failed';
      readonly error: ApiError;
      /** How often in a row in this way; 0 while it waits for others to be answered. */
      readonly attempts: number;
      /** When it first failed in this way, of those in a row that did, and when it did last. */
      readonly since: Moment;
      readonly at: Moment;
      readonly last: Loaded<Value> | null;
    };

export const WAITING: Loadable<never> = { kind: 'waiting' };

/** The last good answer, however the latest attempt went. */
export function lastLoaded<Value>(loadable: Loadable<Value>): Loaded<Value> | null {
  if (loadable.kind === 'loaded') return loadable;
  return loadable.kind === 'failed' ? loadable.last : null;
}

/** `before` after a failed attempt at `at`; a recording gives the same failure until there is another one. */
export function failed<Value>(
  before: Loadable<Value>,
  error: ApiError,
  at: Moment,
): Loadable<Value> {
  if (before.kind === 'failed' && before.error === error && before.attempts > 0) return before;
  const again = before.kind === 'failed' && before.attempts > 0 && before.error.kind === error.kind;
  return {
    kind: 'failed',
    error,
    attempts: again ? before.attempts + 1 : 1,
    since: again ? before.since : at,
    at,
    last: lastLoaded(before),
  };
}

/** What is known once `answer` has come: that, unless what is known was asked for later. */
export function answered<Value>(before: Loadable<Value>, answer: Loaded<Value>): Loadable<Value> {
  const last = lastLoaded(before);
  return last !== null && askedAt(last) > askedAt(answer) ? before : answer;
}

const askedAt = ({ at, took }: Loaded<unknown>): number => at.elapsed - took;
