import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { type EventLogPage, eventLogs } from '../../src/contract/operations/event-logs.ts';
import { gaps } from '../../src/events/coverage.ts';
import { EventStore } from '../../src/events/store.ts';
import { followDays, followZone } from '../../src/feeds/follow-zone.ts';
import type { DayProgress } from '../../src/feeds/pages-feed.ts';
import { createWake } from '../../src/feeds/scheduling.ts';
import type { Fault } from '../../src/platform/faults/fault.ts';
import { createActivity } from '../../src/state/activity.ts';
import { startOfDay, type UtcDay, usDay, utcDay } from '../../src/text/time.ts';
import { entryWith } from '../support/event-entries.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { openPlatform, type Platform, type PlatformOptions } from '../support/observed-platform.ts';
import { platformClient } from '../support/platform-client.ts';

it('a zone is loaded completely into its store, each entry once, also those that arrive meanwhile', async () => {
  const clock = fakeClock('2026-03-14T01:00:00Z');
  const platform = await openPlatform({
    clock,
    seed: 1,
    events: { perDay: 20_000 },
    dialect: { 'log-page-size': 100 },
  });
  const [zone] = platform.world.shieldZones;
  if (!zone) throw new Error('The world has no zone');
  const today = utcDay(clock.now());
  const logged = () => platform.world.events.day(zone, today).countBy(clock.now());

  const store = new EventStore();
  const end = new AbortController();
  const signs = { grown: 0, progress: [] as DayProgress[] };
  const client = platformClient(platform, {
    clock,
  });
  const asked = { now: 0, most: 0 };
  const call: Call = async (...parts) => {
    asked.now += 1;
    asked.most = Math.max(asked.most, asked.now);
    const answer = await client(...parts);
    asked.now -= 1;
    return answer;
  };
  const following = followZone({
    call,
    clock,
    signal: end.signal,
    wake: createWake(),
    store,
    zone: String(zone.id),
    from: today,
    interval: () => 2000,
    paused: () => false,
    random: () => 0.5,
    grown: () => signs.grown++,
    progress: (progress) => signs.progress.push(progress),
  });
  /** Lets real input and output happen, advancing the clock each time, until `so`. */
  const until = async (so: () => boolean, step = 0) => {
    while (!so()) await clock.advance(step);
  };
  try {
    // Reported a moment after the last entry, because it is throttled.
    await until(() => store.size === logged() && signs.grown > 0);
    // Only the next page is requested while one is read.
    expect(asked.most).toBe(2);

    const before = store.size;
    // The newest end is also polled before the day is complete.
    const isFollowing = () => signs.progress.at(-1)?.phase === 'following';
    await until(() => store.size > before + 10 && isFollowing(), 100);
    expect(store.size).toBeLessThanOrEqual(logged());
    expect(signs.progress.at(-1)).toMatchObject({ day: today, failure: null });
  } finally {
    end.abort();
    await following;
    await platform.close();
  }
});

interface Log {
  /** The entries of a page, and the token of the next; null for the last page. */
  page(token: string | undefined): {
    readonly logs: EventLogPage['logs'];
    readonly next: string | null;
  };
  /** Receives the progress of the day, and the entries taken. */
  progress?(coverage: DayProgress['coverage'], kept: ReadonlySet<string | null>): void;
  /** Receives how the latest walk ended. */
  ended?(end: DayProgress['end']): void;
}

/** A log that is polled every five seconds until `end`. */
function followedLog(clock: FakeClock, { page, progress, ended: told }: Log) {
  const ended = new AbortController();
  const kept = new Set<string | null>();
  let coverage: DayProgress['coverage'] | undefined;
  const following = followDays(
    {
      clock,
      signal: ended.signal,
      wake: createWake(),
      interval: () => 5000,
      paused: () => false,
      random: () => 0,
      unit: () => 'ms',
      async ask(_day, token) {
        const { logs, next } = page(token);
        return {
          logs,
          hasMoreData: next !== null,
          continuationToken: next,
          startToken: null,
          errorResponse: null,
        };
      },
      async take({ page: { logs } }) {
        const before = kept.size;
        for (const { logId } of logs) kept.add(logId);
        return kept.size - before;
      },
      progress(now) {
        coverage = now.coverage;
        progress?.(coverage, kept);
        told?.(now.end);
      },
    },
    utcDay(clock.now()),
  );
  return {
    kept,
    loaded: () => coverage?.loaded,
    async end() {
      ended.abort();
      await following;
    },
  };
}

