import { type ApiError, type ApiErrorKind, isSameFailure } from '../contract/api-error.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Freshness, Loadable, Moment } from './loadable.ts';
import { ageOf, IN_BACKGROUND, isStale, lastLoaded } from './loadable.ts';

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
export type Connection =
  | {
      readonly kind: 'unknown';
      /** Whether a request has left. */
      readonly asked?: true;
    }
  | Connected
  | Outage;

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
  /** When the first answer of the last outage came, monotonic milliseconds; null when there never was one. */
  readonly returnedAt: number | null;
}

/** The service turns everything away, or does not answer. */
export interface Outage extends Known {
  readonly kind: 'refused' | 'unreachable';
  /** Null when there never was one. */
  readonly lastAnswer: Moment | null;
  readonly error: ApiError;
  /** When a request first failed in this way, of those that did so in a row. */
  readonly since: Moment;
  /** Failures since the outage began; those of requests under way at once count as one. */
  readonly attempts: number;
  /** The order of the end of the newest of them. */
  readonly failed: number;
  /** Answers in a row since, and when the first of them came, monotonic milliseconds. */
  readonly good: number;
  readonly returnedAt: number | null;
  /** When the service is tried next, monotonic milliseconds; null for not before the operator asks. */
  readonly nextAt: number | null;
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
export const aboutTheLink = ({ kind }: Pick<ApiError, 'kind'>): boolean =>
  VERDICTS[kind] !== undefined;

/**
 * What is known when a request has to wait because others fail with `error`. It is no attempt. A failure of the thing
 * itself stays; one of the link gives way to what the link fails with now.
 */
export function heldBack<Value>(
  before: Loadable<Value>,
  error: ApiError,
  at: Moment,
): Loadable<Value> {
  if (before.kind === 'failed') {
    if (!aboutTheLink(before.error) || isSameFailure(before.error, error)) return before;
    // The same trouble in other words: 502 after 503.
    if (before.error.kind === error.kind) return { ...before, error };
  }
  return { kind: 'failed', error, attempts: 0, since: at, at, last: lastLoaded(before) };
}

/** What to do about a call that failed; empty where the failure says it all. */
export const ADVICE: Readonly<Record<ApiErrorKind, Printable>> = {
  unreachable: words`Check the base URL, and the network to it: proxy, firewall.`,
  interrupted: words`Something between here and the service closes connections: check proxies and firewalls.`,
  timeout: words`The service or the network to it is slow; try again later.`,
  unauthorised: words`warren config show tells which access key is used.`,
  refused: words`The access key may not read this, or the plan does not have it.`,
  'outside-window': words`Set this machine's clock: it decides what day of the event log is loaded.`,
  'not-found': words`Correct the identifier in the workspace, or remove it.`,
  invalid: words`Correct the identifier in the workspace, or remove it.`,
  'rate-limited': words`Ask less often: see interval in the configuration.`,
  service: words`Try again later; the vendor may want the request id.`,
  redirected: words`Set the base URL to the address of the service.`,
  unexpected: words`Check that the base URL is the service's and not that of a page or a proxy.`,
  'bad-request': words`Correct the identifier in the workspace: nothing was sent.`,
  aborted: words``,
};

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

/** The connection after the operator asked again at `now`: it is tried at once, also with a key that was refused. */
export function askedAgain(connection: Connection, now: number): Connection {
  if (!isDown(connection)) return connection;
  return connection.nextAt === null
    ? { ...connection, asked: true }
    : { ...connection, nextAt: Math.min(connection.nextAt, now) };
}

/** The connection when a call leaves: it is the first, or the one try that was asked for. */
export function onceTried(connection: Connection): Connection {
  if (connection.kind === 'unknown') {
    return connection.asked ? connection : { kind: 'unknown', asked: true };
  }
  if (!isOutage(connection) || !connection.asked) return connection;
  const { asked: _, ...rest } = connection;
  return rest;
}

interface CallEnd {
  /** Null for a good answer. */
  readonly error: ApiError | null;
  readonly at: Moment;
  /** When it left and when it ended, in the order of all such events. */
  readonly left: number;
  readonly ended: number;
  /** Uniform in [0, 1): the jitter of the next try. */
  readonly random: number;
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
    return { kind: 'connected', ...seen, newest: left, doubts: 0, returnedAt: null };
  }
  const newest = Math.max(connection.newest, left);
  if (!isOutage(connection)) return { ...connection, ...seen, newest, doubts: 0 };
  if (left < connection.newest) return { ...connection, ...seen };
  const good = connection.good + 1;
  const returnedAt = connection.returnedAt ?? at.elapsed;
  return good < GOOD_ENOUGH
    ? { ...connection, ...seen, newest, good, returnedAt }
    : { kind: 'connected', ...seen, newest, doubts: 0, returnedAt };
}

