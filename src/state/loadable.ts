import type { ApiError } from '../contract/api-error.ts';

/** A moment on both clocks: `wall` is for showing, `elapsed` for measuring ages. Milliseconds. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

/** An answer, when it came and how long it took. */
interface Loaded<Value> {
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
      /** How often in a row. */
      readonly attempts: number;
      /** When the first failure of this row happened, and the latest. */
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

/** `before` after a failed attempt at `at`. */
export function failed<Value>(
  before: Loadable<Value>,
  error: ApiError,
  at: Moment,
): Loadable<Value> {
  const again = before.kind === 'failed';
  return {
    kind: 'failed',
    error,
    attempts: again ? before.attempts + 1 : 1,
    since: again ? before.since : at,
    at,
    last: lastLoaded(before),
  };
}
