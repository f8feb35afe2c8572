import type { PageOrder } from '../events/coverage.ts';
import type { PageTimes } from './page-times.ts';

/**
 * What speaks for one order of a log's pages or the other: how often a page was newer than the one before
 * it, less how often it was older.
 */
export interface OrderEvidence {
  /** Pages that were newer or older than the one before them. */
  readonly compared: number;
  readonly between: number;
  /** The same within pages that are plainly in one order. */
  readonly within: number;
}

/** Least and greatest time of a page. */
export type PageEnds = Pick<PageTimes, 'oldest' | 'newest'>;

/** A page beside the one before it on the same walk. */
export interface NeighbourPages {
  readonly before: PageEnds | null;
  readonly page: PageEnds;
  readonly within: PageOrder;
}

const SIGN: Readonly<Record<PageOrder, number>> = {
  'oldest-first': 1,
  'newest-first': -1,
  unknown: 0,
};

/** The little that the order of another day of the same log says for this one's. */
export const evidenceFor = (order: PageOrder): OrderEvidence => ({
  compared: 0,
  between: 0,
  within: SIGN[order],
});

export function withEvidence(
  { compared, between, within }: OrderEvidence,
  pages: NeighbourPages,
): OrderEvidence {
  const step = stepBetween(pages);
  return {
    compared: compared + Math.abs(step),
    between: between + step,
    within: within + SIGN[pages.within],
  };
}

/**
 * Which way the second page lies from the first: 1 for newer, -1 for older, 0 when that is not plain. Both
 * its ends must lie there, since a page that is served again may have grown at one of them meanwhile.
 */
function stepBetween({ before, page }: NeighbourPages): number {
  const newest = (page.newest ?? Number.NaN) - (before?.newest ?? Number.NaN);
  const oldest = (page.oldest ?? Number.NaN) - (before?.oldest ?? Number.NaN);
  if (newest > 0 && oldest > 0) return 1;
  return newest < 0 && oldest < 0 ? -1 : 0;
}

/**
 * The order of the pages. Pages speak before what is within them, which a service may sort otherwise; a
 * single pair is believed when the pages themselves agree, since a page of late entries, or a walk in circles, may
 * mislead. A few pairs do not outweigh many pages that say otherwise.
 */
export function orderOf({ compared, between, within }: OrderEvidence): PageOrder {
  if (compared === 0) return named(within);
  if (Math.sign(between) === Math.sign(within)) return named(between);
  const weight = Math.abs(between) * 2;
  const isPlain = weight >= 4 && weight >= compared && weight > Math.abs(within);
  return isPlain ? named(between) : 'unknown';
}

function named(sign: number): PageOrder {
  if (sign === 0) return 'unknown';
  return sign > 0 ? 'oldest-first' : 'newest-first';
}
