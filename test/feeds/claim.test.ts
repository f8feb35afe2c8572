import { describe, expect, it } from 'vitest';
import { claimOf } from '../../src/feeds/claim.ts';
import { newWalk } from '../../src/feeds/walk.ts';
import { startOfDay, utcDay } from '../../src/text/moments.ts';

const DAY = utcDay(Date.UTC(2026, 2, 14));
const FROM = startOfDay(DAY);
const UNTIL = startOfDay(DAY + 1);
const START = {
  token: undefined,
  fromFirst: true,
  begunAt: UNTIL,
  dayOver: false,
  newestKnown: null,
};
const seen = { ...newWalk(START), top: FROM + 900, highest: FROM + 950, floor: FROM + 100 };

describe('what a walk may claim', () => {
  it.each([
    {
      said: 'newest first, what lies between its ends',
      walk: seen,
      order: 'newest-first',
      end: null,
      claim: [101, 900],
    },
    {
      said: 'newest first, all below its begin once complete',
      walk: seen,
      order: 'newest-first',
      end: 'complete',
      claim: [0, 900],
    },
    {
      said: 'oldest first, all up to where it came',
      walk: seen,
      order: 'oldest-first',
      end: null,
      claim: [0, 950],
    },
    {
      said: 'oldest first, no more when it is broken off',
      walk: seen,
      order: 'oldest-first',
      end: 'token-missing',
      claim: [0, 950],
    },
    {
      said: 'nothing while the order is unknown',
      walk: seen,
      order: 'unknown',
      end: null,
      claim: null,
    },
    {
      said: 'all of a log it has been through, in whatever order',
      walk: seen,
      order: 'unknown',
      end: 'complete',
      claim: [0, 950],
    },
    {
      said: 'newest first, nothing more by an empty page that leads to itself',
      walk: seen,
      order: 'newest-first',
      end: 'waiting',
      claim: [101, 900],
    },
    {
      said: 'the day to its end when it was over',
      walk: { ...seen, dayOver: true },
      order: 'newest-first',
      end: 'complete',
      claim: [0, UNTIL - FROM],
    },
    {
      said: 'not the end of the day from where another came to',
      walk: { ...seen, dayOver: true, fromFirst: false },
      order: 'unknown',
      end: 'complete',
      claim: [0, 950],
    },
    {
      said: 'nothing of a page of one moment',
      walk: { ...seen, top: FROM + 100 },
      order: 'newest-first',
      end: null,
      claim: null,
    },
    {
      said: 'nothing without times',
      walk: newWalk(START),
      order: 'newest-first',
      end: 'complete',
      claim: null,
    },
    {
      said: 'nothing while all that was seen came late',
      walk: { ...seen, newestKnown: FROM + 951 },
      order: 'newest-first',
      end: null,
      claim: null,
    },
  ] as const)('is $said', ({ walk, order, end, claim }) => {
    const expected = claim && { from: FROM + claim[0], until: FROM + claim[1] };
    expect(claimOf({ walk, order, end, day: DAY })).toEqual(expected);
  });
});