it('one entry dated tonight makes no poll go further back, and no future time counts as loaded', async () => {
  const clock = fakeClock('2026-03-14T10:00:00Z');
  const from = clock.now() - 3_600_000;
  const tonight = Date.parse('2026-03-14T23:59:00Z');
  const requests: number[] = [];
  const log = followedLog(clock, {
    // An entry a second, in the order in which they came, the newest first.
    page(token) {
      requests.push(clock.elapsed());
      const top = token === undefined ? Math.floor((clock.now() - from) / 1000) : Number(token);
      const ids = Array.from({ length: Math.min(50, top + 1) }, (_, at) => top - at);
      return {
        logs: ids.map((id) =>
          entryWith({ logId: String(id), timestamp: id === 3000 ? tonight : from + id * 1000 }),
        ),
        next: top >= 50 ? String(top - 50) : null,
      };
    },
  });
  await clock.advance(10_000);
  const loaded = requests.length;
  await clock.advance(1_800_000);
  await log.end();
  expect(requests.length - loaded).toBe(1_800_000 / 5000);
  expect(log.kept.size).toBe(5411);
  expect(log.loaded()).toEqual([{ from: startOfDay(utcDay(from)), until: clock.now() }]);
});

it('a permanently rejected token neither delays polls of the newest end nor repeats the same pages', async () => {
  const clock = fakeClock('2026-03-14T10:00:00Z');
  const from = clock.now() - 3_600_000;
  const requests: (string | undefined)[] = [];
  const ends = new Set<unknown>();
  let refuses = true;
  const log = followedLog(clock, {
    page(token) {
      requests.push(token);
      const top = token === undefined ? Math.floor((clock.now() - from) / 1000) : Number(token);
      if (refuses && top < 2000)
        throw new ApiError({ kind: 'not-found', title: 'Not found', status: 404 });
      const ids = Array.from({ length: Math.min(50, top + 1) }, (_, at) => top - at);
      return {
        logs: ids.map((id) => entryWith({ logId: String(id), timestamp: from + id * 1000 })),
        next: top >= 50 ? String(top - 50) : null,
      };
    },
    ended: (end) => ends.add(end),
  });
  await clock.advance(60_000);
  const before = requests.length;
  await clock.advance(3_600_000);
  const asked = requests.slice(before);
  expect(asked.filter((token) => token === undefined).length).toBeGreaterThanOrEqual(720);
  // The way down, of a hundred pages at the most, is gone once every five minutes.
  expect(asked.length).toBeLessThan(720 + 12 * 105);
  expect(ends).toContain('token-refused');
  expect(log.kept.size).toBeGreaterThanOrEqual(7260 - 2000);
  refuses = false;
  await clock.advance(600_000);
  await log.end();
  // All except entries since the last poll.
  expect(log.kept.size).toBeGreaterThan(7861 - 5);
});

it.each(['look', 'walk'] as const)(
  'a service that asks a %s to wait receives no request until then, whatever else is due',
  async (refused) => {
    const clock = fakeClock('2026-03-14T10:00:00Z');
    const from = clock.now() - 3_600_000;
    const requests: number[] = [];
    let refusedAt: number | undefined;
    const log = followedLog(clock, {
      page(token) {
        requests.push(clock.elapsed());
        const isMeant = (token === undefined) === (refused === 'look');
        if (refusedAt === undefined && clock.elapsed() > 0 && isMeant) {
          refusedAt = clock.elapsed();
          const asked = { retryAfterMs: 60_000, status: 429 };
          throw new ApiError({ kind: 'rate-limited', title: 'Too many requests', ...asked });
        }
        const top = token === undefined ? Math.floor((clock.now() - from) / 1000) : Number(token);
        const ids = Array.from({ length: 2 }, (_, at) => top - at);
        return {
          logs: ids.map((id) => entryWith({ logId: String(id), timestamp: from + id * 1000 })),
          next: top > clock.elapsed() / 1000 + 3560 ? String(top - 2) : null,
        };
      },
    });
    await clock.advance(120_000);
    await log.end();
    const at = refusedAt ?? 0;
    expect(at).toBeGreaterThan(0);
    expect(requests.filter((each) => each > at && each < at + 60_000)).toEqual([]);
    expect(requests.filter((each) => each >= at + 60_000).length).toBeGreaterThan(0);
  },
);

