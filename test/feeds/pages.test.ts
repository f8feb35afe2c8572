import { afterEach, describe, expect, it } from 'vitest';
import { noDrift } from '../../src/contract/drift.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { type DayProgress, followDays } from '../../src/feeds/pages.ts';
import { createWake } from '../../src/feeds/wake.ts';
import { parseBaseUrl } from '../../src/http/base-url.ts';
import { createClient } from '../../src/http/client.ts';
import { openPlatform, type Platform, type PlatformOptions } from '../../src/platform/platform.ts';
import { createActivity } from '../../src/state/activity.ts';
import { usDay, utcDay } from '../../src/text/moments.ts';
import { fakeClock } from '../support/fake-clock.ts';

const open: Platform[] = [];
afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

/** Follows the quietest talking zone of a platform, keeping what arrives by id. */
async function following(at: string, options: Partial<PlatformOptions> = {}) {
  const clock = fakeClock(at);
  const platform = await openPlatform({
    clock,
    seed: 7,
    records: true,
    events: { perSecond: 2 },
    ...options,
  });
  open.push(platform);
  const base = parseBaseUrl(platform.baseUrl);
  if (base.kind !== 'ok') throw new Error(base.reason);
  const activity = createActivity();
  const client = createClient({
    baseUrl: base.baseUrl,
    accessKey: () => platform.accessKey,
    userAgent: 'test',
    clock,
    drift: noDrift,
    onExchange: () => {},
  });
  const zone = String(platform.world.shieldZones[3]?.id);
  const end = new AbortController();
  const kept = new Map<string, number>();
  const progress = new Map<number, DayProgress>();
  const done = followDays(
    {
      clock,
      signal: end.signal,
      wake: createWake(),
      interval: () => 5000,
      held: () => false,
      random: () => 0,
      ask: (day, token, signal) =>
        activity.track(
          client(
            eventLogs,
            { shieldZoneId: zone, date: usDay(day), continuationToken: token },
            signal,
          ),
        ),
      take: async (page) => {
        let added = 0;
        for (const { logId } of page.logs) {
          if (!kept.has(logId ?? '')) added += 1;
          kept.set(logId ?? '', (kept.get(logId ?? '') ?? 0) + 1);
        }
        return { added, known: page.logs.length - added };
      },
      progress: (state) => progress.set(state.day, state),
    },
    utcDay(clock.now()),
  );
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      await clock.advance(Math.min(1000, left));
      await activity.settled();
    }
  };
  await activity.settled();
  return {
    clock,
    platform,
    kept,
    progress,
    pass,
    async stop() {
      end.abort();
      await done;
    },
  };
}

/** Every entry that the platform has served, once. */
const served = (platform: Platform) => new Set(platform.served.entries().map(({ logId }) => logId));

describe('following a zone', () => {
  it.each(['oldest', 'newest'] as const)('has every entry of the day, %s first', async (order) => {
    const zone = await following('2026-03-14T14:02:00Z', {
      dialect: { 'log-order': order, 'log-page-size': 50 } as never,
    });
    await zone.pass(30_000);
    await zone.stop();
    expect(zone.kept.size).toBeGreaterThan(100);
    expect(new Set(zone.kept.keys())).toEqual(served(zone.platform));
  });

  it('gets what comes in while it looks', async () => {
    const zone = await following('2026-03-14T14:02:00Z');
    const before = zone.kept.size;
    await zone.pass(600_000);
    await zone.stop();
    expect(zone.kept.size).toBeGreaterThan(before);
  });

  it('follows both days across midnight, and lets go of the old one ten minutes later', async () => {
    const zone = await following('2026-03-14T23:55:00Z', { events: { perSecond: 20 } });
    const day = utcDay(zone.clock.now());
    await zone.pass(8 * 60_000);
    expect(zone.progress.get(day)?.phase).toBe('following');
    expect(zone.progress.get(day + 1)?.phase).toBe('following');
    await zone.pass(9 * 60_000);
    expect(zone.progress.get(day)?.phase).toBe('ended');
    await zone.stop();
    const days = new Set(zone.platform.served.entries().map((entry) => entry.day));
    expect(days).toEqual(new Set([day, day + 1]));
    expect(new Set(zone.kept.keys())).toEqual(served(zone.platform));
  });
});
