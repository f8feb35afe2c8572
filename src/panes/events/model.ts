import type { ArchiveCoverage } from '../../archive/archive.ts';
import { fixTimes } from '../../events/filter/filter.ts';
import { withZoneIds } from '../../events/filter/parse.ts';
import type { TimeContext } from '../../events/filter/time-point.ts';
import type { EntryId } from '../../events/store.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type ListState, moved, movedTo } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { cursorPlace, type IdList } from '../../text/list-window.ts';
import { memoizeFacts } from '../../text/memoize.ts';
import type { Room } from '../../text/spoken.ts';
import { startOfDay, type UtcDay, utcDay } from '../../text/time.ts';
import { APART, bodyRoom, layoutOf, sideBySide } from '../../ui/layout.ts';
import { compose, type RowContent } from '../../ui/line.ts';
import { createRowMemory } from '../../ui/table.ts';
import type { PaneContext } from '../pane.ts';
import { countedVersion, createCounting } from './counting.ts';
import { type EventsEngine, type Shown, shownList } from './engine.ts';
import { createFacets } from './facet-panel.ts';
import { showsTrends } from './facets.ts';
import { aroundFilter, listFilter, searchFilter, shownFilters } from './filter-stack.ts';
import {
  archiveBars,
  barBursts,
  type HistogramBars,
  type HistogramFacts,
  histogramBars,
  histogramBuckets,
  histogramLines,
} from './histogram.ts';
import { type ColumnsFacts, eventColumns } from './list.ts';
import { allBegunAt, isLoading } from './load-budget.ts';
import { belowOf, type EventsState, type FacetsState, NOTHING_OPEN, type Source } from './state.ts';

/** Prompts that may be about the entry under the cursor. */
const ABOUT_ENTRY: ReadonlySet<string> = new Set(['events-note', 'command']);

/** From this height on, the histogram has a row for each status. */
const TALL = 26;
/** Below this height, the inspector leaves the list only its header and the row under the cursor. */
const SHORT = 9;

/**
 * Divides the rows of the pane body into header, histogram, list and the part below the list. The list includes its
 * column heads.
 *
 * @param beside whether details stand beside the list
 * @param below what is shown under the list otherwise
 * @param head rows above the histogram: zones, coverage, and any filters
 */
export function eventsLayout(
  rows: number,
  beside: boolean,
  below: 'nothing' | 'inspector' | 'panel',
  head: number,
) {
  const histogram = rows >= TALL ? (4 as const) : (1 as const);
  const rest = rows - head - histogram;
  if (beside || below === 'nothing') return { head, histogram, list: rest, below: 0 };
  // On a small screen the inspector needs the room more than the list.
  const under = below === 'inspector' && rest < SHORT ? rest - 2 : Math.floor(rest * 0.7);
  return { head, histogram, list: rest - under, below: under };
}

/** Rows above the histogram. */
export const headRows = ({
  filters,
  timeRange,
}: Pick<EventsState, 'filters' | 'timeRange'>): number => (filters.length > 0 || timeRange ? 3 : 2);

/** The room for an analysis view, below tabs, coverage, filters and histogram. */
export function analysisRoom({ store }: Pick<PaneContext, 'store'>, state: EventsState): Room {
  const { size, fullPane } = store.getState();
  const layout = layoutOf(size, fullPane);
  const body = layout.kind === 'emergency' ? 2 : layout.body;
  return { ...size, rows: eventsLayout(body, true, 'nothing', headRows(state)).list };
}

/** How the list and the details beside it share the columns; null if details do not fit beside it. */
export function besideList(
  room: Pick<Room, 'kind' | 'columns'>,
  preview: boolean,
  below: 'nothing' | 'inspector' | 'panel',
): ReturnType<typeof sideBySide> {
  const parts = sideBySide(room, preview, below !== 'nothing', LIST);
  if (!parts || below !== 'panel') return parts;
  // A panel uses the room better than the list does, and has the full width below it.
  if (room.columns < ROOMY) return null;
  const detail = Math.min(MAX_PANEL, Math.floor(room.columns * PANEL_SHARE));
  return { list: room.columns - detail - APART, detail };
}

/** At this width the list shows most messages whole; the inspector does not take more. */
const LIST = 144;
/** From this width on, a panel stands beside the list and takes this share of the width. */
const ROOMY = 180;
const PANEL_SHARE = 0.6;
/** Enough for three columns of facets. The rest goes to the messages in the list. */
const MAX_PANEL = 182;

const NO_ENTRIES: IdList = { length: 0, at: () => undefined, indexOf: () => -1 };

