import { expect, it } from 'vitest';
import { type Coverage, noCoverage } from '../../src/events/coverage.ts';
import type { LogArchive } from '../../src/events/log-archive.ts';
import { archivingFeed, askInTurn, todayFirst } from '../../src/feeds/archiving-feed.ts';
import type { DayProgress, Delivery, PagesFeed } from '../../src/feeds/pages-feed.ts';
import { createWake } from '../../src/feeds/scheduling.ts';
import { startOfDay } from '../../src/text/time.ts';
import { entryWith } from '../support/event-entries.ts';
import { fakeClock } from '../support/fake-clock.ts';

const clock = () => fakeClock('2026-03-14T12:00:00Z');
const TODAY = 20_526;
const PAGE = {
  logs: [entryWith({ logId: 'a' }), entryWith({ logId: 'b' })],
  hasMoreData: false,
  continuationToken: null,
  startToken: null,
  errorResponse: null,
};

/** A feed that records requests and deliveries, and answers on demand. */
function noting() {
  const asked: number[] = [];
  const taken: number[] = [];
  const answers: (() => void)[] = [];
  const end = new AbortController();
  const time = clock();
  const feed: PagesFeed = {
    clock: time,
    signal: end.signal,
    wake: createWake(),
    interval: () => 1000,
    paused: () => false,
    random: () => 0,
    unit: () => 'ms',
    covered: async () => [{ from: 1, until: 2 }],
    ask(day) {
      asked.push(day);
      return new Promise((resolve) => answers.push(() => resolve(PAGE)));
    },
    take({ day }) {
      taken.push(day);
      return Promise.resolve(2);
    },
    progress() {},
  };
  return { feed, time, asked, taken, answers, end };
}

function log(known = 0) {
  const claims: Coverage['loaded'][] = [];
  const withdrawals: Coverage['loaded'][] = [];
  let entries = known;
  const kept: LogArchive = {
    days: async () => [TODAY - 1],
    coverage: async (_, day) => ({ ...noCoverage(day), entries }),
    covered: async () => [{ from: 5, until: 6 }],
    async append(_, __, logs, coverage, withdrawn = []) {
      claims.push(coverage.loaded);
      withdrawals.push(withdrawn);
      const added = Math.max(0, logs.length - known);
      entries += added;
      return added;
    },
  };
  return { kept, claims, withdrawals };
}

const standing = (
  day: number,
  phase: DayProgress['phase'],
  failure: DayProgress['failure'] = null,
) =>
  ({
    day,
    phase,
    failure,
    order: 'newest-first',
    pages: 1,
    end: null,
    restarts: 0,
    stale: false,
    coverage: noCoverage(day),
  }) satisfies DayProgress;

const delivery = (day: number): Delivery => ({
  page: PAGE,
  day,
  arrival: 'backfill',
  coverage: { ...noCoverage(day), loaded: [{ from: startOfDay(day), until: startOfDay(day + 1) }] },
  withdrawn: [],
});

const signal = new AbortController().signal;
const archiving = (kept: LogArchive) => ({ archive: kept, zone: '7', since: null }) as const;

it('earlier days wait until today is loaded, and are requested one page at a time', async () => {
  const { feed, time, asked, answers } = noting();
  const kept = todayFirst(feed, TODAY);
  void kept.ask(TODAY - 2, undefined, signal);
  void kept.ask(TODAY - 1, undefined, signal);
  void kept.ask(TODAY, undefined, signal);
  await time.advance(10_000);
  expect(asked).toEqual([TODAY]);
  kept.progress(standing(TODAY, 'following'));
  await time.advance(1000);
  expect(asked).toEqual([TODAY, TODAY - 2]);
  await time.advance(10_000);
  expect(asked).toEqual([TODAY, TODAY - 2]);
  answers[1]?.();
  await time.advance(1000);
  expect(asked).toEqual([TODAY, TODAY - 2, TODAY - 1]);
});

it('earlier days wait while today is unanswered, and while a day that has begun since is loaded', async () => {
  const { feed, time, asked, answers } = noting();
  const kept = todayFirst(feed, TODAY);
  kept.progress(standing(TODAY, 'following'));
  kept.progress(standing(TODAY + 1, 'walking'));
  void kept.ask(TODAY - 1, undefined, signal);
  await time.advance(5000);
  expect(asked).toEqual([]);
  kept.progress(standing(TODAY + 1, 'following'));
  await time.advance(1000);
  expect(asked).toEqual([TODAY - 1]);
  answers[0]?.();
});

