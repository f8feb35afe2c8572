import { dayRange, type PageOrder } from '../events/coverage.ts';
import type { Moment } from '../state/loadable.ts';
import type { UtcDay } from '../text/time.ts';

/** A signal that aborts with another one, at the next clock jump, or on demand. Call {@link release} after use. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(): void;
  release(): void;
}

export type ZoneState = ReturnType<typeof createZoneState>;

/** State shared by the separately followed days of one zone. */
export function createZoneState() {
  const inFlight = new Set<AbortController>();
  let newest = Number.NEGATIVE_INFINITY;
  let refusal: { readonly day: UtcDay; readonly elapsed: number } | null = null;
  let order: PageOrder = 'unknown';
  let jumps = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    /** No request before this time, monotonic: the service has asked to wait. */
    get heldUntil(): number {
      return heldUntil;
    },
    hold(until: number): void {
      heldUntil = Math.max(heldUntil, until);
    },
    /** Ends the wait: somebody wants an answer now. */
    letGo(): void {
      heldUntil = Number.NEGATIVE_INFINITY;
    },
    /** The service answered for a day, with pages in this order. */
    answered(day: UtcDay, found: PageOrder): void {
      newest = Math.max(newest, day);
      if (found !== 'unknown') order = found;
    },
    /** The order found on any day: a property of the service. */
    get order(): PageOrder {
      return order;
    },
    /** The service refused a day as outside its window. */
    refused(day: UtcDay, elapsed: number): void {
      if (!refusal || day >= refusal.day) refusal = { day, elapsed };
    },
    laterThan: (day: UtcDay): LaterDays => ({
      answered: newest > day,
      refusedAt: refusal && refusal.day > day ? refusal.elapsed : null,
    }),
    /** Incremented when the machine slept. Earlier requests are aborted. */
    get jumps() {
      return jumps;
    },
    linkedSignal(signal: AbortSignal): LinkedSignal {
      const own = new AbortController();
      const end = () => own.abort();
      // Not AbortSignal.any: `signal` outlives thousands of requests.
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      inFlight.add(own);
      return {
        signal: own.signal,
        abort: end,
        release() {
          inFlight.delete(own);
          signal.removeEventListener('abort', end);
        },
      };
    },
    jumped(): void {
      jumps += 1;
      for (const request of inFlight) request.abort();
    },
  };
}

/** Normal drift between clocks, or delay of a timer, in milliseconds. */
const TOLERANCE_MS = 5000;

/**
 * Whether the machine slept or the process was stopped between two readings `planned` milliseconds apart: the clocks
 * disagree, or the timer was late.
 */
export function hasJumped(before: Moment, after: Moment, planned: number): boolean {
  const elapsed = after.elapsed - before.elapsed;
  const wall = after.wall - before.wall;
  return Math.abs(wall - elapsed) > TOLERANCE_MS || elapsed - planned > TOLERANCE_MS;
}

/** How long a day is followed after midnight, in milliseconds, since entries come late. */
const LATE_MS = 10 * 60_000;

/** What the service said about later days. */
interface LaterDays {
  /** Whether it answered for a later day, which has begun on its clock. */
  readonly answered: boolean;
  /** Its last refusal of one as outside its window, monotonic. */
  readonly refusedAt: number | null;
}

/**
 * Whether a day is complete: it ended ten minutes ago, also by the service's clock, which has known the next day for
 * ten minutes.
 */
export function isDayOver(day: UtcDay, { wall, elapsed }: Moment, later: LaterDays): boolean {
  if (wall < dayRange(day).until + LATE_MS || !later.answered) return false;
  return later.refusedAt === null || elapsed - later.refusedAt >= LATE_MS;
}
