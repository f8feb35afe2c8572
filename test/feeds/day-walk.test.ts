import { describe, expect, it } from 'vitest';
import {
  type ArrivedPage,
  type DayWalk,
  newDayWalk,
  setbackWait,
  tokenAhead,
  withOrder,
  withPage,
  withPoll,
  withTaken,
  withTokenGone,
} from '../../src/feeds/day-walk.ts';
import { pageTimes } from '../../src/feeds/page-order.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';

const DAY = utcDay(Date.UTC(2026, 2, 14));
const FROM = startOfDay(DAY);
const WHEN = { begunAt: FROM + 50_000_000, dayOver: false };

/** Seconds of the day, from the first to the last, one entry each. */
const seconds = (first: number, last: number): number[] => {
  const step = first <= last ? 1 : -1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => first + step * at);
};

const page = (stamps: readonly number[], token: string | null): ArrivedPage => ({
  hasMoreData: token !== null,
  continuationToken: token,
  entries: stamps.length,
  times: pageTimes(
    stamps.map((second) => FROM + second * 1000),
    'ms',
    DAY,
  ),
  askedAt: WHEN.begunAt,
  ahead: 0,
  elapsed: 0,
});

/** Looks, and takes the pages of the walk that goes first, all of them new but where `known`. */
function looked(
  day: DayWalk,
  pages: readonly ArrivedPage[],
  known = false,
  backfillTo = Number.NEGATIVE_INFINITY,
): DayWalk {
  const begun = withPoll(day, WHEN);
  let after = begun.day;
  for (const arrived of pages) {
    after = withPage(after, begun.first, arrived);
    after = withTaken(after, begun.first, known ? 'some' : 'all', backfillTo);
  }
  return after;
}

const inSeconds = ({ covered }: DayWalk) =>
  covered.map(({ from, until }) => [Math.round((from - FROM) / 1000), (until - FROM) / 1000]);

