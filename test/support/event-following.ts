import type { Call } from '../../src/contract/operation.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import type { AnswerReader } from '../../src/contract/read-answer.ts';
import type { Coverage } from '../../src/events/coverage.ts';
import { EventStore } from '../../src/events/store.ts';
import { followZones } from '../../src/feeds/follow-zone.ts';
import type { DayProgress } from '../../src/feeds/pages-feed.ts';
import { createWake } from '../../src/feeds/scheduling.ts';
import { createActivity } from '../../src/state/activity.ts';
import { type UtcDay, utcDay } from '../../src/text/time.ts';
import type { Schedule, Step } from './event-schedule.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { openPlatform, type Platform } from './observed-platform.ts';
import { platformClient } from './platform-client.ts';

/** Both sides of the wire after a schedule. */
export interface Played {
  readonly platform: Platform;
  readonly clock: FakeClock;
  readonly store: EventStore;
  /** The latest progress of each day of each zone. */
  readonly progress: ReadonlyMap<string, ReadonlyMap<UtcDay, DayProgress>>;
  close(): Promise<void>;
}

const macrotask = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Turns of the event loop that suffice to decode and store a page and to request the next one. */
const TURNS = 6;

/**
 * Plays a schedule with the real client and the embedded platform on a fake clock.
 *
 * @param reader decodes the pages; by default they are decoded in this thread
 */
export async function play(schedule: Schedule, reader?: AnswerReader): Promise<Played> {
  const activity = createActivity();
  let asked = 0;
  const clock = fakeClock(schedule.at, async () => {
    // The turns are counted from the latest request, because a walk requests page after page.
    for (let turns = 0, before = asked; turns < TURNS; turns = asked === before ? turns + 1 : 0) {
      before = asked;
      await activity.settled();
      await macrotask();
    }
  });
  const platform = await openPlatform({
    clock,
    seed: schedule.seed,
    records: true,
    compresses: schedule.seed % 2 === 0,
    ...schedule.platform,
  });
  if (schedule.late) platform.faults.set(schedule.late);
  const client = platformClient(platform, {
    clock,
    reader,
  });
  const call: Call = (operation, input, signal) => {
    asked += 1;
    return activity.track(client(operation, input, signal));
  };
  const zones = schedule.zones.map((at) => String(platform.world.shieldZones[at]?.id));
  const from = utcDay(clock.now()) - schedule.daysBack;

  // On a fake clock a page is stored in one slice, however slow the machine is.
  const newStore = () => new EventStore({ elapsed: clock.elapsed });
  let store = newStore();
  let progress = new Map<string, Map<UtcDay, DayProgress>>();
  let backfills = true;
  let end = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let wake = createWake();

  const begin = (known: (zone: string, day: UtcDay) => Coverage | undefined) => {
    end = new AbortController();
    wake = createWake();
    progress = new Map(zones.map((zone) => [zone, new Map()]));
    running = followZones({
      call,
      clock,
      signal: end.signal,
      wake,
      store,
      zones,
      from,
      interval: () => schedule.interval,
      paused: () => false,
      backfillTo: () => (backfills ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
      random: () => 0.5,
      grown: () => {},
      progress: (zone, day) => progress.get(zone)?.set(day.day, day),
      covered: (zone, day) => settledPart(known(zone, day)),
    });
    running.catch(() => {});
  };
  const stop = async () => {
    end.abort();
    await running;
  };

  const clearing: (() => void)[] = [];
  let refuses = false;
  const take = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'pass':
        return clock.advance(step.ms);
      case 'fault': {
        const scope = { operation: eventLogs.id, ...(step.times ? { times: step.times } : {}) };
        clearing.push(platform.faults.set(step.fault, scope));
        return;
      }
      case 'clear':
        for (const clear of clearing.splice(0)) clear();
        return;
      case 'refuse connections':
        if (!refuses) await platform.faults.refuseConnections();
        refuses = true;
        return;
      case 'accept connections':
        if (refuses) await platform.faults.acceptConnections();
        refuses = false;
        return;
      case 'sleep':
        clock.shiftWall(step.ms);
        return;
      case 'backfill':
        backfills = step.on;
        wake.now();
        return;
      case 'restart': {
        await stop();
        const before = progress;
        if (step.keeps === 'nothing') store = newStore();
        begin((zone, day) =>
          step.keeps === 'coverage' ? before.get(zone)?.get(day)?.coverage : undefined,
        );
      }
    }
  };

  begin(() => undefined);
  for (const step of schedule.steps) await take(step);
  await stop();
  return { platform, clock, store, progress, close: () => platform.close() };
}

/** The part of an earlier run's coverage that does not depend on the console's clock. */
function settledPart(coverage: Coverage | undefined): Coverage['loaded'] {
  const newest = coverage?.newest ?? null;
  if (!coverage || newest === null) return [];
  return coverage.loaded
    .map(({ from, until }) => ({ from, until: Math.min(until, newest) }))
    .filter(({ from, until }) => from < until);
}
