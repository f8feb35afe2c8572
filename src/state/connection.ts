import { type ApiError, type ApiErrorKind, isSameFailure } from '../contract/api-error.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Freshness, Loadable, Moment } from './loadable.ts';
import { ageOf, IN_BACKGROUND, isStale, lastLoaded, WAITING } from './loadable.ts';

/**
 * The connection to the service, shared by all panes: one state machine. Calls change it (`afterCall`); what is shown
 * also depends on elapsed time (`shownConnection`).
 *
 * | state         | an answer                | turned away (401, 429) | no answer, or none of the service (broken, timeout, 5xx, 3xx, HTML) |
 * |---------------|--------------------------|------------------------|----------------------------------------------------------------------|
 * | `unknown`     | `connected`              | `refused`              | `unreachable`                                                        |
 * | `connected`   | `connected`              | `refused`              | `unreachable`; 5xx and HTML only when the failure before was one, too |
 * | `refused`     | itself, then `connected` | `refused`              | `unreachable`                                                        |
 * | `unreachable` | itself, then `connected` | `refused`              | `unreachable`                                                        |
 *
 * Anything about the requested item is an answer, including "no such application" and "not permitted". Two answers in
 * a row end an outage. These change nothing: a request that left before another one with a known outcome, a missing
 * answer while others were answered since it left, and a cancelled call.
 */
export type Connection =
  | {
      readonly kind: 'unknown';
      readonly asked?: true;
    }
  | Connected
  | Outage;

/** Known once a request has ended. Orders number all departures and ends. */
interface Known {
  /** Departure order of the request that determined the state. */
  readonly newest: number;
  /** End order of the last answer; 0 for none. */
  readonly answered: number;
}

interface Connected extends Known {
  readonly kind: 'connected';
  readonly lastAnswer: Moment;
  /** Consecutive failures that may concern one item only: the second begins an outage. */
  readonly doubts: 0 | 1;
  /** First answer of the last outage, monotonic milliseconds; null for none. */
  readonly returnedAt: number | null;
}

/** The service rejects everything or does not answer. */
export interface Outage extends Known {
  readonly kind: 'refused' | 'unreachable';
  readonly lastAnswer: Moment | null;
  readonly error: ApiError;
  /** Start of the uninterrupted failures of this kind. */
  readonly since: Moment;
  /** Failures in this outage; those of simultaneous requests count once. */
  readonly attempts: number;
  /** End order of the newest failure. */
  readonly failed: number;
  /** Consecutive answers since, and the time of the first, monotonic milliseconds. */
  readonly good: number;
  readonly returnedAt: number | null;
  /** Next attempt, monotonic milliseconds; null for not before the operator asks. */
  readonly nextAt: number | null;
  /** The operator wants a rejected key to be tried once more. */
  readonly asked?: true;
}

/** Error kinds that concern the link or the key rather than one item. */
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

/** Whether a failure concerns the link or the key, and so every pane. */
export const aboutTheLink = ({ kind }: Pick<ApiError, 'kind'>): boolean =>
  VERDICTS[kind] !== undefined;

/**
 * The state while a request waits because others fail with `error`. Not an attempt. A failure of the item itself
 * stays; one of the link is replaced by the current one. Null: others are answered again, and it waits for its turn.
 */
export function blockedBy<Value>(
  before: Loadable<Value>,
  error: ApiError | null,
  at: Moment,
): Loadable<Value> {
  if (error === null) {
    const isHeld = before.kind === 'failed' && before.attempts === 0;
    return isHeld ? (before.last ?? WAITING) : before;
  }
  if (before.kind === 'failed') {
    if (!aboutTheLink(before.error) || isSameFailure(before.error, error)) return before;
    // The same trouble, such as 502 after 503.
    if (before.error.kind === error.kind) return { ...before, error };
  }
  return { kind: 'failed', error, attempts: 0, since: at, at, last: lastLoaded(before) };
}