describe('a day, newest first', () => {
  const loaded = looked(newDayWalk(DAY, []), [
    page(seconds(999, 900), 'a'),
    page(seconds(899, 800), 'b'),
    page(seconds(799, 0), null),
  ]);

  it('is covered from its beginning when the walk reaches the end', () => {
    expect(inSeconds(loaded)).toEqual([[0, 999]]);
    expect(loaded).toMatchObject({ order: 'newest-first', walks: [], end: 'complete' });
  });

  it('is extended by a poll whose page meets the covered range', () => {
    const after = looked(loaded, [page(seconds(1049, 950), 'a')], true);
    expect(inSeconds(after)).toEqual([[0, 1049]]);
    expect(after.walks).toEqual([]);
  });

  it('has a gap while a page is missing, and a walk that loads it', () => {
    const after = looked(loaded, [page(seconds(1299, 1200), 'a')]);
    expect(inSeconds(after)).toEqual([
      [0, 999],
      [1224, 1299],
    ]);
    expect(after.walks.map(({ walk }) => walk.token)).toEqual(['a']);
  });

  it('does not trust a page of only new entries that seems to reach the covered range', () => {
    const again = page(seconds(1009, 910), 'a');
    expect(looked(loaded, [again]).walks).toHaveLength(1);
    expect(looked(loaded, [again], true).walks).toHaveLength(0);
  });

  it('does not trust a page whose entries are all older than the newest known', () => {
    const late = page(seconds(989, 890), 'a');
    const after = looked(loaded, [late], true);
    expect(after.walks).toHaveLength(1);
    expect(after.live).toEqual(loaded.live);
  });

  it('keeps an interrupted walk, to continue where it got farthest', () => {
    const after = looked(loaded, [
      page(seconds(1499, 1400), 'a'),
      page(seconds(1399, 1300), 'b'),
      page(seconds(1299, 1200), 'b'),
    ]);
    expect(after.end).toBe('token-repeated');
    expect(after.walks[0]).toMatchObject({ walk: { token: 'b' }, rest: { why: 'token-repeated' } });
  });

  it('keeps its order if a walk is led back to newer pages again and again', () => {
    const top = page(seconds(999, 900), 'a');
    const below = page(seconds(899, 800), 'b');
    const after = looked(newDayWalk(DAY, []), [top, below, top, below, top, below, top]);
    expect(after.order).not.toBe('oldest-first');
    expect(inSeconds(after)).toEqual([[924, 999]]);
  });

  describe('whose first pages have only late entries', () => {
    const late = [page([560], 'a'), page([480], 'b'), page([400], 'c')];
    const inOrder = [
      page(seconds(999, 900), 'd'),
      page(seconds(899, 800), 'e'),
      page(seconds(799, 700), 'f'),
      page(seconds(699, 600), 'g'),
    ];
    const believing = withOrder(newDayWalk(DAY, []), 'newest-first');
    const misled = looked(believing, late);
    const corrected = looked(believing, [...late, ...inOrder.slice(0, 1)]);

    it('is not claimed beyond the page that is in order', () => {
      expect(inSeconds(misled)).toEqual([[400, 560]]);
      expect(inSeconds(corrected)).toEqual([[924, 999]]);
      expect(corrected.live).toEqual({ from: FROM + 924_001, until: WHEN.begunAt });
      expect(corrected.withdrawn).toEqual([{ from: FROM + 400_001, until: FROM + 924_001 }]);
    });

    it('is walked through from there without an interruption', () => {
      const after = looked(believing, [...late, ...inOrder]);
      expect(inSeconds(after)).toEqual([[624, 999]]);
      expect(after).toMatchObject({ end: null, withdrawn: [], walks: [{ walk: { token: 'g' } }] });
    });

    it('is not claimed either if an earlier run, or a dropped walk, was misled', () => {
      const resumed = withOrder(newDayWalk(DAY, misled.covered), 'newest-first');
      for (const before of [resumed, withTokenGone(misled, 1, 0)]) {
        expect(inSeconds(before)).toEqual([[400, 560]]);
        const after = looked(before, [...late, ...inOrder.slice(0, 1)], true);
        expect(inSeconds(after)).toEqual([[924, 999]]);
        expect(after.walks).toHaveLength(1);
      }
    });

    it('keeps what is covered beyond them once the newest known shows that they are late', () => {
      const whole = looked(believing, [...late, ...inOrder, page(seconds(599, 0), null)]);
      const again = looked(whole, [...late, ...inOrder], true);
      expect(inSeconds(again)).toEqual([[0, 999]]);
      expect(again).toMatchObject({ walks: [], withdrawn: [] });
    });
  });

  it('lets a second walk end where the first one continues', () => {
    const first = looked(newDayWalk(DAY, []), [
      page(seconds(999, 900), 'a'),
      page(seconds(899, 800), 'b'),
    ]);
    const second = looked(first, [page(seconds(1049, 950), 'c')], true);
    expect(second.walks.map(({ id }) => id)).toEqual([1]);
  });

  describe('of which an earlier run covered a part', () => {
    const part = newDayWalk(DAY, [{ from: FROM + 500_000, until: FROM + 999_000 }]);
    const page1 = page(seconds(1049, 950), 'a');

    it('is not walked again as far as is wanted', () => {
      expect(looked(part, [page1], true, FROM + 500_000).walks).toEqual([]);
      expect(looked(part, [page1], true, FROM + 499_000).walks).toHaveLength(1);
    });

    it('is walked by one walk only on the way to what is wanted below it', () => {
      const deep = looked(part, [page1, page(seconds(949, 850), 'b')], true);
      expect(deep.walks.map(({ walk }) => walk.token)).toEqual(['b']);
      const again = looked(
        deep,
        [page(seconds(1099, 1000), 'c'), page(seconds(999, 900), 'd')],
        true,
      );
      expect(again.walks.map(({ walk }) => walk.token)).toEqual(['b']);
    });
  });

  it('walks through the covered range if no other walk is below it', () => {
    const first = looked(newDayWalk(DAY, []), [
      page(seconds(999, 900), 'a'),
      page(seconds(899, 800), 'b'),
    ]);
    const gone = withTokenGone(first, 1, 0);
    expect(gone).toMatchObject({ walks: [], restarts: 1 });
    const again = looked(gone, [page(seconds(1009, 910), 'c'), page(seconds(909, 810), 'd')], true);
    expect(again.walks.map(({ walk }) => walk.token)).toEqual(['d']);
  });
});

describe('a day, oldest first', () => {
  const climbed = looked(newDayWalk(DAY, []), [
    page(seconds(0, 99), 'a'),
    page(seconds(100, 199), 'b'),
    page(seconds(200, 249), null),
  ]);

  it('continues where the last walk ended', () => {
    expect(inSeconds(climbed)).toEqual([[0, 249]]);
    expect(climbed.resume).toBe('b');
    const begun = withPoll(climbed, WHEN);
    expect(begun.day.walks.map(({ walk }) => walk.token)).toEqual(['b']);
  });

  it('begins at its first page if that token is no longer known', () => {
    const begun = withPoll(climbed, WHEN);
    const again = withPoll(withTokenGone(begun.day, begun.first, 0), WHEN);
    expect(again.day.walks.map(({ walk }) => walk.token)).toEqual([undefined]);
    expect(inSeconds(again.day)).toEqual([[0, 249]]);
  });
});

