import { ApiError, isSameFailure } from '../contract/api-error.ts';
import type { Call, OnBody, Operation, OperationId } from '../contract/operation.ts';
import { after, type Clock } from '../edges/clock.ts';
import { type Connection, isDown, keyRefused } from '../state/connection.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Loaded } from '../state/loadable.ts';

/**
 * Sends what polls ask for, of all panes of a service. What the operator asks for by hand does not wait here.
 *
 * - In an outage one request at a time tries the service, when the connection says (`Outage.nextAt`); all others wait.
 *   While that has no answer for 3 s, one of another operation tries, too: it may be that operation alone which is slow.
 * - For 5 s after the first answer in an outage one request a second is sent.
 * - At all times so many a second as the token bucket gives, and no more; pages of a log take no token, since each is
 *   asked for once the one before it has come.
 * - In a pause, and with a key that was refused, none.
 */
export type RequestScheduler = ReturnType<typeof createRequestScheduler>;

type Pace = 'by the bucket' | 'one by one';

type Held = (error: ApiError) => void;

/** A request whose turn is to come. */
interface Waiting {
  readonly operation: OperationId;
  readonly pace: Pace;
  readonly held: Held | undefined;
}

interface SchedulerParts {
  readonly store: ConsoleStore;
  readonly call: Call;
  readonly clock: Clock;
  /** When an answer was given that had been kept, milliseconds ago, and how long that took; absent where none is. */
  readonly given?:
    | ((answer: unknown) => { readonly age: number; readonly took: number } | undefined)
    | undefined;
}

/** What decides when the next request may leave. */
interface DepartureFacts {
  readonly connection: Connection;
  readonly paused: boolean;
  /** The requests under way that try a service in an outage. */
  readonly probes: Iterable<Probe>;
  /** What the next request asks for. */
  readonly operation: OperationId;
  /** When the last request left; monotonic milliseconds, as all below. */
  readonly lastLeft: number;
  readonly bucket: Bucket;
  readonly now: number;
}

/** A request that tries a service in an outage. */
interface Probe {
  readonly operation: OperationId;
  /** When it left. */
  readonly left: number;
}

/** Requests that may leave at once, and when that was so. */
interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

const CAPACITY = 60;
/** Tokens that come back in a second. */
const REFILL = 20;

/** So long after the first answer in an outage requests leave this far apart, milliseconds. */
const RETURN = 5000;
const APART = 1000;

/** So long without an answer, milliseconds, and a request of another operation tries the service, too. */
const SLOW = 3000;

/** When a request may try the service beside those that do; null for not before one of them has ended. */
function besideProbes({ probes, operation }: DepartureFacts): number | null {
  let from = Number.NEGATIVE_INFINITY;
  for (const probe of probes) {
    if (probe.operation === operation) return null;
    from = Math.max(from, probe.left + SLOW);
  }
  return from;
}

const tokensAt = ({ tokens, at }: Bucket, now: number): number =>
  Math.min(CAPACITY, tokens + ((now - at) * REFILL) / 1000);

/** When the next request may leave; null for not before something else happens. */
export function departure(facts: DepartureFacts): number | null {
  const { connection, now } = facts;
  if (facts.paused || keyRefused(connection)) return null;
  const tokens = tokensAt(facts.bucket, now);
  const refilled = tokens >= 1 ? now : now + ((1 - tokens) * 1000) / REFILL;
  if (isDown(connection)) {
    const beside = besideProbes(facts);
    return beside === null ? null : Math.max(connection.nextAt ?? now, refilled, beside);
  }
  const returnedAt = connection.kind === 'unknown' ? null : connection.returnedAt;
  if (returnedAt === null || now >= returnedAt + RETURN) return refilled;
  return Math.max(refilled, Math.min(facts.lastLeft + APART, returnedAt + RETURN));
}

const isSameOutage = (a: Connection, b: Connection): boolean =>
  isDown(a) && isDown(b) && isSameFailure(a.error, b.error);

/** An answer, with when it was given and how long that took. */
function loadedAt<Answer>(
  value: Answer,
  began: number,
  { clock, given }: Pick<SchedulerParts, 'clock' | 'given'>,
): Loaded<Answer> {
  const kept = given?.(value);
  const age = kept?.age ?? 0;
  const at = { wall: clock.now() - age, elapsed: clock.elapsed() - age };
  return { kind: 'loaded', value, at, took: kept?.took ?? at.elapsed - began };
}