it('a wait for the turn ends with the request', async () => {
  const { feed, time, asked } = noting();
  const kept = todayFirst(feed, TODAY);
  const own = new AbortController();
  void kept.ask(TODAY - 1, undefined, own.signal);
  await time.advance(2000);
  own.abort();
  await time.advance(0);
  // The caller checks the signal and sends nothing.
  expect(asked).toEqual([TODAY - 1]);
});

it('covers what the archive has, and returns how many entries were new to it', async () => {
  const { feed, taken } = noting();
  const kept = archivingFeed(feed, archiving(log(1).kept));
  expect(await kept.covered?.(TODAY - 1)).toEqual([
    { from: 1, until: 2 },
    { from: 5, until: 6 },
  ]);
  expect(await kept.take(delivery(TODAY))).toBe(1);
  expect(await kept.take(delivery(TODAY - 1))).toBe(1);
  expect(taken).toEqual([TODAY, TODAY - 1]);
});

it('pages asked for in turn wait while the service is needed otherwise', async () => {
  const { feed, time, asked, answers } = noting();
  let busy = true;
  const ask = askInTurn(feed, () => busy);
  void ask(TODAY - 1, undefined, signal);
  await time.advance(5000);
  expect(asked).toEqual([]);
  busy = false;
  await time.advance(1000);
  expect(asked).toEqual([TODAY - 1]);
  answers[0]?.();
});

it('withdrawn ranges are withdrawn from the archive', async () => {
  const { feed } = noting();
  const { kept, withdrawals } = log();
  const withdrawn = [{ from: startOfDay(TODAY), until: startOfDay(TODAY) + 1000 }];
  await archivingFeed(feed, archiving(kept)).take({ ...delivery(TODAY), withdrawn });
  expect(withdrawals).toEqual([withdrawn]);
});

it('skipped ranges are not claimed', async () => {
  const { feed } = noting();
  const { kept, claims } = log();
  const noon = startOfDay(TODAY) + 43_200_000;
  await archivingFeed(feed, { ...archiving(kept), since: noon }).take(delivery(TODAY));
  await archivingFeed(feed, { ...archiving(kept), since: noon }).take(delivery(TODAY - 1));
  expect(claims).toEqual([[{ from: noon, until: startOfDay(TODAY + 1) }], []]);
});

it('a walk ends where it has passed the skipped range', async () => {
  const { feed } = noting();
  const { kept } = log();
  const noon = startOfDay(TODAY) + 43_200_000;
  const taken = (reached: number, since: number | null) =>
    archivingFeed(feed, { ...archiving(kept), since }).take({ ...delivery(TODAY), reached });
  expect(await taken(noon, noon)).toBeGreaterThan(0);
  expect(await taken(noon - 1, noon)).toBe(0);
  expect(await taken(noon - 1, null)).toBeGreaterThan(0);
});

it('the future part that an older archive claims is requested when its time comes, and withdrawn', async () => {
  const { feed, time } = noting();
  const { kept, withdrawals } = log();
  const now = time.now();
  const claims = { ...kept, covered: async () => [{ from: now - 5000, until: now + 3_600_000 }] };
  const followed = archivingFeed(feed, { archive: claims, zone: '7', since: null });
  expect(await followed.covered?.(TODAY)).toEqual([
    { from: 1, until: 2 },
    { from: now - 5000, until: now },
  ]);
  const page = { day: TODAY, page: PAGE, arrival: 'live', coverage: noCoverage(TODAY) } as const;
  await followed.take({ ...page, withdrawn: [] });
  // Until the service has sent its time, this machine's clock may be behind.
  expect(withdrawals).toEqual([[]]);
  time.ahead = () => 0;
  await followed.take({ ...page, withdrawn: [] });
  await followed.take({ ...page, withdrawn: [] });
  expect(withdrawals.slice(1)).toEqual([[{ from: now, until: startOfDay(TODAY + 1) }], []]);
});
