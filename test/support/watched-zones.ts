import type { Call } from '../../src/contract/operation.ts';
import type { Clock } from '../../src/edges/clock.ts';
import { EVERYTHING } from '../../src/events/filter/filter.ts';
import type { EventStore } from '../../src/events/store.ts';
import { followZones } from '../../src/feeds/follow-zone.ts';
import type { DayProgress } from '../../src/feeds/pages-feed.ts';
import { createRequestScheduler } from '../../src/feeds/request-scheduler.ts';
import { createWake } from '../../src/feeds/scheduling.ts';
import { createSupervisor } from '../../src/feeds/supervisor.ts';
import type { History } from '../../src/history/history.ts';
import { watchBursts } from '../../src/panes/events/burst-watch.ts';
import { createEngine } from '../../src/panes/events/engine.ts';
import { EMPTY_EVENTS } from '../../src/panes/events/state.ts';
import { createSlices } from '../../src/state/slice.ts';
import { EMPTY_WORKSPACE, type SavedWatch, type WorkspaceItem } from '../../src/state/workspace.ts';
import { startOfDay, type UtcDay, utcDay } from '../../src/text/time.ts';
import { NO_WATCHES, Watches } from '../../src/watches/watching.ts';
import { consoleStore } from './console-store.ts';

const INTERVAL = 5000;

interface WatchedParts {
  readonly clock: Clock;
  /** Calls the service and reports overviews of applications to the history. */
  readonly call: Call;
  readonly history: History;
  readonly apps: readonly WorkspaceItem[];
  readonly zones: readonly WorkspaceItem[];
  readonly watches: readonly SavedWatch[];
}

interface WatchedZones {
  /** The loaded entries. */
  readonly store: EventStore;
  /** Searches for bursts, as the pane does when entries arrive. */
  look(): void;
  stop(): void;
}

/** Follows the logs of zones as a console does, finds bursts and evaluates watches, without a screen. */
export function watchZones(parts: WatchedParts): WatchedZones {
  const { clock, call, history, zones } = parts;
  const feeds = createSupervisor((error) => {
    throw error;
  });
  const store = consoleStore({
    workspace: {
      ...EMPTY_WORKSPACE,
      apps: parts.apps,
      shieldZones: zones,
      watches: parts.watches,
    },
    now: { wall: clock.now(), elapsed: clock.elapsed() },
  });
  const slices = createSlices();
  new Watches({
    store,
    slice: slices.create(NO_WATCHES),
    history,
    clock,
    call,
    feeds,
    requests: createRequestScheduler({ store, call, clock }),
    random: () => 0.5,
    say() {},
    alarm() {},
  });
  const engine = createEngine({ feeds, changed() {} });
  const ids = zones.map(({ id }) => id);
  const slice = slices.create({ ...EMPTY_EVENTS, zones: ids });
  const listing = slice.getState();
  const moment = () => ({
    now: clock.now(),
    day: startOfDay(utcDay(clock.now())),
    offsetMinutes: 0,
  });
  engine.show(listing, {
    filter: EVERYTHING,
    search: null,
    around: null,
    range: null,
    stack: [],
    moment: moment(),
  });
  const shown = engine.shown();
  if (!shown) throw new Error('No zone is listed');
  feeds.run('events', 'all', (signal) =>
    followZones({
      call,
      clock,
      signal,
      wake: createWake(),
      store: shown.store,
      zones: ids,
      from: utcDay(clock.now()),
      interval: () => INTERVAL,
      paused: () => false,
      random: () => 0.5,
      grown: engine.grown,
      progress: (zone, progress) =>
        slice.setState(({ days }) => ({
          days: new Map(days).set(zone, withDay(days.get(zone), progress)),
        })),
    }),
  );
  return {
    store: shown.store,
    look: watchBursts({ clock, feeds, history, store }, slice, engine),
    stop: feeds.stopAll,
  };
}

const withDay = (
  days: ReadonlyMap<UtcDay, DayProgress> | undefined,
  progress: DayProgress,
): ReadonlyMap<UtcDay, DayProgress> => new Map(days).set(progress.day, progress);
