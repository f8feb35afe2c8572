import { expect, it } from 'vitest';
import { EVERYTHING } from '../../../src/events/filter/filter.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { answering, storeAnswerer } from '../../../src/events/questions/ask.ts';
import { EventStore } from '../../../src/events/store.ts';
import type { DayProgress } from '../../../src/feeds/pages-feed.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import type { History } from '../../../src/history/history.ts';
import { watchBursts } from '../../../src/panes/events/burst-watch.ts';
import type { Shown } from '../../../src/panes/events/engine.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { startOfDay, utcDay } from '../../../src/text/time.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { consoleStore } from '../../support/console-store.ts';

const NOW = Date.parse('2026-03-14T12:00:30Z');
const MINUTE = 60_000;
const END = NOW - 30_000;

/** The report about a log with these numbers of entries in the minutes before noon, newest last. */
async function told(
  perMinute: readonly number[],
  loadedFrom = startOfDay(utcDay(NOW)),
  /** The start of the same log in another zone. */
  otherFrom?: number,
) {
  const store = new EventStore({ unit: 'ms' });
  const entries = perMinute.flatMap((count, at) =>
    Array.from({ length: count }, (_, each) =>
      entryWith({
        logId: `${at}-${each}`,
        timestamp: END - (perMinute.length - at) * MINUTE + each * 10,
        labels: { status: 'Blocked' },
      }),
    ),
  );
  store.add('7', entries);
  if (otherFrom !== undefined) store.add('9', entries);
  const zones = otherFrom === undefined ? ['7'] : ['7', '9'];
  const moment = { now: NOW, day: startOfDay(utcDay(NOW)), offsetMinutes: 0 };
  const view = new FilteredView(store, EVERYTHING, moment);
  while (view.advance(1000));
  const shown: Shown = {
    zones,
    store,
    view,
    found: null,
    around: view,
    hiddenBy: () => null,
    archive: null,
    span: null,
    scope: { filter: EVERYTHING, moment },
    answers: storeAnswerer(store, () => Promise.resolve(), [view]),
    soFar: (question) => answering(store, question, { views: [view] }),
  };
  const dayFrom = (from: number): DayProgress => ({
    day: utcDay(NOW),
    order: 'newest-first',
    pages: 1,
    phase: 'following',
    end: 'waiting',
    restarts: 0,
    failure: null,
    stale: false,
    coverage: {
      day: utcDay(NOW),
      order: 'newest-first',
      pages: 1,
      entries: entries.length,
      loaded: [{ from, until: NOW }],
      oldest: null,
      newest: null,
      stopped: null,
    },
  });
  const days = new Map(
    zones.map((zone, at) => {
      const day = dayFrom(at === 0 ? loadedFrom : (otherFrom ?? loadedFrom));
      return [zone, new Map([[day.day, day]])] as const;
    }),
  );
  const slice = createSlices().create({ ...EMPTY_EVENTS, zones, days });
  const seen: unknown[] = [];
  const seeBurst: History['seeBurst'] = (zone, { isBurst, text }, at) => {
    seen.push([zone, isBurst, text, at - NOW]);
  };
  let feed = Promise.resolve();
  const feeds = createSupervisor((error) => expect.fail(String(error)));
  const look = watchBursts(
    {
      store: consoleStore(),
      clock: { now: () => NOW, elapsed: () => 0, sleep: async () => {} },
      feeds: {
        ...feeds,
        run(_name, _subject, work) {
          feed = work(new AbortController().signal);
          return 'started';
        },
      },
      history: { seeBurst } as Pick<History, 'seeBurst'> as History,
    },
    slice,
    { shown: () => shown },
  );
  look();
  await feed;
  look();
  return seen;
}

const CALM = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? 4 : 3));

it('reports once a minute whether the newest minute of a zone is a burst', async () => {
  expect(await told([...CALM, 40])).toEqual([['7', true, '40 a minute, usual are 3', -30_000]]);
  expect(await told([...CALM, ...CALM, 40])).toEqual([
    ['7', true, '40 a minute, usual are 3', -30_000],
  ]);
  expect(await told([...CALM, ...CALM, 4])).toEqual([
    ['7', false, '4 a minute, usual are 3', -30_000],
  ]);
});

it('needs ten complete minutes', async () => {
  expect(await told([...CALM, 40], NOW - 20 * MINUTE)).toEqual([
    ['7', true, '40 a minute, usual are 3', -30_000],
  ]);
  expect(await told([...CALM, 40], NOW - 10 * MINUTE)).toEqual([]);
});

it('measures each zone on its own loaded part', async () => {
  const rising = [...Array<number>(25).fill(3), ...Array<number>(10).fill(40), 41];
  expect(await told(rising, NOW - 36 * MINUTE, NOW - 12 * MINUTE)).toEqual([
    ['7', true, '41 a minute, usual are 3', -30_000],
    ['9', false, '41 a minute, usual are 40', -30_000],
  ]);
});
