import { DAY_MS, startOfDay, type UtcDay } from '../text/time.ts';
import type { TimeRange } from './time-range.ts';

/** Order of a day's pages, detected from their timestamps because the contract does not state it. */
export type PageOrder = 'oldest-first' | 'newest-first' | 'unknown';

/** What is loaded of one UTC day. */
export interface Coverage {
  readonly day: UtcDay;
  readonly order: PageOrder;
  readonly pages: number;
  readonly entries: number;
  /** Completely loaded ranges, in order and apart from each other. */
  readonly loaded: readonly TimeRange[];
  /** Earliest and latest time of the loaded entries. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** Why paging stopped, in words; null while it has not. */
  readonly stopped: string | null;
}

export const dayRange = (day: UtcDay): TimeRange => ({
  from: startOfDay(day),
  until: startOfDay(day) + DAY_MS,
});

/** A day of which nothing was requested. */
export const noCoverage = (day: UtcDay): Coverage => ({
  day,
  order: 'unknown',
  pages: 0,
  entries: 0,
  loaded: [],
  oldest: null,
  newest: null,
  stopped: null,
});

/** Merges ranges that overlap or touch, and sorts them. */
export function merged(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const result: TimeRange[] = [];
  for (const range of ranges
    .filter(({ from, until }) => from < until)
    .sort((a, b) => a.from - b.from)) {
    const before = result.at(-1);
    if (before && range.from <= before.until) {
      result[result.length - 1] = { from: before.from, until: Math.max(before.until, range.until) };
    } else result.push(range);
  }
  return result;
}

/** The parts of `ranges` that lie in none of `others`, in order and apart. */
export const subtracted = (
  ranges: readonly TimeRange[],
  others: readonly TimeRange[],
): readonly TimeRange[] =>
  merged(others).reduce(
    (left, other) =>
      left.flatMap(({ from, until }) =>
        [
          { from, until: Math.min(until, other.from) },
          { from: Math.max(from, other.until), until },
        ].filter((part) => part.from < part.until),
      ),
    merged(ranges),
  );

/** The gaps between loaded ranges. */
export function gaps({ loaded }: Coverage): readonly TimeRange[] {
  const between: TimeRange[] = [];
  for (const [index, range] of loaded.entries()) {
    const next = loaded[index + 1];
    if (next) between.push({ from: range.until, until: next.from });
  }
  return between;
}

/** Whether a range is completely loaded. */
export const covers = ({ loaded }: Coverage, { from, until }: TimeRange): boolean =>
  loaded.some((range) => range.from <= from && until <= range.until);

/** Whether the day is completely loaded up to `now`. */
export function coversSoFar(coverage: Coverage, now: number): boolean {
  const { from, until } = dayRange(coverage.day);
  // What happened since the last page was requested is not missing yet.
  const asked = coverage.loaded.at(-1)?.until ?? until;
  return covers(coverage, { from, until: Math.min(until, now, asked) });
}

/** The earlier or later of two times; null only if both are. */
export const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
export const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