export function eventsModel(
  context: PaneContext,
  slice: Slice<EventsState>,
  engine: EventsEngine,
  /** Lists these zones of the open source. */
  showZones: (zones: readonly string[]) => void,
) {
  const { settled, ...list } = listModel(context, slice, engine);

  /** Schedules a redraw. */
  const redraw = () =>
    slice.setState((state) => ({ version: state.version + 1, list: settled(state.list) }));

  const columnsOf = memoizeFacts((facts: ColumnsFacts & { readonly known: string }) =>
    eventColumns(facts),
  );
  const linesOf = memoizeFacts(histogramLines);
  const facets = createFacets(context, redraw);
  /** A key that changes whenever an entry may be drawn differently. */
  const known = ({ store, view, found, around }: Shown) =>
    [
      slice.getState().version,
      store.version,
      ...[view, found, around].map((each) => each?.counts.scanned),
    ].join();
  const histogram = createCounting<HistogramBars>('events.histogram', context, redraw);
  const bars = (shown: Shown, room: Pick<Room, 'kind' | 'columns'>): HistogramBars | undefined => {
    const range = slice.getState().zoom ?? shown.span;
    if (!range) return undefined;
    const buckets = histogramBuckets(range, room);
    return histogram.latest({
      subject: shown,
      asked: JSON.stringify(buckets),
      version: countedVersion(shown),
      begin: (signal) =>
        shown.archive ? archiveBars(shown, buckets, signal) : histogramBars(shown, buckets),
    });
  };
  /** The zones that can be listed, from the workspace or the open archive. */
  const watched = () => watchedZones(context.store.getState(), slice.getState().source);

  const moment = () => typedTimes(context, slice.getState());

  return {
    slice,
    moment,
    shown: engine.shown,
    ...list,
    redraw,
    showZones,
    watched,
    /** A typed filter, in which a zone may have its name. */
    typed: (text: string) => withZoneIds(text, watched()),
    facets(state: FacetsState) {
      const shown = engine.shown();
      return facets.panel(shown, state, hasTrends(context, shown, state));
    },
    /** The columns of the list. The same object is returned while their cells are unchanged. */
    columns(shown: Shown) {
      const {
        timeColumn,
        coloured,
        notes,
        list: { marks },
      } = slice.getState();
      const { timeZone: zone } = context.store.getState();
      const zones = watched();
      return columnsOf({
        shown,
        known: known(shown),
        zone,
        zones,
        timeColumn,
        coloured,
        marks,
        notes,
        width: list.width(),
      });
    },
    /** The histogram lines. */
    histogram(shown: Shown, room: Room, rows: HistogramFacts['rows']): readonly RowContent[] {
      const state = slice.getState();
      const { timeRange, ownScales } = state;
      const begunAt = allBegunAt(state);
      const { timeZone: zone } = context.store.getState();
      const { kind, columns } = room;
      const counted = bars(shown, room);
      if (!counted) return Array<RowContent>(rows).fill(compose([], columns));
      const facts = { timeRange, begunAt, ownScales, zone, kind, columns, rows };
      return linesOf({ shown, bars: counted, isLoading: isLoading(state), ...facts });
    },
    /** The bursts in the histogram; undefined while it is being counted. */
    bursts(shown: Shown) {
      const drawn = bars(shown, context.store.getState().size)?.drawn;
      return drawn && barBursts(drawn, allBegunAt(slice.getState()));
    },
    asnNames: context.asnNames,
    memory: createRowMemory(),
    /** Applies `change` and filters the listing again. */
    applyFilters(change: Partial<EventsState> | ((state: EventsState) => Partial<EventsState>)) {
      slice.setState(change);
      const state = slice.getState();
      const stack = shownFilters(state);
      const at = moment();
      // Each on its own: what one means does not depend on the others and the time range.
      const filters = stack.map((each) => ({ ...each, filter: fixTimes(each.filter, at) }));
      const fixed = { ...state, filters, typing: null };
      engine.show(state, {
        filter: listFilter(fixed),
        search: searchFilter(fixed, at),
        around: aroundFilter(fixed),
        range: state.timeRange,
        stack,
        moment: at,
      });
      redraw();
    },
  };
}

/** The reference for relative times and times of day that are typed. */
function typedTimes(
  { clock, store }: Pick<PaneContext, 'clock' | 'store'>,
  { source }: Pick<EventsState, 'source'>,
): TimeContext {
  const now = clock.now();
  // In an archive, "14:02" refers to its last day, which may be long ago.
  const day = source.kind === 'archive' ? (newestOf(source.coverage) ?? utcDay(now)) : utcDay(now);
  // The UTC offset may have changed since that day (daylight saving).
  const viewed = new Date(Math.min(now, startOfDay(day + 1) - 1));
  const offsetMinutes = store.getState().timeZone === 'utc' ? 0 : -viewed.getTimezoneOffset();
  return { now, day: startOfDay(day), offsetMinutes };
}

/** The pane's state together with its engine. */
export type EventsModel = ReturnType<typeof eventsModel>;

/** Width of a panel, beside the list or below it. */
function panelWidth({ store }: PaneContext): number {
  const { size, preview } = store.getState();
  return besideList(size, preview, 'panel')?.detail ?? size.columns;
}

/** Whether the facets have room for trends. */
function hasTrends(context: PaneContext, shown: Shown | null, state: FacetsState): boolean {
  const { timeZone: zone } = context.store.getState();
  return showsTrends(state, { columns: panelWidth(context) }, { zone, range: shown?.span });
}

