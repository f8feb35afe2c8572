import { expect, it } from 'vitest';
import { EventStore } from '../../src/events/store.ts';
import { followZone } from '../../src/feeds/follow-zone.ts';
import type { DayProgress } from '../../src/feeds/pages-feed.ts';
import { createWake } from '../../src/feeds/wake.ts';
import { parseBaseUrl } from '../../src/http/base-url.ts';
import { createClient } from '../../src/http/client.ts';
import { openPlatform } from '../../src/platform/platform.ts';
import { utcDay } from '../../src/text/time.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { noDrift } from '../support/no-drift.ts';

it('a zone is followed into its store: everything once, and what comes while looking', async () => {
  const clock = fakeClock('2026-03-14T01:00:00Z');
  const platform = await openPlatform({ clock, seed: 1, events: { perDay: 20_000 } });
  const base = parseBaseUrl(platform.baseUrl);
  if (base.kind !== 'ok') throw new Error(base.reason);
  const [zone] = platform.world.shieldZones;
  if (!zone) throw new Error('The world has no zone');
  const today = utcDay(clock.now());
  const logged = () => platform.world.events.day(zone, today).countBy(clock.now());

  const store = new EventStore();
  const end = new AbortController();
  const signs = { grown: 0, progress: [] as DayProgress[] };
  const following = followZone({
    call: createClient({
      baseUrl: base.baseUrl,
      accessKey: () => platform.accessKey,
      userAgent: 'warren-test',
      clock,
      drift: noDrift,
      onExchange() {},
    }),
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
  /** Lets real input and output happen, and so many milliseconds pass each time, until `so`. */
  const until = async (so: () => boolean, step = 0) => {
    while (!so()) await clock.advance(step);
  };
  try {
    // Told a moment after the last entry is in, as it is throttled.
    await until(() => store.size === logged() && signs.grown > 0);

    const before = store.size;
    await until(() => store.size > before + 10, 100);
    expect(store.size).toBeLessThanOrEqual(logged());
    expect(signs.progress.at(-1)).toMatchObject({ day: today, phase: 'following', failure: null });
  } finally {
    end.abort();
    await following;
    await platform.close();
  }
});
