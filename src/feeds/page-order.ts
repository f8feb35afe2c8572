import type { PageOrder } from '../events/coverage.ts';

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

/** A page beside the one before it on the same walk. */
export interface NeighbourPages {
  readonly before: number | null;
  readonly newest: number | null;
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
  page: NeighbourPages,
): OrderEvidence {
  const { before, newest } = page;
  const step = before === null || newest === null ? 0 : Math.sign(newest - before);
  return {
    compared: compared + Math.abs(step),
    between: between + step,
    within: within + SIGN[page.within],
  };
}

/**
 * The order of the pages. Pages speak before what is within them, which a service may sort otherwise; a
 * single pair is believed when the pages themselves agree, since a page of late entries may mislead.
 */
export function orderOf({ compared, between, within }: OrderEvidence): PageOrder {
  if (compared === 0) return named(within);
  if (Math.abs(between) >= 2 || Math.sign(between) === Math.sign(within)) return named(between);
  return 'unknown';
}

function named(sign: number): PageOrder {
  if (sign === 0) return 'unknown';
  return sign > 0 ? 'oldest-first' : 'newest-first';
}
