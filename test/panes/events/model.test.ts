import { describe, expect, it } from 'vitest';
import { noCoverage } from '../../../src/events/coverage.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { createEngine } from '../../../src/panes/events/engine.ts';
import { stacked } from '../../../src/panes/events/filter-stack.ts';
import { eventsModel } from '../../../src/panes/events/model.ts';
import { EMPTY_EVENTS, type EventsState, SERVICE } from '../../../src/panes/events/state.ts';
import type { PaneContext } from '../../../src/panes/pane.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { utcDay } from '../../../src/text/time.ts';
import { consoleStore } from '../../support/console-store.ts';
import { entryWith } from '../../support/event-entries.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { inZone } from '../../support/in-zone.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const ABOUT_NOON = { from: NOON - 60_000, until: NOON + 60_000 };
const ZONES = { source: SERVICE, zones: ['7'] };

function listed() {
  const store = consoleStore();
  const slice = createSlices().create<EventsState>({ ...EMPTY_EVENTS, ...ZONES });
  const feeds = createSupervisor((error) => {
    throw error;
  });
  // The test advances the views itself.
  const still = { ...feeds, run: () => 'running' as const, stop() {} };
  const clock = fakeClock();
  const engine = createEngine({ feeds: still, changed() {}, now: () => clock.now() });
  const model = eventsModel(
    { store, clock, feeds: still } as unknown as PaneContext,
    slice,
    engine,
    () => {},
  );
  engine.show(ZONES, {
    filter: parseFilter('status:Blocked').filter,
    search: parseFilter('owa').filter,
    around: null,
    range: null,
    stack: [],
    moment: model.moment(),
  });
  const shown = engine.shown() ?? expect.fail('nothing is shown');
  shown.store.add('7', [entryWith({ logId: 'a', timestamp: NOON })]);
  const set = (change: Partial<EventsState>) => slice.setState(change);
  return { store, model, shown, set, clock };
}

type Listed = ReturnType<typeof listed>;

const drawn = ({ model, shown }: Listed) => ({
  columns: model.columns(shown),
  histogram: model.histogram(shown, { columns: 80, rows: 24 }, 4),
});

it.each([
  [{ search: 'since:11:30 until:15:00' }, 1, 1],
  [{ filters: [stacked('!(since:11:30 until:15:00)')] }, 0, undefined],
  [{ filters: [stacked('(since:11:30 until:15:00) or a')] }, 1, undefined],
  // The time range is no start of a filter or search.
  [{ filters: [stacked('until:11:00')], timeRange: ABOUT_NOON }, 0, undefined],
  [{ search: 'until:11:00', timeRange: ABOUT_NOON }, 1, 0],
])('at 14:02, of an entry at noon, %j lists %i and finds %s', (change, matched, found) => {
  const { model } = listed();
  model.applyFilters(change);
  const shown = model.shown();
  for (const view of [shown?.view, shown?.found]) view?.advance(1000);
  expect(shown?.view.counts.matched).toBe(matched);
  expect(shown?.found?.counts.matched).toBe(found);
});

describe('the drawn view', () => {
  it('stays identical while nothing has changed', () => {
    const list = listed();
    const before = drawn(list);
    list.set({ list: { ...EMPTY_EVENTS.list, cursor: 'a' } });
    list.store.setState({ moving: true });
    expect(drawn(list).columns).toBe(before.columns);
    expect(drawn(list).histogram).toBe(before.histogram);
  });

  it.each<[string, 'both' | 'columns' | 'histogram', (list: Listed) => void]>([
    [
      'an entry comes',
      'both',
      ({ shown }) => {
        shown.store.add('7', [entryWith({ logId: 'b', timestamp: NOON + 1 })]);
      },
    ],
    [
      'another version of an entry comes',
      'both',
      ({ shown }) => {
        shown.store.add('7', [entryWith({ logId: 'a', timestamp: NOON, log: 'otherwise' })]);
      },
    ],
    [
      'the filter has looked at an entry',
      'both',
      ({ shown }) => {
        shown.view.advance(1000);
      },
    ],
    [
      'the search has looked at an entry',
      'columns',
      ({ shown }) => {
        shown.found?.advance(1000);
      },
    ],
    ['something new was told of', 'columns', ({ model }) => model.redraw()],
    [
      'times are shown in another zone',
      'both',
      ({ store }) => store.setState({ timeZone: 'local' }),
    ],
    [
      'a zone has another name',
      'columns',
      ({ store }) => {
        store.setState(({ workspace }) => ({
          workspace: { ...workspace, shieldZones: [{ id: '7', name: 'shop' }] },
        }));
      },
    ],
    [
      'an entry is marked',
      'columns',
      ({ set }) => {
        set({ list: { ...EMPTY_EVENTS.list, marks: new Set(['1']) } });
      },
    ],
    ['something is noted', 'columns', ({ set }) => set({ notes: new Map([['1', 'look']]) })],
    ['values are coloured', 'columns', ({ set }) => set({ coloured: true })],
    ['times are shown otherwise', 'columns', ({ set }) => set({ timeColumn: 'elapsed' })],
    [
      'a stretch time range is set',
      'histogram',
      ({ set }) => set({ timeRange: { from: NOON, until: NOON + 1 } }),
    ],
    [
      'it is zoomed',
      'histogram',
      ({ set }) => set({ zoom: { from: NOON - 60_000, until: NOON + 1 } }),
    ],
  ])('is made anew when %s', (_, what, change) => {
    const list = listed();
    const before = drawn(list);
    change(list);
    const after = drawn(list);
    if (what !== 'histogram') expect(after.columns).not.toBe(before.columns);
    if (what !== 'columns') expect(after.histogram).not.toBe(before.histogram);
  });

  it('does not recount the bars because of a redraw, which would never end', () => {
    const list = listed();
    const { histogram } = drawn(list);
    list.model.redraw();
    expect(drawn(list).histogram).toBe(histogram);
  });

  it('is recreated for a histogram of another size', () => {
    const { model, shown } = listed();
    const before = model.histogram(shown, { columns: 80, rows: 24 }, 4);
    expect(model.histogram(shown, { columns: 81, rows: 24 }, 4)).not.toBe(before);
    expect(model.histogram(shown, { columns: 80, rows: 24 }, 1)).not.toBe(before);
  });
});

it("reads a time of day with the UTC offset of the archive's day", () => {
  inZone('Europe/Berlin', () => {
    const { store, set, model } = listed();
    store.setState({ timeZone: 'local' });
    const offsetOn = (day: string) => {
      const of = utcDay(Date.parse(day));
      const coverage = new Map([['7', new Map([[of, noCoverage(of)]])]]);
      set({ source: { kind: 'archive', path: 'shop.db', zones: [], coverage } });
      return model.moment().offsetMinutes;
    };
    expect(offsetOn('2025-07-10')).toBe(120);
    expect(offsetOn('2025-11-10')).toBe(60);
  });
});

it('an entry of a clock that is hours ahead makes no later entry late', () => {
  const { shown, clock } = listed();
  const at = (seconds: number) =>
    entryWith({ logId: `${seconds}`, timestamp: clock.now() + seconds * 1000 });
  shown.store.add('7', [at(10_800)], 'live');
  for (let seconds = 1; seconds < 20; seconds += 1) shown.store.add('7', [at(seconds)], 'live');
  expect(shown.store.counts.late).toBe(0);
  shown.store.add('7', [at(0)], 'live');
  expect(shown.store.counts.late).toBe(1);
});