it.each([
  [1, 10_000, 'has not told the time'],
  [1, 70_000, 'has not told the time'],
  [1, 310_000, 'has not told the time'],
  [200, 20_000, 'has not told the time'],
  [200, 20_000, 'has told the time'],
  [200, 70_000, 'has told the time'],
  [200, 310_000, 'has told the time'],
])(
  'a burst is loaded completely, also below entries dated ahead (%i by %i ms; the service %s)',
  async (many, ahead, told) => {
    const clock = fakeClock('2026-03-14T10:00:00Z');
    if (told === 'has told the time') clock.ahead = () => 0;
    const from = clock.now() - 600_000;
    // One a second; the second of the burst is in the time before the stamp that is ahead.
    const sizes = new Map([
      [590, many],
      [630, 500],
    ]);
    const log = Array.from({ length: 1200 }, (_, second) => second)
      .flatMap((second) => Array.from({ length: sizes.get(second) ?? 1 }, (_, at) => [second, at]))
      .map(([second = 0, at = 0], id) => {
        const came = from + second * 1000;
        return { id: String(id), came, time: second === 590 ? came + ahead + at : came + at };
      });
    const byTime = log.toSorted((a, b) => b.time - a.time);
    const claimedInVain: unknown[] = [];
    const followed = followedLog(clock, {
      page(token) {
        const there = byTime.filter(({ came }) => came <= clock.now());
        const start = there.findIndex(({ id }) => id === token) + 1;
        const page = there.slice(start, start + 50);
        return {
          logs: page.map(({ id, time }) => entryWith({ logId: id, timestamp: time })),
          next: start + 50 < there.length ? (page.at(-1)?.id ?? null) : null,
        };
      },
      progress({ loaded }, kept) {
        const isClaimed = (time: number) =>
          loaded.some(({ from, until }) => from <= time && time < until);
        const missing = log.filter(
          ({ id, came, time }) => came <= clock.now() - 5000 && isClaimed(time) && !kept.has(id),
        );
        claimedInVain.push(...missing);
      },
    });
    await clock.advance(310_000);
    await followed.end();
    const due = log.filter(({ came }) => came <= clock.now() - 5000);
    expect(due.filter(({ id }) => !followed.kept.has(id))).toEqual([]);
    expect(claimedInVain).toEqual([]);
    expect(followed.loaded()).toHaveLength(1);
  },
);

const open: Platform[] = [];
afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

interface Choices {
  readonly place?: number;
  readonly interval?: number;
  readonly backfills?: () => boolean;
  /** In force from the beginning, each for so many requests; for all when not said. */
  readonly faults?: readonly Fault[];
  readonly times?: number;
  /** How long each answer takes, milliseconds. */
  readonly latency?: number;
}

