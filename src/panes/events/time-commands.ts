import { type Command, command } from '../../commands/command.ts';
import { covers } from '../../events/coverage.ts';
import { earliestTime } from '../../events/filter/filter.ts';
import { nearestTo } from '../../events/navigation.ts';
import { panned, type TimeRange, zoomIn, zoomOut } from '../../events/time-range.ts';
import { selectedId } from '../../state/list.ts';
import { keyFor } from '../../text/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { duration, startOfDay, timeOfDay, utcDay } from '../../text/time.ts';
import { layoutOf } from '../../ui/layout.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { orderOf } from './engine.ts';
import type { Feeding } from './feeding.ts';
import { listFilter } from './filter-stack.ts';
import { histogramBuckets, timeOfColumns } from './histogram.ts';
import { filtersOf } from './load-budget.ts';
import { type EventsModel, eventsLayout, headRows } from './model.ts';
import { DAYS_BEFORE, type EventsState, listingKey } from './state.ts';
import { viewCommand } from './view-command.ts';

/** Initial width of a time range, in bars. */
const BARS = 3;
const QUARTER = 15 * 60_000;

/** Why time-based keys are unavailable while no entry has a time. */
export const noTimes = (model: EventsModel) => (): Printable | undefined =>
  model.shown()?.store.span ? undefined : words`No entry with a time is loaded yet.`;

function timesOn(context: PaneContext, model: EventsModel) {
  const { slice } = model;
  const nothing = noTimes(model);
  const all = (): TimeRange | null => model.shown()?.span ?? null;
  const spanned = (): TimeRange | null => slice.getState().zoom ?? all();
  /** The time of the selected entry, else the newest. */
  const here = (): number => {
    const id = model.here();
    const time = id === undefined ? null : model.shown()?.store.time(id);
    return time ?? all()?.until ?? 0;
  };
  /** The current time for a followed log; the newest entry of an archive. */
  const latest = (): number =>
    slice.getState().source.kind === 'archive' ? (all()?.until ?? 0) : context.clock.now();
  const barOf = (range: TimeRange) => histogramBuckets(range, context.store.getState().size).size;
  return { nothing, spanned, all, here, latest, barOf };
}

export function timeCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const times = timesOn(context, model);
  return [...zoomCommands(model, times), ...rangeCommands(context, model, times)];
}

function zoomCommands(
  { slice }: EventsModel,
  { nothing, spanned, all, here }: ReturnType<typeof timesOn>,
): readonly Command[] {
  return [
    command('events.zoom-in', 'z', words`Zoom in`, {
      unavailable: nothing,
      run: () => {
        const range = spanned();
        if (range) slice.setState({ zoom: zoomIn(range, here()) });
      },
    }),
    command('events.zoom-out', 'Z', words`Zoom out`, {
      unavailable: () =>
        slice.getState().zoom === null
          ? words`Zoomed out to everything that is loaded.`
          : nothing(),
      run: () => {
        const [zoom, most] = [slice.getState().zoom, all()];
        if (!zoom || !most) return;
        const wider = zoomOut(zoom, most);
        slice.setState({ zoom: wider.until - wider.from >= most.until - most.from ? null : wider });
      },
    }),
  ];
}

