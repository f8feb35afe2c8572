/** The unit of `timestamp`, which the contract does not state (`help/assumptions.md`, `timestamp-unit`). */
export type TimeUnit = 's' | 'ms' | 'µs' | 'ns';

/** Units per millisecond. Dividing loses no digits. */
const PER_MILLISECOND: Readonly<Record<TimeUnit, number>> = { s: 0.001, ms: 1, µs: 1e3, ns: 1e6 };

/** No event of this service is older than 2001 or later than 2099. */
const EARLIEST = Date.UTC(2001, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** The time of an entry with an invalid timestamp. It sorts first and is shown as `?`. */
export const UNDATED = Number.NEGATIVE_INFINITY;

/** Milliseconds since the epoch; {@link UNDATED} if the timestamp is not a valid time. */
export function timeOf(stamp: number | null, unit: TimeUnit): number {
  if (stamp === null) return UNDATED;
  const ms = unit === 'ms' ? stamp : stamp / PER_MILLISECOND[unit];
  return ms >= EARLIEST && ms < LATEST ? ms : UNDATED;
}

/**
 * The unit in which most timestamps are valid. The four valid ranges are a factor of a thousand apart and do not
 * overlap. Undefined if no timestamp is valid in any unit.
 */
export function unitOf(stamps: Iterable<number | null>): TimeUnit | undefined {
  const votes = new Map<TimeUnit, number>();
  for (const stamp of stamps) {
    for (const unit of ['ms', 's', 'µs', 'ns'] as const) {
      if (timeOf(stamp, unit) === UNDATED) continue;
      votes.set(unit, (votes.get(unit) ?? 0) + 1);
      break;
    }
  }
  let best: TimeUnit | undefined;
  for (const [unit, count] of votes) {
    if (best === undefined || count > (votes.get(best) ?? 0)) best = unit;
  }
  return best;
}
