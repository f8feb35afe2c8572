import type { Clock } from '../edges/clock.ts';
import { dayRange, type PageOrder } from '../events/coverage.ts';
import type { UtcDay } from '../text/time.ts';

/** A signal that aborts with another, at the next jump, or when told to; {@link release} is how to be rid of it. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(): void;
  release(): void;
}

export type ZoneState = ReturnType<typeof createZoneState>;

/** What the days of one zone, each followed by itself, learn from each other. */
export function createZoneState() {
  const inFlight = new Set<AbortController>();
  let newest = Number.NEGATIVE_INFINITY;
  let refusal: { readonly day: UtcDay; readonly elapsed: number } | null = null;
  let order: PageOrder = 'unknown';
  let jumps = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    /** Nothing is asked for before this, monotonic: the service has said when to come back, whatever it was asked. */
    get heldUntil(): number {
      return heldUntil;
    },
    hold(until: number): void {
      heldUntil = Math.max(heldUntil, until);
    },
    /** Somebody wants an answer now. */
    letGo(): void {
      heldUntil = Number.NEGATIVE_INFINITY;
    },
    /** The service has answered for a day, whose pages are as far as is known in this order. */
    answered(day: UtcDay, found: PageOrder): void {
      newest = Math.max(newest, day);
      if (found !== 'unknown') order = found;
    },
    /** The order the pages of some day were found to be in: a trait of the service. */
    get order(): PageOrder {
      return order;
    },
    /** The service has refused a day as outside its window, at a monotonic time. */
    refused(day: UtcDay, elapsed: number): void {
      if (!refusal || day >= refusal.day) refusal = { day, elapsed };
    },
    laterThan: (day: UtcDay): LaterDays => ({
      answered: newest > day,
      refusedAt: refusal && refusal.day > day ? refusal.elapsed : null,
    }),
    /** Grows whenever the machine slept or did not run: requests from before are let go of. */
    get jumps() {
      return jumps;
    },
    linkedSignal(signal: AbortSignal): LinkedSignal {
      const own = new AbortController();
      const end = () => own.abort();
      // By hand rather than AbortSignal.any: `signal` outlives thousands of requests.
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

/** Two clocks read at one moment. */
interface ClockReading {
  /** Wall clock, milliseconds since the epoch. */
  readonly now: number;
  /** Monotonic milliseconds. */
  readonly elapsed: number;
}

export const readClock = (clock: Clock): ClockReading => ({
  now: clock.now(),
  elapsed: clock.elapsed(),
});

/** As far as clocks may drift apart, or a timer be late, without anything having happened. */
const TOLERANCE = 5000;

/**
 * Whether the machine slept, or the process was stopped, between two readings that were to be `planned`
 * milliseconds apart: the wall has gone another way than the monotonic clock, or the timer came late.
 */
export function hasJumped(before: ClockReading, after: ClockReading, planned: number): boolean {
  const elapsed = after.elapsed - before.elapsed;
  const wall = after.now - before.now;
  return Math.abs(wall - elapsed) > TOLERANCE || elapsed - planned > TOLERANCE;
}

/** After midnight the day before is followed this much longer: entries come late. */
const LATE = 10 * 60_000;

/** What the service has said about later days. */
interface LaterDays {
  /** Whether it has answered for a later day, so that by its own clock that one has begun. */
  readonly answered: boolean;
  /** When it last refused one as outside its window, monotonic; null when it never has. */
  readonly refusedAt: number | null;
}

/**
 * Whether nothing more is to be expected of a day: its end is ten minutes past, and not by a clock of ours
 * that is ahead of the service's, since the service knows the day after and has for ten minutes.
 */
export function isDayOver(day: UtcDay, { now, elapsed }: ClockReading, later: LaterDays): boolean {
  if (now < dayRange(day).until + LATE || !later.answered) return false;
  return later.refusedAt === null || elapsed - later.refusedAt >= LATE;
}
