import { describe, expect, it } from 'vitest';
import type { PageTimes } from '../../src/feeds/page-order.ts';
import {
  afterPage,
  confirmedRange,
  disprovedRange,
  newWalk,
  nextPage,
  resumed,
  type Walk,
} from '../../src/feeds/walk.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';

const START = { token: undefined, fromFirst: true, begunAt: 0, dayOver: false, newestKnown: null };

const times = (newest: number | null, floor: number | null = newest): PageTimes => ({
  oldest: floor,
  newest,
  floor,
  order: 'unknown',
});

/** The walk after pages that each lead on. */
function walkedOver(
  pages: readonly (readonly [token: string, newest: number | null, floor?: number])[],
) {
  let state: { walk: Walk; end: string | null } = { walk: newWalk(START), end: null };
  for (const [continuationToken, newest, floor] of pages) {
    const entries = newest === null ? 0 : 10;
    const page = { hasMoreData: true, continuationToken, entries };
    state = afterPage(state.walk, page, times(newest, floor), 'newest-first');
  }
  return state;
}

describe('a walk', () => {
  it('knows its bounds, and the pages that reach them', () => {
    const { walk } = walkedOver([
      ['a', 90, 80],
      ['b', 79, 70],
      ['c', 69, 60],
    ]);
    expect(walk).toMatchObject({
      token: 'c',
      top: 90,
      highest: 90,
      floor: 60,
      deepest: 'b',
      farthest: undefined,
      isNew: false,
      pages: 3,
    });
  });

  it('is new until a page has entries', () => {
    expect(walkedOver([['a', null]]).walk).toMatchObject({ isNew: true, emptyRun: 1, top: null });
  });

  it('ends when it repeatedly returns to where it began', () => {
    const round = (n: number) => [`${n}a`, 100 + n, 95 + n] as const;
    const down = (n: number) => [`${n}b`, 80, 70] as const;
    const rounds = (count: number) =>
      Array.from({ length: count }, (_, n) => [round(n), down(n)]).flat();
    expect(walkedOver(rounds(4)).end).toBeNull();
    expect(walkedOver(rounds(5).slice(0, -1)).end).toBe('token-repeated');
  });

  it('ends when the service repeats the same page with different tokens', () => {
    const ended = (pages: number, ends: (page: number) => string) => {
      let state: { walk: Walk; end: string | null } = { walk: newWalk(START), end: null };
      for (let page = 0; page < pages && state.end === null; page += 1) {
        const facts = { hasMoreData: true, continuationToken: `t${page}`, entries: 10 };
        state = afterPage(state.walk, { ...facts, ends: ends(page) }, times(90, 80), 'unknown');
      }
      return state.end;
    };
    expect(ended(10, () => 'a')).toBeNull();
    expect(ended(11, () => 'a')).toBe('token-repeated');
    // As in a flood within one second: pages with equal times and different contents.
    expect(ended(100, (page) => `${page}`)).toBeNull();
  });

  it.each([
    ['oldest-first', (page: number) => times(90 + page, 80 + page)],
    ['unknown', () => times(90, 90)],
  ] as const)(
    'ends when the service leads round in a circle of pages, each time with other tokens, %s',
    (order, at) => {
      let state: { walk: Walk; end: string | null } = { walk: newWalk(START), end: null };
      let pages = 0;
      for (; pages < 100 && state.end === null; pages += 1) {
        const ends = `${pages % 3}`;
        const facts = { hasMoreData: true, continuationToken: `t${pages}`, entries: 10, ends };
        state = afterPage(state.walk, facts, at(pages % 3), order);
      }
      expect([state.end, pages]).toEqual(['token-repeated', 13]);
    },
  );

  it('has reached the time it rose to, since earlier pages had only late entries', () => {
    const late = [
      ['a', 50],
      ['b', 40],
      ['c', 20],
    ] as const;
    const before = walkedOver(late);
    const risen = walkedOver([...late, ['d', 99, 90]]);
    expect(risen.walk).toMatchObject({ top: 99, floor: 90, lowest: 20, deepest: 'c', rises: 1 });
    expect(disprovedRange(before.walk, risen.walk)).toEqual({ from: 21, until: 91 });
    const lower = walkedOver([...late, ['d', 99, 90], ['e', 89, 80]]);
    expect(lower).toMatchObject({ walk: { top: 99, floor: 80, deepest: 'd' }, end: null });
    expect(disprovedRange(risen.walk, lower.walk)).toBeNull();
  });

  it('may rise any number of times if it gets lower than before in between', () => {
    const pages = Array.from({ length: 20 }, (_, n) => [
      [`${n}a`, 900 - 10 * n] as const,
      [`${n}late`, 700 - 10 * n] as const,
    ]).flat();
    expect(walkedOver(pages).end).toBeNull();
  });

  it('may follow known tokens again after an interruption', () => {
    const { walk } = walkedOver([
      ['a', 90, 80],
      ['b', 79, 70],
    ]);
    const again = resumed(walk, 'a');
    const page = { hasMoreData: true, continuationToken: 'b', entries: 10 };
    expect(afterPage(again, page, times(79, 70), 'newest-first').end).toBeNull();
  });
});