describe('a day in an unknown order', () => {
  const same = (token: string | null) => page(seconds(5, 5), token);
  const walked = looked(newDayWalk(DAY, []), [same('a'), same('b'), same(null)]);

  it('is polled at both ends', () => {
    expect(walked.order).toBe('unknown');
    const begun = withPoll(walked, WHEN);
    expect(begun.day.walks.map(({ walk }) => walk.token)).toEqual(['b', undefined]);
  });

  it('claims nothing before a walk reaches the end', () => {
    expect(looked(newDayWalk(DAY, []), [same('a'), same('b')]).covered).toEqual([]);
  });
});

it('claims made under a wrong order are withdrawn, also after the order was unknown for a while', () => {
  const few = page([500, 502, 501], 'a');
  const believing = withOrder(newDayWalk(DAY, []), 'oldest-first');
  expect(inSeconds(looked(believing, [few]))).toEqual([[0, 502]]);
  const doubting = looked(believing, [few, page(seconds(499, 400), 'b')]);
  expect(doubting.order).toBe('unknown');
  const knowing = looked(believing, [
    few,
    page(seconds(499, 400), 'b'),
    page(seconds(399, 300), 'c'),
  ]);
  expect(knowing.order).toBe('newest-first');
  expect(inSeconds(knowing)).toEqual([[324, 502]]);
});

it.each([
  ['newest first', page(seconds(999, 0), null)],
  ['oldest first', page(seconds(0, 999), null)],
])(
  'nothing that is still to come by the clock of the service is said to be loaded, %s',
  (_, last) => {
    const { live } = looked(newDayWalk(DAY, []), [{ ...last, ahead: 20_000 }]);
    expect(live).toEqual({ from: FROM, until: WHEN.begunAt - 20_000 });
  },
);

it('no future time is claimed if the clock was hours ahead when a poll began and was corrected since', () => {
  const last = page(seconds(999, 0), null);
  const { live } = looked(newDayWalk(DAY, []), [{ ...last, askedAt: WHEN.begunAt - 7_200_000 }]);
  expect(live).toEqual({ from: FROM, until: WHEN.begunAt - 7_200_000 });
});

it('the first setbacks cause no wait, and no wait exceeds the lifetime of a token', () => {
  expect([0, 1, 3].map(setbackWait)).toEqual([0, 0, 0]);
  expect(setbackWait(4)).toBeGreaterThan(0);
  expect(setbackWait(40)).toBe(30_000);
});

describe('the page after one that has arrived but is not decoded yet', () => {
  const climbed = looked(newDayWalk(DAY, []), [page(seconds(0, 99), 'a')]);
  const loading = looked(newDayWalk(DAY, []), [
    page(seconds(999, 900), 'a'),
    page(seconds(899, 800), 'b'),
  ]);
  const endingAt = (second: number, continuationToken = 'c') => ({
    continuationToken,
    lastTime: FROM + second * 1000,
  });
  const ahead = (day: DayWalk, ending: ReturnType<typeof endingAt>, backfillTo = -Infinity) =>
    tokenAhead(day, day.walks.at(-1)?.id ?? 0, ending, backfillTo);

  it('is requested if the walk certainly continues', () => {
    expect(ahead(loading, endingAt(700))).toBe('c');
    expect(ahead(climbed, endingAt(199))).toBe('c');
  });

  it('is not requested beyond the wanted time, at the covered range, nor in a circle', () => {
    expect(ahead(loading, endingAt(700), FROM + 700_000)).toBeUndefined();
    expect(ahead(loading, endingAt(700, 'a'))).toBeUndefined();
    const begun = withPoll(loading, WHEN).day;
    expect(ahead(begun, endingAt(980))).toBeUndefined();
    expect(ahead(begun, endingAt(1000))).toBe('c');
  });

  it('waits for the previous page while the order of the log is unknown', () => {
    expect(ahead(withPoll(newDayWalk(DAY, []), WHEN).day, endingAt(700))).toBeUndefined();
  });
});
