import { describe, expect, it } from 'vitest';
import type { PageOrder } from '../../src/events/coverage.ts';
import { evidenceFor, orderOf, withEvidence } from '../../src/feeds/page-order.ts';

/** The order after pages with these newest times, one after another on one walk. */
function told(newest: readonly (number | null)[], within: PageOrder = 'unknown'): PageOrder {
  let evidence = evidenceFor('unknown');
  let before: number | null = null;
  for (const time of newest) {
    evidence = withEvidence(evidence, { before, newest: time, within });
    before = time ?? before;
  }
  return orderOf(evidence);
}

describe('the order of a log', () => {
  it.each([
    { said: 'no page', newest: [], within: 'unknown', order: 'unknown' },
    { said: 'one page in no order', newest: [5], within: 'unknown', order: 'unknown' },
    { said: 'one page, by itself', newest: [5], within: 'newest-first', order: 'newest-first' },
    { said: 'a single pair', newest: [5, 4], within: 'unknown', order: 'unknown' },
    {
      said: 'a pair its pages agree with',
      newest: [5, 4],
      within: 'newest-first',
      order: 'newest-first',
    },
    {
      said: 'a pair its pages contradict',
      newest: [5, 4],
      within: 'oldest-first',
      order: 'unknown',
    },
    { said: 'three falling pages', newest: [5, 4, 3], within: 'unknown', order: 'newest-first' },
    { said: 'three rising pages', newest: [3, 4, 5], within: 'unknown', order: 'oldest-first' },
    {
      said: 'pages that speak against what is within',
      newest: [5, 4, 3],
      within: 'oldest-first',
      order: 'newest-first',
    },
    { said: 'pages of one moment', newest: [5, 5, 5, 5], within: 'unknown', order: 'unknown' },
    {
      said: 'pages with an empty one between',
      newest: [5, null, 4, 3],
      within: 'unknown',
      order: 'newest-first',
    },
    {
      said: 'pages with one of late entries first',
      newest: [5, 7, 6, 5, 4],
      within: 'unknown',
      order: 'newest-first',
    },
  ] as const)('$said: $order', ({ newest, within, order }) => {
    expect(told(newest, within)).toBe(order);
  });

  it('of another day counts for a day that says nothing yet', () => {
    expect(orderOf(evidenceFor('oldest-first'))).toBe('oldest-first');
  });
});