/** The list of entries: what is listed, its size on screen, cursor movement and following. */
function listModel(context: PaneContext, slice: Slice<EventsState>, engine: EventsEngine) {
  /** The entries on screen, oldest first. */
  const entries = (): IdList => {
    const shown = engine.shown();
    return shown ? shownList(shown, slice.getState().unmatched) : NO_ENTRIES;
  };

  /** Rows of the list on screen. */
  const height = () => {
    const { size, fullPane, preview } = context.store.getState();
    const layout = layoutOf(size, fullPane);
    if (layout.kind === 'emergency') return 1;
    const state = slice.getState();
    const below = belowOf(state);
    const beside = besideList({ ...size, columns: layout.columns }, preview, below) !== null;
    return eventsLayout(layout.body, beside, below, headRows(state)).list - 1;
  };

  /** Position and size of the panel or inspector in the body; null if neither is open. */
  const detailPlace = () => {
    const console = context.store.getState();
    const state = slice.getState();
    const room = bodyRoom(console);
    const below = belowOf(state);
    if (!room || below === 'nothing') return null;
    const beside = besideList(room, console.preview, below);
    const lines = eventsLayout(room.rows, beside !== null, below, headRows(state));
    const line = lines.head + lines.histogram;
    if (!beside) {
      // Below the list there is a rule first.
      const rows = lines.below - 1;
      return { line: line + lines.list + 1, column: 0, room: { ...room, rows } };
    }
    const own = { ...room, columns: beside.detail, rows: lines.list };
    return { line, column: beside.list + APART, room: own };
  };

  const width = () => {
    const { size, preview } = context.store.getState();
    return besideList(size, preview, belowOf(slice.getState()))?.list ?? size.columns;
  };

  /** Whether the cursor must stay on its entry: it is inspected, or a prompt may be about it. */
  const isHeld = (): boolean => {
    const { prompt } = context.store.getState();
    return slice.getState().inspecting || (prompt !== null && ABOUT_ENTRY.has(prompt.id));
  };

  /**
   * The list with an up-to-date cursor: on the newest entry while following, else on the same entry. An entry that is
   * being inspected, copied, noted on or filtered by stays selected.
   */
  const settled = (list: ListState): ListState => {
    const shown = engine.shown();
    const listed = entries();
    const isFollowing = slice.getState().following && !isHeld();
    if (isFollowing || list.cursor === null) {
      return moved(list, listed, { to: 'last' }, height());
    }
    const place = cursorPlace(list, listed);
    if (place.kind === 'on') return { ...list, at: place.index };
    // A filter hides the entry: movement continues from where it would be.
    const entry = Number(list.cursor);
    return shown?.store.has(entry) ? { ...list, at: shown.view.rankOf(entry) } : list;
  };

  const settle = () => slice.setState(({ list }) => ({ list: settled(list) }));
  context.store.subscribe(({ prompt }, before) => {
    // Runs after the prompt's own action, which refers to the held entry.
    if (prompt === null && before.prompt !== null) queueMicrotask(settle);
  });
  /** The operator moved the cursor. */
  const moveTo = (list: ListState) => {
    const listed = entries();
    const place = cursorPlace(list, listed);
    slice.setState({
      list,
      // Moving away from the end stops following. Returning to it does not resume following.
      following:
        slice.getState().following && place.kind === 'on' && place.index === listed.length - 1,
    });
  };
  return {
    settled,
    entries,
    width,
    height,
    detailPlace,
    /** The entry under the cursor, or the one in its place if it is gone. */
    here(): EntryId | undefined {
      const listed = entries();
      const place = cursorPlace(slice.getState().list, listed);
      const id = place.kind === 'none' ? undefined : listed.at(place.index);
      return id === undefined ? undefined : Number(id);
    },
    moveTo,
    goTo: (id: EntryId) => moveTo(movedTo(slice.getState().list, entries(), String(id), height())),
    /** Gives the keys to the inspector or back to the list. */
    inspect(inspecting: boolean) {
      slice.setState(inspecting ? { ...NOTHING_OPEN, inspecting } : { inspecting });
      settle();
    },
    /** Moves the inspector by this many entries (positive is newer) without changing whether the end is followed. */
    step(by: number) {
      slice.setState(({ list }) => ({ list: moved(list, entries(), { by }, height()) }));
    },
    /** Number of entries that arrived while following was held back by an inspected entry. */
    newer() {
      const { following, list } = slice.getState();
      if (!following || !isHeld()) return 0;
      const listed = entries();
      const place = cursorPlace(list, listed);
      return place.kind === 'on' ? listed.length - 1 - place.index : 0;
    },
    follow(following: boolean) {
      slice.setState({ following });
      settle();
    },
  };
}

function newestOf(coverage: ArchiveCoverage): UtcDay | undefined {
  const days = [...coverage.values()].flatMap((of) => [...of.keys()]);
  return days.length === 0 ? undefined : Math.max(...days);
}

export const watchedZones = (
  { workspace }: Pick<ConsoleState, 'workspace'>,
  source: Source,
): readonly WorkspaceItem[] => (source.kind === 'archive' ? source.zones : workspace.shieldZones);