const DAY = utcDay(Date.UTC(2026, 2, 14));
const FROM = startOfDay(DAY);
const UNTIL = startOfDay(DAY + 1);
const BEGIN = {
  token: undefined,
  fromFirst: true,
  begunAt: UNTIL,
  dayOver: false,
  newestKnown: null,
};
const seen = { ...newWalk(BEGIN), top: FROM + 900, highest: FROM + 950, floor: FROM + 100 };

describe('what a walk may claim', () => {
  it.each([
    {
      said: 'newest first, what lies between its bounds',
      walk: seen,
      order: 'newest-first',
      end: null,
      claim: [101, 900],
    },
    {
      said: 'newest first, everything below its start once complete',
      walk: seen,
      order: 'newest-first',
      end: 'complete',
      claim: [0, 900],
    },
    {
      said: 'oldest first, everything up to where it ended',
      walk: seen,
      order: 'oldest-first',
      end: null,
      claim: [0, 950],
    },
    {
      said: 'oldest first, nothing more when it is interrupted',
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
      said: 'all of a log that was walked through, in any order',
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
      said: 'not the end of the day from where another walk ended',
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
      walk: newWalk(BEGIN),
      order: 'newest-first',
      end: 'complete',
      claim: null,
    },
    {
      said: 'nothing while all entries were late',
      walk: { ...seen, newestKnown: FROM + 951 },
      order: 'newest-first',
      end: null,
      claim: null,
    },
  ] as const)('is $said', ({ walk, order, end, claim }) => {
    const expected = claim && { from: FROM + claim[0], until: FROM + claim[1] };
    expect(confirmedRange({ walk, order, end, day: DAY })).toEqual(expected);
  });
});

const NEW_WALK = { sent: undefined, seen: new Set<string>(), emptyRun: 0 };

// Assumption: last-page-token
describe('where a walk continues', () => {
  it.each([
    {
      said: 'with the token',
      page: { hasMoreData: true, continuationToken: 'b', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'next', token: 'b' },
    },
    {
      said: 'nowhere when there is no more data, whatever token came',
      page: { hasMoreData: false, continuationToken: 'b', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'complete' },
    },
    {
      said: 'with the token if hasMoreData is missing',
      page: { hasMoreData: null, continuationToken: 'b', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'next', token: 'b' },
    },
    {
      said: 'nowhere, and not to the end, without hasMoreData and token',
      page: { hasMoreData: null, continuationToken: null, entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'more-unsaid' },
    },
    {
      said: 'nowhere for now when an empty page leads to itself',
      page: { hasMoreData: true, continuationToken: 'a', entries: 0 },
      walk: { ...NEW_WALK, sent: 'a' },
      next: { kind: 'end', reason: 'waiting' },
    },
    {
      said: 'nowhere without a token',
      page: { hasMoreData: true, continuationToken: null, entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'token-missing' },
    },
    {
      said: 'nowhere with an empty token',
      page: { hasMoreData: true, continuationToken: '', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'token-missing' },
    },
    {
      said: 'nowhere with the token just sent',
      page: { hasMoreData: true, continuationToken: 'a', entries: 9 },
      walk: { ...NEW_WALK, sent: 'a' },
      next: { kind: 'end', reason: 'token-repeated' },
    },
    {
      said: 'nowhere round in circles',
      page: { hasMoreData: true, continuationToken: 'a', entries: 9 },
      walk: { ...NEW_WALK, sent: 'c', seen: new Set(['a', 'b', 'c']) },
      next: { kind: 'end', reason: 'token-repeated' },
    },
    ...[
      ['that is no path segment', '..'],
      ['that is none once it is decoded', '%252e%252E'],
      ['beyond four kilobytes', 'x'.repeat(4097)],
      ['with a control character', 'a\u0007'],
      ['with a line break', 'a\n'],
      ['with half of a surrogate pair', 'a\ud800'],
      ['that is encoded over and over', `%${'25'.repeat(9)}41`],
    ].map(([what, continuationToken = '']) => ({
      said: `nowhere with a token ${what}`,
      page: { hasMoreData: true, continuationToken, entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'token-unusable' },
    })),
    {
      said: 'past nine empty pages',
      page: { hasMoreData: true, continuationToken: 'b', entries: 0 },
      walk: { ...NEW_WALK, emptyRun: 9 },
      next: { kind: 'next', token: 'b' },
    },
    {
      said: 'not past ten empty pages',
      page: { hasMoreData: true, continuationToken: 'b', entries: 0 },
      walk: { ...NEW_WALK, emptyRun: 10 },
      next: { kind: 'end', reason: 'empty-pages' },
    },
  ])('$said', ({ page, walk, next }) => {
    expect(nextPage(page, walk)).toEqual(next);
  });
});