function rangeCommands(
  context: PaneContext,
  model: EventsModel,
  { nothing, spanned, all, here, latest, barOf }: ReturnType<typeof timesOn>,
): readonly Command[] {
  const { slice } = model;
  const moved = (change: (range: TimeRange, bar: number) => TimeRange | null) => () => {
    const range = spanned();
    if (!range) return;
    const bar = barOf(range);
    const start = Math.floor(here() / bar) * bar;
    const { timeRange } = slice.getState();
    const first = { from: start - bar * (BARS - 1), until: start + bar };
    model.applyFilters({ timeRange: timeRange ? change(timeRange, bar) : first });
  };

  return [
    command('events.burst-rule', 'W', words`Explain burst marks`, {
      unavailable: nothing,
      run: () => {
        const shown = model.shown();
        const found = shown && model.bursts(shown);
        if (found) context.say(words`^ ${printable(found.rule)}`);
      },
    }),
    command('events.range', 'b', words`Set/clear time range`, {
      footer: words`range`,
      unavailable: nothing,
      run: () => {
        if (slice.getState().timeRange) model.applyFilters({ timeRange: null });
        else moved((range) => range)();
      },
    }),
    command('events.quarter', 'i', words`Set the time range to the last 15 minutes`, {
      unavailable: nothing,
      run: () => {
        // Whole seconds, as displayed.
        const until = Math.ceil(latest() / 1000) * 1000;
        model.applyFilters({ timeRange: { from: until - QUARTER, until } });
      },
    }),
    command('events.scale', 'S', words`Bars: one scale for all rows, or one each`, {
      unavailable: () =>
        hasOneRow(context)
          ? words`One row of bars: a taller terminal has one for each status`
          : nothing(),
      run: () => slice.setState(({ ownScales }) => ({ ownScales: !ownScales })),
    }),
    command('events.range-back', '{', words`Start the time range one bar earlier`, {
      unavailable: nothing,
      run: moved(({ from, until }, bar) => ({ from: from - bar, until })),
    }),
    command('events.range-on', '}', words`Move the time range one bar later`, {
      unavailable: () => {
        const [{ timeRange }, most] = [slice.getState(), all()];
        return timeRange && most && timeRange.until >= most.until
          ? words`The range is at the newest entry.`
          : nothing();
      },
      run: moved((range, bar) => {
        const most = all();
        if (!most) return range;
        const width = range.until - range.from;
        // A range shorter than a bar would otherwise end up behind the newest entry.
        const until = width < bar ? most.until : Math.ceil(most.until / bar) * bar;
        return panned(range, bar / width, { from: most.from - bar, until });
      }),
    }),
  ];
}

/** Whether the histogram has only one row. */
function hasOneRow({ store }: PaneContext): boolean {
  const { size, fullPane } = store.getState();
  const layout = layoutOf(size, fullPane);
  return (
    layout.kind !== 'emergency' && eventsLayout(layout.body, false, 'nothing', 0).histogram === 1
  );
}

/** Sets the time range to the bars that the mouse was dragged over. */
export const dragTime =
  (
    { store }: PaneContext,
    { slice, shown, applyFilters }: EventsModel,
  ): NonNullable<Pane['dragged']> =>
  ({ row, from, until }) => {
    const { size, fullPane } = store.getState();
    const layout = layoutOf(size, fullPane);
    const state = slice.getState();
    const there = shown();
    const range = there && (state.zoom ?? there.span);
    if (!range || layout.kind === 'emergency') return;
    // Setting the first range adds a header line, which moves the bars down under the pointer.
    const first = headRows({ ...state, timeRange: null });
    const { histogram } = eventsLayout(layout.body, false, 'nothing', first);
    if (row < first || row >= headRows(state) + histogram) return;
    const timeRange = timeOfColumns(histogramBuckets(range, size), { from, until });
    if (
      !timeRange ||
      (timeRange.from === state.timeRange?.from && timeRange.until === state.timeRange.until)
    )
      return;
    applyFilters({ timeRange });
  };

/** A time to jump to. */
interface Target {
  /** The cursor moves to the first entry at or after this time, milliseconds since the epoch; null leaves it alone. */
  readonly time: number | null;
  /** The range that has to be loaded first. */
  readonly range: TimeRange;
}

/** Loading state of a time range. */
type Loaded = 'loaded' | 'on its way' | 'another day' | 'dropped' | 'stopped';

const MINUTE = 60_000;

const WHY: Readonly<Record<Loaded, Printable>> = {
  loaded: words``,
  'on its way': words``,
  'another day': words` ${DAYS_BEFORE}`,
  dropped: words` Memory is full: older entries were dropped.`,
  stopped: words` Not all of that time is loaded.`,
};

