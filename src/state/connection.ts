import type { ApiError } from '../contract/api-error.ts';
import { ageOf, type Freshness, isStale } from './freshness.ts';
import type { Moment } from './loadable.ts';

/**
 * The connection to the service, over all panes: one state machine. Calls move it (`afterCall`); what is to be
 * said of it also depends on the time that has passed since (`standing`).
 *
 * | state         | an answer                | turned away (401, 429) | no answer, or none of the service (broken, timeout, 5xx, 3xx, HTML) |
 * |---------------|--------------------------|------------------------|----------------------------------------------------------------------|
 * | `unknown`     | `connected`              | `refused`              | `unreachable`                                                        |
 * | `connected`   | `connected`              | `refused`              | `unreachable`; 5xx and HTML only when the failure before was one, too |
 * | `refused`     | itself, then `connected` | `refused`              | `unreachable`                                                        |
 * | `unreachable` | itself, then `connected` | `refused`              | `unreachable`                                                        |
 *
 * An answer is any that is about the thing asked for: also "no such application" and "not permitted". Two of
 * them in a row end an outage. No state is changed by a request that left before another whose outcome is known,
 * by a missing answer while others were answered since it left, nor by a call that was let go of.
 */
export type Connection = { readonly kind: 'unknown' } | Connected | Outage;

/** What is known of the service once a request has ended. Orders are those of all departures and ends. */
interface Known {
  /** The order in which the request left that the state is known from. */
  readonly newest: number;
  /** The order of the end of the last answer; 0 when there never was one. */
  readonly answered: number;
}

interface Connected extends Known {
  readonly kind: 'connected';
  readonly lastAnswer: Moment;
  /** Failures in a row that may be about the one thing asked for: the second begins an outage. */
  readonly doubts: 0 | 1;
}

/** The service turns everything away, or does not answer. */
export interface Outage extends Known {
  readonly kind: 'refused' | 'unreachable';
  /** Null when there never was one. */
  readonly lastAnswer: Moment | null;
  /** How the newest request failed. */
  readonly error: ApiError;
  /** When a request first failed in this way, of those that did so in a row. */
  readonly since: Moment;
  /** Failures since the outage began; those of requests under way at once count as one. */
  readonly attempts: number;
  /** The order of the end of the newest of them. */
  readonly failed: number;
  /** Answers in a row since. */
  readonly good: number;
  /** The operator wants a refused key to be tried once more. */
  readonly asked?: true;
}

/** Kinds that say something about the link or the key rather than about one thing asked for. */
const VERDICTS: Readonly<Partial<Record<ApiError['kind'], Outage['kind']>>> = {
  unauthorised: 'refused',
  'rate-limited': 'refused',
  unreachable: 'unreachable',
  interrupted: 'unreachable',
  timeout: 'unreachable',
  service: 'unreachable',
  redirected: 'unreachable',
  unexpected: 'unreachable',
};

/** Whether a failure is the link's or the key's trouble, and so every pane's. */
export const aboutTheLink = ({ kind }: ApiError): boolean => VERDICTS[kind] !== undefined;

/** Whether requests fail, or have failed and were not answered twice since. */
export const isOutage = (connection: Connection): connection is Outage =>
  connection.kind === 'refused' || connection.kind === 'unreachable';

/** Whether the last answer was a failure of the link: an outage lasts a little longer than that. */
export const isDown = (connection: Connection): connection is Outage =>
  isOutage(connection) && connection.good === 0;

/**
 * Why no read is to be sent: the key was refused, and nobody has asked for another try since. All panes
 * share the key, and one that is tried again and again may be locked out.
 */
export const keyRefused = (connection: Connection): ApiError | undefined =>
  isDown(connection) && connection.error.kind === 'unauthorised' && !connection.asked
    ? connection.error
    : undefined;

/** The connection after the operator asked again: a key that was refused may be tried once more. */
export const askedAgain = (connection: Connection): Connection =>
  keyRefused(connection) && isOutage(connection) ? { ...connection, asked: true } : connection;

/** The connection when a call leaves: it is the one try that was asked for. */
export function onceTried(connection: Connection): Connection {
  if (!isOutage(connection) || !connection.asked) return connection;
  const { asked: _, ...rest } = connection;
  return rest;
}

/** How a call ended. */
interface CallEnd {
  /** Null for a good answer. */
  readonly error: ApiError | null;
  readonly at: Moment;
  /** When it left and when it ended, in the order of all such events. */
  readonly left: number;
  readonly ended: number;
}

/** The connection after a call ended; the same one where the call tells nothing. */
export function afterCall(connection: Connection, end: CallEnd): Connection {
  const { error } = end;
  if (error?.kind === 'aborted' || error?.kind === 'bad-request') return connection;
  const kind = error ? VERDICTS[error.kind] : undefined;
  return error && kind
    ? afterFailure(connection, kind, { ...end, error })
    : afterAnswer(connection, end);
}

