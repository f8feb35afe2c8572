/** Milliseconds since the epoch; `until` is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/** The overlap of two ranges; `range` itself without `other`. */
export const overlap = (range: TimeRange, other: TimeRange = range): TimeRange => ({
  from: Math.max(range.from, other.from),
  until: Math.min(range.until, other.until),
});

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Bucket sizes that people count in. Buckets line up with the clock, because each size divides a day. */
const LADDER: readonly number[] = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
].map((seconds) => seconds * SECOND);

/** Time cut into equal pieces. */
export interface Buckets {
  /** Start of the first bucket, milliseconds since the epoch. */
  readonly start: number;
  readonly size: number;
  readonly count: number;
}

/** The time that all buckets cover. */
export const rangeOf = ({ start, size, count }: Buckets): TimeRange => ({
  from: start,
  until: start + size * count,
});

/** The smallest bucket size that covers `range` with at most `most` buckets. */
export function bucketsFor(range: TimeRange, most: number): Buckets {
  const wanted = Math.max(1, Math.floor(most));
  for (const size of LADDER) {
    const buckets = bucketsOf(range, size);
    if (buckets.count <= wanted) return buckets;
  }
  // Beyond the ladder, sizes are whole days.
  const days = Math.max(1, Math.ceil((range.until - range.from) / DAY / wanted));
  let buckets = bucketsOf(range, days * DAY);
  for (let more = days + 1; buckets.count > wanted; more += 1)
    buckets = bucketsOf(range, more * DAY);
  return buckets;
}

/** Buckets that cover `range`, starting at a multiple of `size`. */
export function bucketsOf(range: TimeRange, size: number): Buckets {
  const start = Math.floor(range.from / size) * size;
  return { start, size, count: Math.max(1, Math.ceil((range.until - start) / size)) };
}

/** Half the time around `middle`, at least a second, within `range`. */
export function zoomIn(range: TimeRange, middle: number): TimeRange {
  const width = Math.max(SECOND, (range.until - range.from) / 2);
  if (width >= range.until - range.from) return range;
  const from = Math.min(Math.max(range.from, middle - width / 2), range.until - width);
  return { from: Math.round(from), until: Math.round(from + width) };
}

/** Twice the time around the middle of `range`, within `most`. */
export function zoomOut(range: TimeRange, most: TimeRange): TimeRange {
  const width = (range.until - range.from) * 2;
  if (width >= most.until - most.from) return most;
  const middle = (range.from + range.until) / 2;
  const from = Math.min(Math.max(most.from, middle - width / 2), most.until - width);
  return { from: Math.round(from), until: Math.round(from + width) };
}

/** The range moved by `share` of its width (negative is back), within `most`. */
export function panned(range: TimeRange, share: number, most: TimeRange): TimeRange {
  const width = range.until - range.from;
  if (width >= most.until - most.from) return most;
  const from = Math.min(Math.max(most.from, range.from + width * share), most.until - width);
  return { from: Math.round(from), until: Math.round(from) + width };
}