/** Times of entries, and moving the cursor by time. */
function entryTimes(model: EventsModel) {
  const { slice } = model;
  const timeOf = (id: string | null): number | null =>
    id === null ? null : (model.shown()?.store.time(Number(id)) ?? null);
  const selected = () => selectedId(slice.getState().list, model.entries());

  /** Moves the cursor to a time. Returns the time of the selected entry, or null if there is none. */
  const moveToTime = (time: number): number | null => {
    const here = selected();
    if (timeOf(here) === time) {
      if (slice.getState().following) model.follow(false);
      return time;
    }
    const shown = model.shown();
    if (!shown) return null;
    const id = nearestTo(orderOf(shown, slice.getState().unmatched), time);
    if (id === undefined) return null;
    model.goTo(id);
    return timeOf(String(id));
  };
  return { timeOf, selected, moveToTime };
}

/** Jumps to times in the log, loading back to them first if needed. */
export function timeJumps(
  { store, say }: Pick<PaneContext, 'store' | 'say'>,
  model: EventsModel,
  loading: Feeding['loading'],
) {
  const { slice } = model;
  const clock = (time: number) => timeOfDay(time, store.getState().timeZone);
  /** The target that is being loaded for, and its listing. */
  let wanted: (Target & { readonly listing: string | null }) | null = null;
  /** Filters and listing that were already loaded back for, so that Esc stops that for good. */
  let reached: { readonly filters: string; readonly listing: string | null } | null = null;
  /** The minute that was viewed last, and the cursor before the first such jump. */
  let viewed: number | null = null;
  let origin: { following: boolean; cursor: string | null } = { following: true, cursor: null };

  const { timeOf, selected, moveToTime } = entryTimes(model);

  const arrive = ({ time, range }: Target, how: Loaded) => {
    if (wanted) say(words`Loaded back to ${clock(range.from)}.`);
    wanted = null;
    if (time === null) return;
    const found = moveToTime(time);
    if (found === null) say(words`There is no entry to go to.${WHY[how]}`, 'warn');
    else if (found < time)
      say(words`Nothing in the list is as late as ${clock(time)}; this is the last.`);
    else if (found - time >= Math.max(1000, range.until - range.from)) {
      say(
        words`The first in the list after ${clock(time)} is ${duration(found - time)} later.${WHY[how]}`,
      );
    }
  };

  /** Loads further back unless that is already under way. */
  const loadBackTo = (time: number) => {
    const rests = loading.restsAt();
    if (rests !== null && time < rests) loading.backTo(time);
  };

  const go = (target: Target) => {
    const { time, range } = target;
    const how = standingOf(model, loading, range);
    if (how !== 'on its way') return arrive(target, how);
    const isWaiting = wanted !== null;
    wanted = { ...target, listing: listingKey(slice.getState()) };
    loadBackTo(range.from);
    if (time !== null && model.entries().length > 0) moveToTime(time);
    if (isWaiting && store.getState().viewing === null) return;
    const stops = keyFor(store.getState().keyNames, 'back', words`Esc`);
    say(words`Loading back to ${clock(range.from)}. ${stops} stops.`);
  };

  const reachBack = () => {
    const state = slice.getState();
    const filters = filtersOf(state);
    const listing = listingKey(state);
    if (reached?.filters === filters && reached.listing === listing) return;
    const moment = model.moment();
    // Not of a filter that is still being typed.
    const since = earliestTime(listFilter({ ...state, typing: null }), moment);
    const rests = loading.restsAt();
    if (state.source.kind === 'archive' || since === null || rests === null || since >= rests)
      return;
    reached = { filters, listing };
    // Earlier days are not loaded here.
    const from = Math.max(since, startOfDay(utcDay(moment.now)));
    // A pending jump is kept.
    const time = wanted?.listing === listing ? wanted.time : null;
    go({ time, range: { from, until: from + 1 } });
  };

  const view = () => {
    const { viewing } = store.getState();
    if (viewing === viewed) return;
    const was = viewed;
    viewed = viewing;
    if (viewing === null) {
      if (wanted) loading.stop();
      wanted = null;
      if (origin.following) model.follow(true);
      else if (origin.cursor !== null) model.goTo(Number(origin.cursor));
      return;
    }
    if (was === null) origin = { following: slice.getState().following, cursor: selected() };
    const from = Math.floor(viewing / MINUTE) * MINUTE;
    go({ time: viewing, range: { from, until: from + MINUTE } });
  };

  return {
    go,
    /** Loads back as far as filters and time range reach, once for each listing and filters. */
    reachBack,
    /** Jumps to the viewed minute when it changes, and back when viewing ends. */
    view,
    /** Stops the loading that a jump is waiting for; undefined if none is. */
    stop() {
      if (!wanted) return undefined;
      const { from } = wanted.range;
      return () => {
        wanted = null;
        loading.stop();
        say(words`Loading back to ${clock(from)} was stopped.`);
      };
    },
    /** Continues a pending jump after entries have arrived. */
    grown() {
      // How far back the log is loaded is only known now.
      if (!wanted) return reachBack();
      if (wanted.listing !== listingKey(slice.getState())) {
        wanted = null;
        return;
      }
      const how = standingOf(model, loading, wanted.range);
      if (how !== 'on its way') return arrive(wanted, how);
      // An archive listing is read in one go.
      if (slice.getState().source.kind === 'service') loadBackTo(wanted.range.from);
    },
    commands: [viewCommand({ store, say }, () => timeOf(selected()) ?? undefined)],
  };
}