function afterFailure(
  connection: Connection,
  kind: Outage['kind'],
  { error, at, left, ended, random }: CallEnd & { readonly error: ApiError },
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
  const attempts = before && left < before.failed ? wasFailing : wasFailing + 1;
  const wait = waitAfter(error, attempts, random);
  const nextAt = wait === null ? null : at.elapsed + wait;
  return {
    kind,
    error,
    since: before?.error.kind === error.kind ? before.since : at,
    attempts,
    // Requests that fail at once are one try: the first of them has said when the next one is.
    nextAt: before && attempts === wasFailing ? later(before.nextAt, nextAt, error) : nextAt,
    failed: ended,
    good: 0,
    returnedAt: null,
    newest: left,
    lastAnswer: connection.kind === 'unknown' ? null : connection.lastAnswer,
    answered: connection.kind === 'unknown' ? 0 : connection.answered,
  };
}

const MINUTE = 60_000;
/** The next try comes after a second at least and a minute at most; later only if the service says so. */
const SHORTEST_WAIT = 1000;
const LONGEST_WAIT = MINUTE;
const LONGEST_RETRY_AFTER = 15 * MINUTE;
/** A base URL that redirects is a thing to be changed by hand. */
const REDIRECTED_WAIT = 5 * MINUTE;

/**
 * How long after the failure `attempts` in a row the service is tried again, milliseconds; null for not before the
 * operator asks, as hammering with a key that was refused may lock the account out. Full jitter over a doubling
 * span, so that many consoles do not come back at the same instant.
 */
export function waitAfter(
  { kind, retryAfterMs }: Pick<ApiError, 'kind' | 'retryAfterMs'>,
  attempts: number,
  random: number,
): number | null {
  if (kind === 'unauthorised') return null;
  if (kind === 'redirected') return REDIRECTED_WAIT;
  const span = Math.min(SHORTEST_WAIT * 2 ** Math.min(attempts, 10), LONGEST_WAIT);
  const own = Math.round(SHORTEST_WAIT + random * (span - SHORTEST_WAIT));
  // One that says "at once" again and again must not be asked so.
  return Math.max(own, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER));
}

/** Of two moments for the next try the one to keep to, when both come of one try: what the service asks for counts. */
function later(known: number | null, next: number | null, { retryAfterMs }: ApiError) {
  if (known === null || next === null) return null;
  return retryAfterMs === undefined ? known : Math.max(known, next);
}

/** Whether a failure may be about one thing alone: the service said something, but not when to come back. */
const isDoubtful = ({ kind, retryAfterMs }: ApiError): boolean =>
  (kind === 'service' || kind === 'unexpected') && retryAfterMs === undefined;

/** What is to be said of the connection at one moment. Every time in it is one at which that happened. */
type Standing =
  /** No request has left: nothing is watched that is asked for. */
  | { readonly kind: 'unasked' }
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
  if (connection.kind === 'unknown') return { kind: connection.asked ? 'connecting' : 'unasked' };
  if (isOutage(connection)) {
    const { good, lastAnswer } = connection;
    return good > 0 && lastAnswer ? { kind: 'returning', lastAnswer } : connection;
  }
  const { lastAnswer } = connection;
  if (paused) return { kind: 'idle', lastAnswer };
  if (fresh && fresh.every !== null) {
    const { loadable, every, cameEvery = 0 } = fresh;
    // What only waits for others has not failed by itself.
    if (loadable.kind === 'failed' && loadable.attempts > 0) {
      return { kind: 'failing', since: loadable.since, error: loadable.error };
    }
    const last = lastLoaded(loadable);
    if (last) {
      const isLate = isStale(ageOf(last.at, now), Math.max(every, cameEvery));
      return isLate ? { kind: 'late', lastAnswer } : { kind: 'connected' };
    }
  }
  return isStale(ageOf(lastAnswer, now), background)
    ? { kind: 'idle', lastAnswer }
    : { kind: 'connected' };
}

/**
 * Milliseconds between the polls that brought what is on screen: those behind other panes, until a pane that was shown
 * again could have missed two of its own. While the service does not answer, those of the pane: nothing newer will come.
 */
export function cameEvery(facts: {
  readonly interval: number;
  readonly now: Moment;
  readonly shownAt: number;
  readonly connection: Connection;
}): number {
  const { interval, now, shownAt, connection } = facts;
  const isOwn = isDown(connection) || isStale(now.elapsed - shownAt, interval);
  return isOwn ? interval : interval * IN_BACKGROUND;
}
