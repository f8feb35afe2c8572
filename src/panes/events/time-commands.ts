import { type Command, command } from '../../commands/command.ts';
import { bursts } from '../../events/bursts.ts';
import { panned, type TimeRange, zoomIn, zoomOut } from '../../events/time-range.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { histogramBuckets, timeOfColumns } from './histogram.ts';
import { type EventsModel, eventsLayout, headRows } from './model.ts';

/** A time range begins as wide as this many bars. */
const BARS = 3;
const QUARTER = 15 * 60_000;

/** Why keys that go by time do nothing while there is no entry with one. */
export const noTimes = (model: EventsModel) => (): Printable | undefined =>
  model.shown()?.store.span ? undefined : words`No entry with a time is loaded yet.`;

function timesOn(context: PaneContext, model: EventsModel) {
  const { slice } = model;
  const nothing = noTimes(model);
  const all = (): TimeRange | null => model.shown()?.span ?? null;
  const spanned = (): TimeRange | null => slice.getState().zoom ?? all();
  /** The time under the cursor, else the newest. */
  const here = (): number => {
    const id = model.here();
    const time = id === undefined ? null : model.shown()?.store.time(id);
    return time ?? all()?.until ?? 0;
  };
  /** Now, where the log is followed; the last that an archive has. */
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
    const before = slice.getState().timeRange ?? {
      from: start - bar * (BARS - 1),
      until: start + bar,
    };
    model.applyFilters({ timeRange: slice.getState().timeRange ? change(before, bar) : before });
  };

  return [
    command('events.burst-rule', 'W', words`Explain burst marks`, {
      unavailable: nothing,
      run: () => {
        const shown = model.shown();
        const bars = shown && model.bars(shown);
        if (bars) context.say(words`^ ${printable(bursts(bars.totals).rule)}`);
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
        const until = latest();
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
      unavailable: nothing,
      run: moved((range, bar) => {
        const most = all();
        return most
          ? panned(range, bar / (range.until - range.from), {
              from: most.from - bar,
              until: most.until + bar,
            })
          : range;
      }),
    }),
  ];
}

/** Whether there is no room for a row of bars for each status. */
function hasOneRow({ store }: PaneContext): boolean {
  const { size, fullPane } = store.getState();
  const layout = layoutOf(size, fullPane);
  return (
    layout.kind !== 'emergency' && eventsLayout(layout.body, false, 'nothing', 0).histogram === 1
  );
}

/** Limits list and facets to the time of the bars that the mouse was drawn over. */
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
    // The first range moves the bars down by its own line, under a pointer that stays where it is.
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
