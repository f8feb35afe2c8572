import type { ApiError } from '../contract/api-error.ts';
import type { Moment } from './loadable.ts';

/** How asking the service goes, over all panes. */
export type Connection =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'up' }
  | {
      readonly kind: 'down';
      readonly error: ApiError;
      readonly attempts: number;
      readonly since: Moment;
      /** Good answers in a row since: two of them, so that a flapping service does not make the badge blink. */
      readonly good: number;
      /** The operator wants a refused key to be tried once more. */
      readonly asked?: true;
    };

/** Kinds that say something about the link or the key rather than about one thing asked for. */
const ABOUT_THE_LINK = new Set<ApiError['kind']>([
  'unreachable',
  'interrupted',
  'timeout',
  'unauthorised',
  'rate-limited',
  'service',
  'redirected',
  'unexpected',
]);

/** Whether a failure is the link's or the key's trouble, and so every pane's. */
export const aboutTheLink = (error: ApiError): boolean => ABOUT_THE_LINK.has(error.kind);

/** Whether the last answer was a failure of the link: the badge stays a little longer than that. */
export const isDown = (connection: Connection): boolean =>
  connection.kind === 'down' && connection.good === 0;

/**
 * Why no read is to be sent: the key was refused, and nobody has asked for another try since. All panes
 * share the key, and one that is tried again and again may be locked out.
 */
export const keyRefused = (connection: Connection): ApiError | undefined =>
  connection.kind === 'down' &&
  isDown(connection) &&
  connection.error.kind === 'unauthorised' &&
  !connection.asked
    ? connection.error
    : undefined;

/** The connection after the operator asked again: a key that was refused may be tried once more. */
export const askedAgain = (connection: Connection): Connection =>
  keyRefused(connection) && connection.kind === 'down'
    ? { ...connection, asked: true }
    : connection;

/** The connection when a call leaves: it is the one try that was asked for. */
export function onceTried(connection: Connection): Connection {
  if (connection.kind !== 'down' || !connection.asked) return connection;
  const { asked: _, ...rest } = connection;
  return rest;
}

/** How many good answers in a row end an outage. */
const GOOD_ENOUGH = 2;

/** The connection after a call ended at `at`; the same one where the call tells nothing new. */
export function afterCall(
  connection: Connection,
  { error, at }: { readonly error: ApiError | null; readonly at: Moment },
): Connection {
  if (error?.kind === 'aborted' || error?.kind === 'bad-request') return connection;
  if (error && aboutTheLink(error)) {
    return connection.kind === 'down'
      ? { ...connection, error, attempts: connection.attempts + 1, good: 0 }
      : { kind: 'down', error, attempts: 1, since: at, good: 0 };
  }
  if (connection.kind === 'down' && connection.good + 1 < GOOD_ENOUGH) {
    return { ...connection, good: connection.good + 1 };
  }
  return connection.kind === 'up' ? connection : { kind: 'up' };
}

/** The sooner of two moments (monotonic milliseconds, null for never) of which `known` may be over by `now`. */
export function soonest(known: number | null, at: number | null, now: number): number | null {
  const pending = known !== null && known > now ? known : null;
  if (pending === null || at === null) return pending ?? at;
  return Math.min(pending, at);
}
