import { dayRange } from '../events/coverage.ts';
import type { UtcDay } from '../text/moments.ts';
import type { Instant } from './time-jump.ts';

/** After midnight the day before is followed this much longer: entries come late. */
export const LATE = 10 * 60_000;

/** What the service has said about later days. */
export interface LaterDays {
  /** Whether it has answered for a later day, so that by its own clock that one has begun. */
  readonly answered: boolean;
  /** When it last refused one as outside its window, monotonic; null when it never has. */
  readonly refusedAt: number | null;
}

/**
 * Whether nothing more is to be expected of a day: its end is ten minutes past, and not by a clock of ours
 * that is ahead of the service's, since the service knows the day after and has for ten minutes.
 */
export function isDayOver(day: UtcDay, { now, elapsed }: Instant, later: LaterDays): boolean {
  if (now < dayRange(day).until + LATE || !later.answered) return false;
  return later.refusedAt === null || elapsed - later.refusedAt >= LATE;
}