/** How many answers in a row end an outage: a service that flaps does not make the badge blink. */
const GOOD_ENOUGH = 2;

function afterAnswer(connection: Connection, { at, left, ended }: CallEnd): Connection {
  const seen = { lastAnswer: at, answered: ended };
  if (connection.kind === 'unknown') {
    return { kind: 'connected', ...seen, newest: left, doubts: 0 };
  }
  const newest = Math.max(connection.newest, left);
  if (!isOutage(connection)) return { ...connection, ...seen, newest, doubts: 0 };
  if (left < connection.newest) return { ...connection, ...seen };
  const good = connection.good + 1;
  return good < GOOD_ENOUGH
    ? { ...connection, ...seen, newest, good }
    : { kind: 'connected', ...seen, newest, doubts: 0 };
}

function afterFailure(
  connection: Connection,
  kind: Outage['kind'],
  { error, at, left, ended }: CallEnd & { readonly error: ApiError },
): Connection {
  if (connection.kind !== 'unknown' && left < connection.newest) return connection;
  if (connection.kind === 'connected') {
    if (kind === 'unreachable' && left < connection.answered) return connection;
    if (isDoubtful(error) && connection.doubts === 0) {
      return { ...connection, newest: left, doubts: 1 };
    }
  }
  const before = isDown(connection) ? connection : null;
  const wasFailing = isOutage(connection) ? connection.attempts : 0;
  return {
    kind,
    error,
    since: before?.error.kind === error.kind ? before.since : at,
    attempts: before && left < before.failed ? wasFailing : wasFailing + 1,
    failed: ended,
    good: 0,
    newest: left,
    lastAnswer: connection.kind === 'unknown' ? null : connection.lastAnswer,
    answered: connection.kind === 'unknown' ? 0 : connection.answered,
  };
}

/** Whether a failure may be about one thing alone: the service said something, but not when to come back. */
const isDoubtful = ({ kind, retryAfterMs }: ApiError): boolean =>
  (kind === 'service' || kind === 'unexpected') && retryAfterMs === undefined;

/** What is to be said of the connection at one moment. Every time in it is one at which that happened. */
type Standing =
  /** Nothing has been answered yet, and nothing has failed. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** Nothing is asked just now, and the last answer is a while ago. */
  | { readonly kind: 'idle'; readonly lastAnswer: Moment }
  /** What is on screen should have been answered twice since it was. */
  | { readonly kind: 'late'; readonly lastAnswer: Moment }
  /** All that is on screen fails, whatever becomes of other requests. */
  | { readonly kind: 'failing'; readonly since: Moment; readonly error: ApiError }
  /** An outage, after the first answer in it. */
  | { readonly kind: 'returning'; readonly lastAnswer: Moment }
  | Outage;

/** What the standing of a connection depends on beside it. */
interface StandingFacts {
  readonly connection: Connection;
  /** Of the pane on screen; null when it shows nothing that is asked for. */
  readonly fresh: Freshness | null;
  readonly now: Moment;
  readonly paused: boolean;
  /** Milliseconds between the polls of panes that are not on screen. */
  readonly background: number;
}

/**
 * How the connection stands. It is `connected` only while what is on screen is fresh: data that a pane calls
 * stale is never under a badge that says all is well.
 */
export function standing({ connection, fresh, now, paused, background }: StandingFacts): Standing {
  if (connection.kind === 'unknown') return { kind: 'connecting' };
  if (isOutage(connection)) {
    const { good, lastAnswer } = connection;
    return good > 0 && lastAnswer ? { kind: 'returning', lastAnswer } : connection;
  }
  const { lastAnswer } = connection;
  if (paused) return { kind: 'idle', lastAnswer };
  if (fresh && fresh.every !== null) {
    const { loadable, every } = fresh;
    if (loadable.kind === 'failed') {
      return { kind: 'failing', since: loadable.since, error: loadable.error };
    }
    if (loadable.kind === 'loaded') {
      const isLate = isStale(ageOf(loadable.at, now), every);
      return isLate ? { kind: 'late', lastAnswer } : { kind: 'connected' };
    }
  }
  return isStale(ageOf(lastAnswer, now), background)
    ? { kind: 'idle', lastAnswer }
    : { kind: 'connected' };
}

/** The sooner of two moments (monotonic milliseconds, null for never) of which `known` may be over by `now`. */
export function soonest(known: number | null, at: number | null, now: number): number | null {
  const pending = known !== null && known > now ? known : null;
  if (pending === null || at === null) return pending ?? at;
  return Math.min(pending, at);
}