/** Advice for a failed call; empty if the error says everything. */
export const ADVICE: Readonly<Record<ApiErrorKind, Printable>> = {
  unreachable: words`Check the base URL, and the network to it: proxy, firewall.`,
  interrupted: words`Something between here and the service closes connections: check proxies and firewalls.`,
  timeout: words`The service or the network to it is slow; try again later.`,
  unauthorised: words`warren config show says which access key is used.`,
  refused: words`The access key may not read this, or the plan does not have it.`,
  'outside-window': words`Set this machine's clock: it decides what day of the event log is loaded.`,
  'not-found': words`Correct the identifier in the workspace, or remove it. If nothing is found, check the base URL.`,
  invalid: words`Correct the identifier in the workspace, or remove it.`,
  'rate-limited': words`Ask less often: see interval in the configuration.`,
  service: words`Try again later; the vendor may want the request id.`,
  redirected: words`Set the base URL to the address of the service.`,
  unexpected: words`Check that the base URL is the service's and not that of a page or a proxy.`,
  'bad-request': words`Correct the identifier in the workspace: nothing was sent.`,
  'not-recorded': words``,
  aborted: words``,
};

/** The meaning of a 404 for a zone's scan: about the zone or its scans. Uses the service's words if it has some. */
export function noScanWords({ message, status, errorKey, detail }: ApiError): Printable {
  const answered = status === undefined ? words`` : words` (${status})`;
  return errorKey === undefined && detail === undefined
    ? words`Not found${answered}: this zone has no scan, or there is no such zone. The service does not say which.`
    : words`The service answered${answered}: ${printable(message)}`;
}

/** Whether requests fail, or failed without two answers since. */
export const isOutage = (connection: Connection): connection is Outage =>
  connection.kind === 'refused' || connection.kind === 'unreachable';

/** Whether the last outcome was a link failure. An outage lasts a little longer. */
export const isDown = (connection: Connection): connection is Outage =>
  isOutage(connection) && connection.good === 0;

/**
 * The error if no read may be sent: the key was rejected, and nobody has asked for another try. All panes share the
 * key, and repeated tries may lock it out.
 */
export const keyRefused = (connection: Connection): ApiError | undefined =>
  isDown(connection) && connection.error.kind === 'unauthorised' && !connection.asked
    ? connection.error
    : undefined;

/** The operator asked to try again at `now`, also with a rejected key. */
export function askedAgain(connection: Connection, now: number): Connection {
  if (!isDown(connection)) return connection;
  return connection.nextAt === null
    ? { ...connection, asked: true }
    : { ...connection, nextAt: Math.min(connection.nextAt, now) };
}

/** A call leaves: the first one, or the one requested try. */
export function onceTried(connection: Connection): Connection {
  if (connection.kind === 'unknown') {
    return connection.asked ? connection : { kind: 'unknown', asked: true };
  }
  if (!isOutage(connection) || !connection.asked) return connection;
  const { asked: _, ...rest } = connection;
  return rest;
}

interface CallEnd {
  /** Null for an answer. */
  readonly error: ApiError | null;
  readonly at: Moment;
  /** Departure and end in the order of all such events. */
  readonly left: number;
  readonly ended: number;
  /** Uniform in [0, 1): the jitter of the next try. */
  readonly random: number;
}

/** The connection after a call; unchanged if the call says nothing about it. */
export function afterCall(connection: Connection, end: CallEnd): Connection {
  const { error } = end;
  if (error?.kind === 'aborted' || error?.kind === 'bad-request') return connection;
  const kind = error ? VERDICTS[error.kind] : undefined;
  return error && kind
    ? afterFailure(connection, kind, { ...end, error })
    : afterAnswer(connection, end);
}

/** Answers in a row that end an outage, so that the badge does not flicker. */
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
    // Simultaneous failures are one try: the first one determined the next.
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
/** Bounds of the wait in milliseconds; the service may ask for longer. */
const SHORTEST_WAIT = 1000;
const LONGEST_WAIT = MINUTE;
const LONGEST_RETRY_AFTER = 15 * MINUTE;
/** A redirecting base URL must be changed by hand. */
const REDIRECTED_WAIT = 5 * MINUTE;