export function createRequestScheduler({ store, call, clock, given }: SchedulerParts) {
  /** Those whose turn is to come, the first first. */
  const waiting = new Map<() => void, Waiting>();
  let lastLeft = Number.NEGATIVE_INFINITY;
  let bucket: Bucket = { tokens: CAPACITY, at: clock.elapsed() };
  const probes = new Set<Probe>();
  let endWait: (() => void) | undefined;

  const isHeld = () => isDown(store.getState().connection);

  /** Says whether somebody tries, for the badge. */
  const tell = () => {
    const waits = waiting.size > 0 ? 'waiting' : null;
    const retry = !isHeld() ? null : probes.size > 0 ? 'under way' : waits;
    if (retry !== store.getState().retry) store.setState({ retry });
  };

  const release = () => {
    leaveInTurn();
    tell();
  };

  const leaveInTurn = () => {
    endWait?.();
    endWait = undefined;
    let blocked = false;
    for (const [leave, { pace, operation }] of waiting) {
      if (blocked && pace === 'by the bucket') continue;
      const now = clock.elapsed();
      const { connection, pausedAt } = store.getState();
      const facts = { connection, paused: pausedAt !== null, probes, operation };
      const isFree = pace === 'one by one';
      const from = isFree ? { tokens: CAPACITY, at: now } : bucket;
      const at = departure({ ...facts, lastLeft, bucket: from, now });
      // Another operation may be tried meanwhile.
      if (at === null) continue;
      if (at > now) {
        // Only those that take no token may go before it.
        if (!blocked) endWait = after(clock, at - now, release);
        if (isFree) return;
        blocked = true;
        continue;
      }
      waiting.delete(leave);
      lastLeft = now;
      if (!isFree) bucket = { tokens: tokensAt(bucket, now) - 1, at: now };
      leave();
    }
  };

  store.subscribe((state, before) => {
    const { connection, pausedAt } = state;
    if (connection === before.connection && pausedAt === before.pausedAt) return;
    if (isDown(connection) && !isSameOutage(before.connection, connection)) {
      for (const { held } of waiting.values()) held?.(connection.error);
    }
    release();
  });

  /** Resolves when a request may leave, with how to say that it has ended; or when nobody wants it any more. */
  const turn = (signal: AbortSignal, request: Waiting) =>
    new Promise<() => void>((resolve) => {
      const leave = () => {
        signal.removeEventListener('abort', give);
        const probe = isHeld() && { operation: request.operation, left: clock.elapsed() };
        if (probe) probes.add(probe);
        resolve(() => {
          if (probe) probes.delete(probe);
          release();
        });
      };
      const give = () => {
        waiting.delete(leave);
        tell();
        resolve(() => {});
      };
      if (signal.aborted) return give();
      signal.addEventListener('abort', give, { once: true });
      waiting.set(leave, request);
      release();
    });

  return {
    /** Whether requests wait for the end of an outage: a poll that failed need not wait by itself. */
    isHeld,
    /** Why they do; null when they do not. */
    outage(): ApiError | null {
      const { connection } = store.getState();
      return isDown(connection) ? connection.error : null;
    },
    /**
     * Waits for its turn, then asks; rejects as a `Call` does.
     *
     * @param held told why, when the request has to wait for the end of an outage, and again when it is another why
     * @param page given for a page of a log, which takes no token
     */
    async load<Input, Answer>(
      operation: Operation<Input, Answer>,
      input: Input,
      signal: AbortSignal,
      held?: Held,
      page?: { readonly onBody?: OnBody | undefined },
    ): Promise<Loaded<Answer>> {
      const { connection } = store.getState();
      if (isDown(connection)) held?.(connection.error);
      const pace = page ? 'one by one' : 'by the bucket';
      const ended = await turn(signal, { operation: operation.id, pace, held });
      try {
        if (signal.aborted) throw new ApiError({ kind: 'aborted', title: 'Cancelled' });
        const began = clock.elapsed();
        const value = await call(operation, input, signal, page?.onBody);
        return loadedAt(value, began, { clock, given });
      } finally {
        ended();
      }
    },
  };
}
