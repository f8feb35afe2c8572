import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Coverage, noCoverage } from '../../../src/events/coverage.ts';
import { EventStore } from '../../../src/events/store.ts';
import { followZone } from '../../../src/feeds/follow-zone.ts';
import { createWake } from '../../../src/feeds/scheduling.ts';
import {
  afterPage,
  allBegunAt,
  another,
  backTo,
  coversTwo,
  firstBudget,
  type LoadBudget,
  WHOLE_LOG,
} from '../../../src/panes/events/load-budget.ts';
import { SERVICE } from '../../../src/panes/events/state.ts';
import { startOfDay, utcDay } from '../../../src/text/time.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { openPlatform } from '../../support/observed-platform.ts';
import { platformClient } from '../../support/platform-client.ts';

const HOUR = 3_600_000;
const NO_LABELS = {
  asn: null,
  country: null,
  ruleId: null,
  severity: null,
  method: null,
  ruleGroup: null,
  status: null,
  serverZone: null,
};
const page = (entries: number, length: number) => ({
  logs: Array.from({ length: entries }, () => ({
    logId: 'a',
    timestamp: 1,
    log: 'x'.repeat(length),
    labels: NO_LABELS,
  })),
});

it('opening a log loads its newest hour', () => {
  expect(firstBudget(10 * HOUR).to).toBe(9 * HOUR);
  expect(another(9 * HOUR).to).toBe(8 * HOUR);
});

it('nothing more is requested once the byte budget is used up', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 20_000 })), {
        minLength: 1,
        maxLength: 100,
      }),
      (pages) => {
        let budget: LoadBudget = { to: 0, left: 1_000_000, page: 0, since: 100 * HOUR };
        let come = 0;
        let reached = 100 * HOUR;
        for (const [entries, length] of pages) {
          if (reached <= budget.to) break;
          come += entries * length;
          reached -= 60_000;
          budget = afterPage(budget, page(entries, length), reached, 100 * HOUR);
        }
        // Only a page larger than all earlier ones may exceed the budget.
        const largest = Math.max(...pages.map(([entries, length]) => entries * (length + 300)));
        expect(come).toBeLessThan(1_000_000 + largest);
      },
    ),
  );
});

it('new entries are loaded even without budget, up to an hour back', () => {
  const spent = afterPage(firstBudget(10 * HOUR, 1000), page(50, 1000), 9.5 * HOUR, 10 * HOUR);
  expect(spent.to).toBe(9.5 * HOUR);
  // The newest page after an outage is a separate stretch.
  expect(afterPage(spent, page(50, 1000), 10.5 * HOUR, 10.6 * HOUR).to).toBe(10 * HOUR);
  expect(afterPage(spent, page(50, 1000), 15 * HOUR, 15.1 * HOUR).to).toBeCloseTo(14.1 * HOUR, -1);
});

it('a requested time and the whole log have no byte limit', () => {
  for (const budget of [backTo(HOUR), WHOLE_LOG]) {
    expect(afterPage(budget, page(50, 1000), 5 * HOUR, 5 * HOUR).to).toBe(budget.to);
  }
});

it('use 6: opening a log transfers at most its budget', async () => {
  const clock = fakeClock('2026-03-14T12:00:00Z');
  const platform = await openPlatform({
    clock,
    seed: 1,
    events: { perDay: 100_000 },
    dialect: { 'log-page-size': 200 },
    compresses: false,
  });
  const BYTES = 1_000_000;
  let budget = firstBudget(clock.now(), BYTES);
  let coverage: Coverage | undefined;
  const end = new AbortController();
  const following = followZone({
    call: platformClient(platform, {
      clock,
    }),
    clock,
    signal: end.signal,
    wake: createWake(),
    store: new EventStore(),
    zone: String(platform.world.shieldZones[0]?.id),
    from: utcDay(clock.now()),
    interval: () => 5000,
    paused: () => false,
    random: () => 0.5,
    grown() {},
    backfillTo: () => budget.to,
    mayAskAhead: (bytes) => coversTwo(budget, bytes),
    arrived: (page) => {
      budget = afterPage(budget, page, coverage?.loaded.at(-1)?.from ?? null, clock.now());
    },
    progress: (progress) => {
      coverage = progress.coverage;
      if (progress.phase === 'following') end.abort();
    },
  });
  await following;
  const { requests } = platform.served;
  await platform.close();
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  expect(bytes).toBeLessThanOrEqual(BYTES);
  // The budget is used: another page would exceed it.
  expect(bytes).toBeGreaterThan(BYTES * 0.7);
  expect(requests.length).toBeGreaterThan(3);
});

it('several zones are complete from the latest start on, also on the next day', () => {
  const yesterday = utcDay(Date.UTC(2026, 2, 13));
  const day = (of: number, from: number) => ({
    ...({ day: of, order: 'newest-first', pages: 1, phase: 'following', end: null } as const),
    restarts: 0,
    failure: null,
    stale: false,
    coverage: { ...noCoverage(of), loaded: [{ from, until: from + HOUR }] },
  });
  const [one, other] = [startOfDay(yesterday) + 20 * HOUR, startOfDay(yesterday) + 21 * HOUR];
  const days = new Map(
    [one, other].map((from, at) => [
      String(at),
      new Map([
        [yesterday, day(yesterday, from)],
        [yesterday + 1, day(yesterday + 1, startOfDay(yesterday + 1))],
      ]),
    ]),
  );
  const zones = ['0', '1'];
  expect(allBegunAt({ source: SERVICE, zones, days })).toBe(other);
  expect(allBegunAt({ source: SERVICE, zones: ['1'], days })).toBeNull();
  expect(allBegunAt({ source: SERVICE, zones, days: new Map() })).toBeNull();
});
