import type { Clock } from '../edges/clock.ts';

/** Two clocks read at one moment. */
export interface Instant {
  /** Wall clock, milliseconds since the epoch. */
  readonly now: number;
  /** Monotonic milliseconds. */
  readonly elapsed: number;
}

/** Both clocks, now. */
export const instant = (clock: Clock): Instant => ({ now: clock.now(), elapsed: clock.elapsed() });

/** As far as clocks may drift apart, or a timer be late, without anything having happened. */
const TOLERANCE = 5000;

/**
 * Whether the machine slept, or the process was stopped, between two readings that were to be `planned`
 * milliseconds apart: the wall has gone another way than the monotonic clock, or the timer came late.
 */
export function hasJumped(before: Instant, after: Instant, planned: number): boolean {
  const elapsed = after.elapsed - before.elapsed;
  const wall = after.now - before.now;
  return Math.abs(wall - elapsed) > TOLERANCE || elapsed - planned > TOLERANCE;
}
