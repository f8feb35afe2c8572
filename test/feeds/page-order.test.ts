import { describe, expect, it } from 'vitest';
import type { PageOrder } from '../../src/events/coverage.ts';
import {
  evidenceFor,
  orderOf,
  type PageEnds,
  pageTimes,
  withEvidence,
} from '../../src/feeds/page-order.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';

type Ends = readonly [oldest: number, newest: number];

/** The order after pages with these ends, one after another on one walk. */
function told(pages: readonly (number | null | Ends)[], within: PageOrder = 'unknown'): PageOrder {
  let evidence = evidenceFor('unknown');
  let before: PageEnds | null = null;
  for (const one of pages) {
    const [oldest, newest] = typeof one === 'object' ? (one ?? [null, null]) : [one, one];
    const page = { oldest, newest, order: within };
    evidence = withEvidence(evidence, before, page);
    if (one !== null) before = page;
  }
  return orderOf(evidence);
}

describe('the order of a log', () => {
  it.each([
    { said: 'no page', pages: [], within: 'unknown', order: 'unknown' },
    { said: 'one page in no order', pages: [5], within: 'unknown', order: 'unknown' },
    { said: 'one page, by itself', pages: [5], within: 'newest-first', order: 'newest-first' },
    { said: 'a single pair', pages: [5, 4], within: 'unknown', order: 'unknown' },
    {
      said: 'a pair its pages agree with',
      pages: [5, 4],
      within: 'newest-first',
      order: 'newest-first',
    },
    {
      said: 'a pair its pages contradict',
      pages: [5, 4],
      within: 'oldest-first',
      order: 'unknown',
    },
    { said: 'three falling pages', pages: [5, 4, 3], within: 'unknown', order: 'newest-first' },
    { said: 'three rising pages', pages: [3, 4, 5], within: 'unknown', order: 'oldest-first' },
    {
      said: 'pages that contradict the order within them',
      pages: [5, 4, 3],
      within: 'oldest-first',
      order: 'newest-first',
    },
    {
      said: 'a few contradicting pairs among pages in order',
      pages: [[1, 5], [0, 5], [2, 6], null, [0, 6], [3, 7]],
      within: 'newest-first',
      order: 'unknown',
    },
    { said: 'pages of one moment', pages: [5, 5, 5, 5], within: 'unknown', order: 'unknown' },
    {
      said: 'pages with an empty one between',
      pages: [5, null, 4, 3],
      within: 'unknown',
      order: 'newest-first',
    },
    {
      said: 'pages with one of late entries first',
      pages: [5, 7, 6, 5, 4],
      within: 'unknown',
      order: 'newest-first',
    },
    {
      said: 'a page served again and again that grows at its newer end',
      pages: [
        [1, 5],
        [1, 6],
        [1, 7],
        [1, 8],
      ],
      within: 'unknown',
      order: 'unknown',
    },
    {
      said: 'a walk in circles of two pages',
      pages: [5, 4, 5, 4, 5, 4, 3],
      within: 'unknown',
      order: 'unknown',
    },
  ] as const)('$said: $order', ({ pages, within, order }) => {
    expect(told(pages, within)).toBe(order);
  });

  it('of another day counts for a day whose order is unknown', () => {
    expect(orderOf(evidenceFor('oldest-first'))).toBe('oldest-first');
  });
});

const DAY = utcDay(Date.UTC(2026, 2, 14));
const NOON = startOfDay(DAY) + 12 * 3_600_000;
const falling = Array.from({ length: 100 }, (_, at) => NOON - at * 1000);

describe('the times of a page', () => {
  it.each([
    { said: 'nothing for an empty page', stamps: [], oldest: null, newest: null },
    {
      said: 'nothing for invalid timestamps',
      stamps: [null, 7, -1],
      oldest: null,
      newest: null,
    },
    {
      said: 'the least and the greatest',
      stamps: [NOON, NOON + 5, NOON - 5],
      oldest: NOON - 5,
      newest: NOON + 5,
    },
    {
      said: 'nothing for timestamps beyond the day',
      stamps: [NOON, startOfDay(DAY + 1), startOfDay(DAY) - 1],
      oldest: NOON,
      newest: NOON,
    },
  ])('are $said', ({ stamps, oldest, newest }) => {
    expect(pageTimes(stamps, 'ms', DAY)).toMatchObject({ oldest, newest });
  });

  it.each([
    { unit: 's', stamp: NOON / 1000 },
    { unit: 'ms', stamp: NOON },
    { unit: 'µs', stamp: NOON * 1000 },
    { unit: 'ns', stamp: NOON * 1_000_000 },
  ] as const)('are milliseconds for timestamps in $unit', ({ unit, stamp }) => {
    expect(pageTimes([stamp], unit, DAY).newest).toBe(NOON);
  });

  it.each([
    { said: 'falling timestamps are newest first', stamps: falling, order: 'newest-first' },
    {
      said: 'rising timestamps are oldest first',
      stamps: [...falling].reverse(),
      order: 'oldest-first',
    },
    {
      said: 'few timestamps may look ordered by chance',
      stamps: [3, 2, 1].map((n) => NOON + n),
      order: 'unknown',
    },
    { said: 'equal timestamps have no order', stamps: falling.map(() => NOON), order: 'unknown' },
    {
      said: 'shuffled timestamps have no order',
      stamps: falling.map((_, at) => NOON + ((at * 37) % 100)),
      order: 'unknown',
    },
  ])('$said', ({ stamps, order }) => {
    expect(pageTimes(stamps, 'ms', DAY).order).toBe(order);
  });

  it('have a floor that one late entry at the end does not lower', () => {
    const late = [...falling.slice(0, -1), NOON - 3_600_000];
    expect(pageTimes(late, 'ms', DAY).floor).toBe(falling[75]);
  });

  it('ignore an entry dated in the future, which says nothing about the newest end', () => {
    const now = NOON + 200;
    const ahead = [NOON + 3_600_000, ...falling.slice(1)];
    expect(pageTimes(ahead, 'ms', DAY, now)).toEqual({
      ...pageTimes(falling.slice(1), 'ms', DAY),
      order: 'newest-first',
    });
    // By any amount: a burst before that time would count as loaded.
    expect(pageTimes([now + 1, ...falling.slice(1)], 'ms', DAY, now).newest).toBe(falling[1]);
    expect(pageTimes([now, ...falling.slice(1)], 'ms', DAY, now).newest).toBe(now);
  });

  it('trust a page that is completely in the future, since this machine’s clock is behind', () => {
    const times = pageTimes(falling, 'ms', DAY, NOON - 7_200_000);
    expect(times).toEqual(pageTimes(falling, 'ms', DAY));
  });

  it('ignore a page in the future if the service has shown that the clock is right', () => {
    const early = pageTimes(falling, 'ms', DAY, NOON - 7_200_000, true);
    expect(early).toEqual({ oldest: null, newest: null, floor: null, order: 'unknown' });
    // A difference as small as between clocks is accepted.
    const skewed = NOON - 20_000;
    expect(pageTimes(falling, 'ms', DAY, skewed, true)).toMatchObject({ newest: skewed });
  });

  it('have the newest as floor if the page is unordered', () => {
    const shuffled = falling.map((_, at) => NOON + ((at * 37) % 100));
    expect(pageTimes(shuffled, 'ms', DAY).floor).toBe(NOON + 99);
  });
});
