import { startOfDay, type UtcDay } from '../text/moments.ts';
import type { TimeRange } from './time-range.ts';

/** In which order a day's pages come; told from their stamps, since the contract does not state it. */
export type PageOrder = 'oldest-first' | 'newest-first' | 'unknown';

/** One page, as far as coverage is concerned. */
export interface PageFacts {
  readonly entries: number;
  /** Least and greatest time on the page, milliseconds since the epoch; null when none of its entries has one. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** When it was asked for: entries made later cannot be on it. */
  readonly askedAt: number;
  /** Whether it was asked with the token of the page before it, so that nothing lies between the two. */
  readonly continues: boolean;
  /** Whether the service said that there are no more. */
  readonly last: boolean;
}

/** What is known to be loaded of one UTC day. A value: {@link withPage} gives the next one. */
export interface Coverage {
  readonly day: UtcDay;
  readonly order: PageOrder;
  readonly pages: number;
  readonly entries: number;
  /** Stretches of which every entry is loaded; in order, apart from each other. */
  readonly loaded: readonly TimeRange[];
  /** Least and greatest time of the loaded entries. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** Where the walk has come to: the next page that continues it begins here. Null before the first. */
  readonly edge: number | null;
  /** Why paging stopped, in words; null while it has not. */
  readonly stopped: string | null;
}

const DAY = 86_400_000;

export const dayRange = (day: UtcDay): TimeRange => ({
  from: startOfDay(day),
  until: startOfDay(day) + DAY,
});

/** A day of which nothing has been asked. */
export const noCoverage = (day: UtcDay): Coverage => ({
  day,
  order: 'unknown',
  pages: 0,
  entries: 0,
  loaded: [],
  oldest: null,
  newest: null,
  edge: null,
  stopped: null,
});

/**
 * The coverage after one more page.
 *
 * With the order known, a page covers everything from where the walk stands to its far stamp, and the
 * last page everything to the end. A stamp on the far side is not covered itself: the next page may hold
 * more entries of that millisecond. With the order unknown a page covers what lies between its stamps.
 */
export function withPage(coverage: Coverage, page: PageFacts, order: PageOrder): Coverage {
  const day = dayRange(coverage.day);
  const end = Math.min(day.until, Math.max(day.from, page.askedAt));
  const covered = coveredBy(coverage, page, order, { from: day.from, until: end });
  return {
    ...coverage,
    order,
    pages: coverage.pages + 1,
    entries: coverage.entries + page.entries,
    loaded: covered ? merged([...coverage.loaded, covered.range]) : coverage.loaded,
    oldest: lesser(coverage.oldest, page.oldest),
    newest: greater(coverage.newest, page.newest),
    edge: covered ? covered.edge : page.continues ? coverage.edge : null,
    stopped: null,
  };
}

/** Notes why paging stopped: a clause, as "the service repeats a page". */
export const withStop = (coverage: Coverage, why: string): Coverage => ({
  ...coverage,
  stopped: why,
});

interface Covered {
  readonly range: TimeRange;
  readonly edge: number;
}

function coveredBy(
  { edge }: Coverage,
  page: PageFacts,
  order: PageOrder,
  day: TimeRange,
): Covered | undefined {
  const { oldest, newest } = page;
  if (order === 'unknown') {
    // One page that is the first and the last is all there is.
    if (page.last && !page.continues) return { range: day, edge: day.until };
    if (oldest === null || newest === null) return undefined;
    return { range: { from: oldest, until: newest + 1 }, edge: newest };
  }
  // A page that continues a walk whose place is not known covers what lies between its own stamps.
  if (order === 'oldest-first') {
    const from = page.continues ? (edge ?? oldest) : day.from;
    const until = page.last ? day.until : newest;
    return from === null || until === null ? undefined : { range: { from, until }, edge: until };
  }
  const until = page.continues ? (edge ?? (newest === null ? null : newest + 1)) : day.until;
  const from = page.last ? day.from : oldest === null ? null : oldest + 1;
  return from === null || until === null ? undefined : { range: { from, until }, edge: from };
}

/** The same time as ranges in order that neither overlap nor touch. */
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

/** Stretches between two that are loaded: something is missing there, and it is known to be. */
export function gaps({ loaded }: Coverage): readonly TimeRange[] {
  const between: TimeRange[] = [];
  for (const [index, range] of loaded.entries()) {
    const next = loaded[index + 1];
    if (next) between.push({ from: range.until, until: next.from });
  }
  return between;
}

/** Whether every entry of a stretch is loaded. */
export const covers = ({ loaded }: Coverage, { from, until }: TimeRange): boolean =>
  loaded.some((range) => range.from <= from && until <= range.until);

const lesser = (a: number | null, b: number | null) =>
  a === null ? b : b === null ? a : Math.min(a, b);

const greater = (a: number | null, b: number | null) =>
  a === null ? b : b === null ? a : Math.max(a, b);