/**
 * Wait after `attempts` failures in a row, in milliseconds; null for not before the operator asks, since retries with
 * a rejected key may lock the account. Full jitter over a doubling span, so that many consoles do not return at once.
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
  // A service that keeps saying "at once" must not be taken at its word.
  return Math.max(own, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER));
}

/** Chooses between two times of one try: what the service asks for wins. */
function later(known: number | null, next: number | null, { retryAfterMs }: ApiError) {
  if (known === null || next === null) return null;
  return retryAfterMs === undefined ? known : Math.max(known, next);
}

/** Whether a failure may concern one item only: the service answered without saying when to return. */
const isDoubtful = ({ kind, retryAfterMs }: ApiError): boolean =>
  (kind === 'service' || kind === 'unexpected') && retryAfterMs === undefined;

/** What to show about the connection at one moment. All times are times of events. */
type ShownConnection =
  /** No request was sent: nothing on screen needs one. */
  | { readonly kind: 'unasked' }
  /** No outcome yet. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** Nothing is requested now, and the last answer is old. */
  | { readonly kind: 'idle'; readonly lastAnswer: Moment }
  /** The screen has missed two polls. */
  | { readonly kind: 'late'; readonly lastAnswer: Moment }
  /** Everything on screen fails, whatever happens to other requests. */
  | { readonly kind: 'failing'; readonly since: Moment; readonly error: ApiError }
  /** An outage after its first answer. */
  | { readonly kind: 'returning'; readonly lastAnswer: Moment }
  | Outage;

interface ShownFacts {
  readonly connection: Connection;
  /** Freshness of the pane on screen; null if it requests nothing. */
  readonly fresh: Freshness | null;
  readonly now: Moment;
  readonly paused: boolean;
  /** When the oldest request without an outcome left, monotonic milliseconds; null if there is none. */
  readonly waitingSince: number | null;
  /** Poll interval of hidden panes, in milliseconds. */
  readonly background: number;
}

/** Where nothing is polled, a request without an answer for this long is late, in milliseconds. */
const LATE_ANSWER_MS = 6000;

/**
 * What to show about the connection. It is `connected` only while the screen is fresh: stale data never appears under
 * a green badge.
 */
export function shownConnection(facts: ShownFacts): ShownConnection {
  const { connection, fresh, now, paused, waitingSince, background } = facts;
  if (connection.kind === 'unknown') return { kind: connection.asked ? 'connecting' : 'unasked' };
  if (isOutage(connection)) {
    const { good, lastAnswer } = connection;
    return good > 0 && lastAnswer ? { kind: 'returning', lastAnswer } : connection;
  }
  const { lastAnswer } = connection;
  if (paused) return { kind: 'idle', lastAnswer };
  if (fresh && fresh.every !== null) {
    const { loadable, every, dataInterval = 0 } = fresh;
    // A request that waits for others has not failed itself.
    if (loadable.kind === 'failed' && loadable.attempts > 0) {
      return { kind: 'failing', since: loadable.since, error: loadable.error };
    }
    const last = lastLoaded(loadable);
    if (last) {
      const isLate = isStale(ageOf(last.at, now), Math.max(every, dataInterval));
      return isLate ? { kind: 'late', lastAnswer } : { kind: 'connected' };
    }
  }
  const silentSince =
    waitingSince === null ? now.elapsed : Math.max(waitingSince, lastAnswer.elapsed);
  if (now.elapsed - silentSince > LATE_ANSWER_MS) return { kind: 'late', lastAnswer };
  return isStale(ageOf(lastAnswer, now), background)
    ? { kind: 'idle', lastAnswer }
    : { kind: 'connected' };
}

/**
 * Interval of the polls behind the data on screen, in milliseconds: the background interval until a pane that was
 * just shown could have missed two of its own polls. In an outage its own interval, since nothing newer will come.
 */
export function dataInterval(facts: {
  readonly interval: number;
  readonly now: Moment;
  readonly shownAt: number;
  readonly connection: Connection;
}): number {
  const { interval, now, shownAt, connection } = facts;
  const isOwn = isDown(connection) || isStale(now.elapsed - shownAt, interval);
  return isOwn ? interval : interval * IN_BACKGROUND;
}
