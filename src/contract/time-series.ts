import { isoDateTime, type Json } from './scalars.ts';

/** One value of a chart. */
export interface TimePoint<Value> {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly value: Value;
}

/**
 * A chart object as points in order of time, when it is an object from UTC stamps to values that `read`
 * accepts (wire-facts 3 and 4.3; the contract does not show the structure). Undefined otherwise: then show
 * the raw content. Values that `read` refuses (undefined) among others that it accepts are left out.
 */
export function timeSeries<Value>(
  chart: Json,
  read: (value: Json) => Value | undefined,
): readonly TimePoint<Value>[] | undefined {
  if (typeof chart !== 'object' || chart === null || Array.isArray(chart)) return undefined;
  const points: TimePoint<Value>[] = [];
  let refused = 0;
  for (const [stamp, json] of Object.entries(chart)) {
    const iso = isoDateTime(stamp);
    if (iso === undefined) return undefined;
    const value = read(json);
    if (value === undefined) refused += 1;
    else points.push({ at: Date.parse(iso), value });
  }
  if (points.length === 0 && refused > 0) return undefined;
  return points.sort((a, b) => a.at - b.at);
}

/** Reads a number; for {@link timeSeries} over latency and traffic charts. */
export const numberOf = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