export type TimeJumps = ReturnType<typeof timeJumps>;

/** Loading state of a range across the listed zones. */
function standingOf(model: EventsModel, loading: Feeding['loading'], range: TimeRange): Loaded {
  const state = model.slice.getState();
  if (state.source.kind === 'archive') return archived(model, loading, range);
  const horizon = model.shown()?.store.horizon ?? null;
  const each = state.zones.map((zone) => loadedOf(state.days.get(zone), range, horizon));
  return WORST.find((how) => each.includes(how)) ?? 'on its way';
}

function archived(model: EventsModel, loading: Feeding['loading'], { from }: TimeRange): Loaded {
  const rests = loading.restsAt();
  const first = model.shown()?.archive?.span.from ?? Number.POSITIVE_INFINITY;
  if (model.entries().length === 0) return 'on its way';
  return rests !== null && from < rests && from >= first ? 'on its way' : 'loaded';
}

/** States of several zones, the one to act on or report first. */
const WORST: readonly Loaded[] = ['on its way', 'stopped', 'dropped', 'another day', 'loaded'];

/** Loading state of a range in one zone. `horizon`: entries up to here were evicted from memory. */
export function loadedOf(
  days: ReturnType<EventsState['days']['get']>,
  range: TimeRange,
  horizon: number | null,
): Loaded {
  if (!days || days.size === 0) return 'on its way';
  const day = days.get(utcDay(range.from));
  if (!day) return 'another day';
  const { coverage, phase, order, failure } = day;
  const end = coverage.loaded.at(-1)?.until;
  if (end === undefined) return phase === 'ended' ? 'stopped' : 'on its way';
  // Beyond the loaded end: either written since the last look, or not paged through yet.
  if (range.from >= end) {
    return phase === 'walking' && order !== 'newest-first' ? 'on its way' : 'loaded';
  }
  if (covers(coverage, { from: range.from, until: Math.min(range.until, end) })) return 'loaded';
  if (horizon !== null && range.from < horizon) return 'dropped';
  const isRefused = failure?.error.kind === 'outside-window';
  return phase === 'ended' || isRefused || coverage.stopped !== null ? 'stopped' : 'on its way';
}