/** Follows a zone of a platform, keeping what arrives by id. */
async function following(
  at: string,
  options: Partial<PlatformOptions> = {},
  choices: Choices = {},
) {
  const { place = 3, interval = 5000, backfills = () => true, faults = [], latency = 0 } = choices;
  const activity = createActivity();
  const clock = fakeClock(at, async () => {
    do {
      await activity.settled();
      await new Promise((resolve) => setImmediate(resolve));
    } while (activity.inFlight > 0);
  });
  const platform = await openPlatform({
    clock,
    seed: 7,
    records: true,
    events: { perSecond: 2 },
    ...options,
  });
  open.push(platform);
  for (const fault of faults) {
    platform.faults.set(fault, choices.times === undefined ? {} : { times: choices.times });
  }
  const client = platformClient(platform, {
    clock,
  });
  const zone = platform.world.shieldZones[place];
  if (!zone) throw new Error(`no zone ${place}`);
  const end = new AbortController();
  const wake = createWake();
  const kept = new Map<string, number>();
  const progress = new Map<UtcDay, DayProgress>();
  const asked: string[] = [];
  const ask = async (day: UtcDay, token: string | undefined, signal: AbortSignal) => {
    asked.push(token === undefined ? 'first' : 'token');
    const input = { shieldZoneId: String(zone.id), date: usDay(day), continuationToken: token };
    if (latency > 0) await clock.sleep(latency, signal);
    return activity.track<EventLogPage>(client(eventLogs, input, signal));
  };
  const done = followDays(
    {
      clock,
      signal: end.signal,
      wake,
      interval: () => interval,
      paused: () => false,
      backfillTo: () => (backfills() ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
      random: () => 0,
      unit: () => undefined,
      ask,
      take: async ({ page }) => {
        let added = 0;
        for (const { logId } of page.logs) {
          if (!kept.has(logId ?? '')) added += 1;
          kept.set(logId ?? '', (kept.get(logId ?? '') ?? 0) + 1);
        }
        return added;
      },
      progress: (state) => progress.set(state.day, state),
    },
    utcDay(clock.now()),
  );
  await clock.advance(0);
  const today = utcDay(clock.now());
  return {
    midnight: startOfDay(today),
    clock,
    platform,
    wake,
    kept,
    asked,
    progress,
    today: () => {
      const state = progress.get(today);
      if (!state) throw new Error('nothing was said of today');
      return state;
    },
    /** Every id the platform holds for a day, up to now. */
    held(day: UtcDay = today) {
      const log = platform.world.events.day(zone, day);
      return new Set(
        Array.from({ length: log.countBy(clock.now()) }, (_, position) => log.idOf(position)),
      );
    },
    async stop() {
      end.abort();
      await done;
    },
  };
}

/** Every entry that the platform has served, once. */
const served = (platform: Platform) => new Set(platform.served.entries().map(({ logId }) => logId));

const ORDERS = ['oldest', 'newest'] as const;

describe('following a zone', () => {
  // Assumption: log-order
  it.each(ORDERS)('has every entry of the day, %s first', async (order) => {
    const zone = await following('2026-03-14T14:02:00Z', {
      dialect: { 'log-order': order, 'log-page-size': 50 },
    });
    await zone.clock.advance(30_000);
    await zone.stop();
    expect(zone.kept.size).toBeGreaterThan(100);
    expect(new Set(zone.kept.keys())).toEqual(served(zone.platform));
    expect(zone.today().order).toBe(`${order}-first`);
    expect(zone.today().coverage.loaded).toHaveLength(1);
  });

  it('gets entries that arrive while it polls', async () => {
    const zone = await following('2026-03-14T14:02:00Z', { events: { perDay: 8640 } });
    const before = zone.kept.size;
    await zone.clock.advance(600_000);
    await zone.stop();
    expect(zone.kept.size).toBeGreaterThan(before);
  });

  it('follows both days across midnight, and drops the old one ten minutes later', async () => {
    const options = { events: { perSecond: 0.5 } };
    const zone = await following('2026-03-14T23:55:00Z', options, { interval: 20_000 });
    const day = utcDay(zone.clock.now());
    await zone.clock.advance(8 * 60_000);
    expect(zone.progress.get(day)?.phase).toBe('following');
    expect(zone.progress.get(day + 1)?.phase).toBe('following');
    await zone.clock.advance(9 * 60_000);
    expect(zone.progress.get(day)?.phase).toBe('ended');
    await zone.stop();
    const days = new Set(zone.platform.served.entries().map((entry) => entry.day));
    expect(days).toEqual(new Set([day, day + 1]));
    expect(new Set(zone.kept.keys())).toEqual(served(zone.platform));
  });

  it.each(ORDERS)('loads several new pages between two polls, %s first', async (order) => {
    const zone = await following(
      '2026-03-14T14:02:00Z',
      { events: { perDay: 8640 }, dialect: { 'log-order': order, 'log-page-size': 10 } },
      { place: 0, interval: 60_000 },
    );
    await zone.clock.advance(60_000);
    // No request is possible for ten minutes, in which six pages are replaced.
    await zone.platform.faults.refuseConnections();
    await zone.clock.advance(600_000);
    await zone.platform.faults.acceptConnections();
    await zone.clock.advance(150_000);
    await zone.stop();
    const missing = [...zone.held()].filter((id) => !zone.kept.has(id));
    expect(missing.length).toBeLessThan(20);
    expect(zone.today().coverage.loaded).toHaveLength(1);
    expect(gaps(zone.today().coverage)).toEqual([]);
  });
});

describe('a faulty service', () => {
  const busy: Partial<PlatformOptions> = {
    events: { perDay: 4000 },
    dialect: { 'log-order': 'newest', 'log-page-size': 50 },
  };

  it('entries that repeating tokens do not reach are reported as missing, and loaded once they can be reached', async () => {
    const faults: Fault[] = [{ kind: 'repeated-token' }];
    const zone = await following('2026-03-14T14:02:00Z', busy, { place: 0, faults });
    await zone.clock.advance(120_000);
    expect(zone.today().end).toBe('token-repeated');
    expect(zone.today().coverage.stopped).toBe('the service repeats a page');
    expect(zone.today().coverage.loaded[0]?.from).toBeGreaterThan(zone.midnight + 12 * 3_600_000);
    zone.platform.faults.clear();
    await zone.clock.advance(120_000);
    await zone.stop();
    expect(zone.today().end).toBe('complete');
    expect(zone.today().coverage.loaded[0]?.from).toBe(zone.midnight);
    expect([...zone.held()].filter((id) => !zone.kept.has(id)).length).toBeLessThan(3);
  });

  // Assumption: log-tail
  it.each(ORDERS)('an expired token starts the day again, %s first', async (order) => {
    const zone = await following(
      '2026-03-14T14:02:00Z',
      { ...busy, dialect: { 'log-order': order, 'log-page-size': 50 } },
      { place: 0, faults: [{ kind: 'expired-token', status: 410 }], times: 2 },
    );
    await zone.clock.advance(30_000);
    await zone.stop();
    expect(zone.today().restarts).toBe(2);
    expect(new Set(zone.kept.keys())).toEqual(zone.held());
    expect(zone.today().coverage.loaded).toHaveLength(1);
  });

  it('a request without an answer is repeated, and the live end catches up', async () => {
    const zone = await following('2026-03-14T14:02:00Z', busy, { place: 0 });
    await zone.platform.faults.refuseConnections();
    await zone.clock.advance(300_000);
    expect(zone.today().failure?.error.kind).toBe('unreachable');
    await zone.platform.faults.acceptConnections();
    await zone.clock.advance(120_000);
    await zone.stop();
    expect(zone.today().failure).toBeNull();
    expect(gaps(zone.today().coverage)).toEqual([]);
  });
});

describe('local events', () => {
  const busy: Partial<PlatformOptions> = {
    events: { perDay: 20_000 },
    dialect: { 'log-order': 'newest', 'log-page-size': 50 },
  };

  it('a machine that slept catches up, and says that it is behind until then', async () => {
    const zone = await following('2026-03-14T14:02:00Z', busy, { place: 0, interval: 60_000 });
    await zone.clock.advance(20_000);
    await zone.platform.faults.refuseConnections();
    zone.clock.shiftWall(3_600_000);
    await zone.clock.advance(6_000);
    expect(zone.today().stale).toBe(true);
    await zone.platform.faults.acceptConnections();
    await zone.clock.advance(70_000);
    await zone.stop();
    expect(zone.today().stale).toBe(false);
    expect(zone.today().coverage.loaded).toHaveLength(1);
    expect([...zone.held()].filter((id) => !zone.kept.has(id)).length).toBeLessThan(30);
  });

  it('without the backfill the newest end is still followed', async () => {
    let backfills = false;
    const zone = await following('2026-03-14T14:02:00Z', busy, {
      place: 0,
      backfills: () => backfills,
    });
    await zone.clock.advance(60_000);
    expect(zone.asked).not.toContain('token');
    expect(zone.kept.size).toBeGreaterThan(50);
    backfills = true;
    zone.wake.now();
    await zone.clock.advance(60_000);
    await zone.stop();
    expect(zone.today().coverage.loaded[0]?.from).toBe(zone.midnight);
  });

  it('the newest end is polled during a long walk back through a day', async () => {
    const zone = await following('2026-03-14T14:02:00Z', busy, {
      place: 0,
      interval: 1000,
      latency: 100,
    });
    await zone.clock.advance(20_000);
    await zone.stop();
    const firstWalk = zone.asked.slice(0, 100);
    expect(firstWalk.filter((token) => token === 'first').length).toBeGreaterThan(5);
    expect(firstWalk.filter((token) => token === 'token').length).toBeGreaterThan(50);
  });
});
