import { ApiError, isSameFailure } from '../contract/api-error.ts';
import type { Call, OnBody, Operation, OperationId } from '../contract/operation.ts';
import { after, type Clock } from '../edges/clock.ts';
import { type Connection, isDown, keyRefused } from '../state/connection.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Loaded } from '../state/loadable.ts';

/**
 * Schedules the poll requests of all panes. Manual requests do not wait here.
 *
 * - In an outage, one request at a time probes the service, when the connection says so (`Outage.nextAt`). If it has no
 *   answer for 3 s, a request of another operation probes, too, since the operation itself may be slow.
 * - For 5 s after the first answer in an outage, one request a second is sent.
 * - A token bucket limits all requests. Log pages take no token, since each follows the one before.
 * - In a pause, and with a rejected key, nothing is sent.
 */
export type RequestScheduler = ReturnType<typeof createRequestScheduler>;

type Pace = 'by the bucket' | 'one by one';

/** Receives why a request waits; null once others are answered again. */
type Held = (error: ApiError | null) => void;

/** A queued request. */
interface Waiting {
  readonly operation: OperationId;
  readonly pace: Pace;
  readonly held: Held | undefined;
}

interface SchedulerParts {
  readonly store: ConsoleStore;
  readonly call: Call;
  readonly clock: Clock;
  /** Age and duration, in milliseconds, of an answer from a recording. */
  readonly given?:
    | ((answer: unknown) => { readonly age: number; readonly took: number } | undefined)
    | undefined;
}

interface DepartureFacts {
  readonly connection: Connection;
  readonly paused: boolean;
  /** Requests in flight that probe the service in an outage. */
  readonly probes: Iterable<Probe>;
  readonly operation: OperationId;
  /** Departure of the last request. Times are monotonic milliseconds. */
  readonly lastLeft: number;
  readonly bucket: Bucket;
  readonly now: number;
}

interface Probe {
  readonly operation: OperationId;
  readonly left: number;
}

/** The token bucket's state at a time. */
interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

const CAPACITY = 60;
/** Tokens per second. */
const REFILL = 20;

/** For this long after the first answer in an outage, requests are spaced, in milliseconds. */
const RECOVERY_MS = 5000;
const RECOVERY_SPACING_MS = 1000;

/** A probe without an answer for this long, in milliseconds, allows one of another operation. */
const SLOW_PROBE_MS = 3000;

/** When a request may probe beside others; null for not before one of them ends. */
function besideProbes({ probes, operation }: DepartureFacts): number | null {
  let from = Number.NEGATIVE_INFINITY;
  for (const probe of probes) {
    if (probe.operation === operation) return null;
    from = Math.max(from, probe.left + SLOW_PROBE_MS);
  }
  return from;
}

const tokensAt = ({ tokens, at }: Bucket, now: number): number =>
  Math.min(CAPACITY, tokens + ((now - at) * REFILL) / 1000);

/** When the next request may leave; null for not before another event. */
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
  if (returnedAt === null || now >= returnedAt + RECOVERY_MS) return refilled;
  return Math.max(
    refilled,
    Math.min(facts.lastLeft + RECOVERY_SPACING_MS, returnedAt + RECOVERY_MS),
  );
}

const isSameOutage = (a: Connection, b: Connection): boolean =>
  isDown(a) && isDown(b) && isSameFailure(a.error, b.error);

/** An answer with its time and duration. */
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
  /** The queue, in order. */
  const waiting = new Map<() => void, Waiting>();
  let lastLeft = Number.NEGATIVE_INFINITY;
  let bucket: Bucket = { tokens: CAPACITY, at: clock.elapsed() };
  const probes = new Set<Probe>();
  let endWait: (() => void) | undefined;

  const isHeld = () => isDown(store.getState().connection);

  /** Updates the badge. */
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
      // Another operation may probe meanwhile.
      if (at === null) continue;
      if (at > now) {
        // Only requests without a token may overtake it.
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
    if (
      (isDown(connection) || isDown(before.connection)) &&
      !isSameOutage(before.connection, connection)
    ) {
      const error = isDown(connection) ? connection.error : null;
      for (const { held } of waiting.values()) held?.(error);
    }
    release();
  });

  /** Resolves with a function to call at the request's end: when it may leave, or when it was cancelled. */
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
    /** Whether requests wait for the end of an outage. A failed poll need not wait itself then. */
    isHeld,
    outage(): ApiError | null {
      const { connection } = store.getState();
      return isDown(connection) ? connection.error : null;
    },
    /**
     * Waits for its turn, then calls; rejects like a `Call`.
     *
     * @param held called with the reason when the request waits for the end of an outage, when the reason changes, and
     * with null at its end
     * @param page set for a log page, which takes no token
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
