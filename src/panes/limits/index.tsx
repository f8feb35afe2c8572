import { type Command, command } from '../../commands/command.ts';
import { NAMED, rowFilter } from '../../commands/list-filter.ts';
import { rateLimitMetrics } from '../../contract/operations/rate-limit-metrics.ts';
import { createWake } from '../../feeds/scheduling.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { pinned, selectedRow } from '../../state/list.ts';
import { type Freshness, lastLoaded, periodOf } from '../../state/loadable.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type DetailsLayout, steadyLayout } from '../../ui/details-layout.ts';
import { type RowContent, span } from '../../ui/line.ts';
import { emptyLines, listTable, sortedRows, sortsOf } from '../../ui/table.ts';
import { usePicked, useSelected, useSlice } from '../../ui/use-selected.ts';
import { freshnessIn, freshnessOfList } from '../freshness.ts';
import { nothingWatched } from '../nothing-watched.ts';
import type { Copyable, Pane, PaneContext } from '../pane.ts';
import { ListAndDetails, type PaneViewProps, paneList } from '../pane-list.tsx';
import { loadInto, pollRows } from '../polling.ts';
import { noMatch } from '../prompts.ts';
import { limitColumns, orderingColumns } from './columns.ts';
import { limitDetails } from './details.ts';
import { limitPanels } from './panels.ts';
import {
  EMPTY_LIMITS,
  type LimitRow,
  type LimitsState,
  limitRow,
  sampled,
  worstFirst,
} from './state.ts';

/** Rate limits: breach counters, and the rate from their differences (operation 3). */
export function openLimits(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_LIMITS);
  const wake = createWake();
  let onScreen = false;
  /** Duration of the last round in milliseconds. */
  let round = 0;

  const visible = ({ rows, list: { filter, sort } }: LimitsState): readonly LimitRow[] => {
    const kept = rows.filter(rowFilter(NAMED, filter));
    return sort ? sortedRows(kept, orderingColumns(), sort) : worstFirst(kept);
  };

  const follow = () =>
    slice.setState(({ rows, list: before }) => {
      const known = new Map(rows.map((row) => [row.id, row]));
      const { rateLimits } = store.getState().workspace;
      return {
        rows: rateLimits.map(({ id, name }) => known.get(id) ?? limitRow(id, name)),
        list:
          before.cursor === null
            ? pinned(
                before,
                rateLimits.map(({ id }) => id),
              )
            : before,
      };
    });
  follow();
  store.subscribe((state, before) => {
    if (state.workspace.rateLimits === before.workspace.rateLimits) return;
    follow();
    wake.now();
  });

  const start = () =>
    context.feeds.run('limits', 'all', (signal) =>
      pollRows(context, {
        signal,
        wake,
        atOnce: 1,
        interval: () => store.getState().interval,
        // Counters are polled only on screen; differences cover the time in between.
        paused: () =>
          store.getState().pausedAt !== null || !onScreen || slice.getState().rows.length === 0,
        ids: () => slice.getState().rows.map(({ id }) => id),
        ask: (id) =>
          loadInto(context, [rateLimitMetrics, { id }], signal, (next) =>
            slice.setState(({ rows }) => ({
              rows: rows.map((row) => (row.id === id ? sampled(row, next(row.metrics)) : row)),
            })),
          ),
        took(ms) {
          round = ms;
        },
      }),
    );

  const fresh = ({ interval }: ConsoleState): Freshness | null => {
    const known = freshnessOfList(slice.getState().rows.map(({ metrics }) => metrics));
    return known && { ...known, every: periodOf(interval, round) };
  };

  const list = paneList(context, {
    slice,
    sortable: () => sortsOf(orderingColumns()),
    rows: () => visible(slice.getState()),
    total: () => slice.getState().rows.length,
    filtered: { grammar: NAMED, rows: () => slice.getState().rows },
    layout(room, console) {
      const state = slice.getState();
      return limitLayout({ ...console, state, shown: visible(state) }, room);
    },
    marks: true,
  });

  return {
    ...PANE_TABS.limits,
    commands: [scaleCommand(context, slice), ...list.commands],
    heading(state) {
      return {
        left: [span(words`${count(slice.getState().rows.length)} watched`)],
        right: freshnessIn(state, fresh(state)),
      };
    },
    fresh,
    badges: list.badges,
    addable() {
      const row = list.selected();
      return row ? { kind: 'rateLimits', id: row.id, name: row.name } : null;
    },
    view: (room) => <LimitsView store={store} slice={slice} visible={visible} {...room} />,
    shown() {
      onScreen = true;
      if (start() === 'running') wake.now();
    },
    hidden() {
      onScreen = false;
    },
    copies: () => copiesOf(list.selected()),
    refresh: () => wake.now(),
    wayBack: list.wayBack,
  };
}

const scaleCommand = (context: PaneContext, slice: Slice<LimitsState>): Command =>
  command('limits.scale', 's', words`Charts: one scale for all, or one for each`, () => {
    slice.setState(({ ownScales }) => ({ ownScales: !ownScales }));
    context.say(
      slice.getState().ownScales
        ? words`Each chart has a scale of its own.`
        : words`All charts have one scale.`,
    );
  });

function copiesOf(row: LimitRow | undefined): readonly Copyable[] {
  if (!row) return [];
  const last = lastLoaded(row.metrics);
  return [
    { what: words`rate limit id`, text: row.id },
    ...(last ? [{ what: words`metrics as JSON`, text: jsonText(last.value) }] : []),
  ];
}

interface LimitFacts extends Pick<ConsoleState, 'timeZone' | 'keyNames' | 'preview'> {
  readonly state: LimitsState;
  /** Filtered and sorted rows. */
  readonly shown: readonly LimitRow[];
}

/** Lines of the list above its details, including its head: at most half of the room. */
const listRows = (limits: number, rows: number): number =>
  Math.min(limits + 1, Math.max(4, Math.floor(rows / 2)));

export function limitLayout(
  { state, shown, timeZone: zone, keyNames, preview }: LimitFacts,
  room: Room,
): DetailsLayout {
  // The reason takes all the room.
  if (shown.length === 0) return { list: room, details: null, shown: { page: 0, of: 1 } };
  const row = selectedRow(state.list, shown);
  const key = keyFor(keyNames, 'list.details', words`d`);
  const details = (own: Room) => limitDetails(row, own, zone, keyNames);
  const facts = { page: state.detail, preview, key, details };
  return steadyLayout(facts, listRows(shown.length, room.rows), room);
}

/** The list; below it, on wide screens with spare lines, a chart per limit. */
function listLines(
  facts: LimitFacts & { readonly none: Printable },
  { list, details }: DetailsLayout,
  room: Room,
): readonly RowContent[] {
  const { state, shown, keyNames } = facts;
  const own = { ...room, ...list };
  if (shown.length === 0) return emptyLines(whyEmpty(facts), own.columns);
  const table = listTable(limitColumns(shown), shown, state.list, own);
  if (room.kind === 'spoken' || details?.where === 'below') return table;
  const here = selectedRow(state.list, shown);
  const panels = limitPanels(
    {
      rows: shown,
      at: here ? shown.indexOf(here) : -1,
      ownScales: state.ownScales,
      key: keyFor(keyNames, 'limits.scale', words`s`),
    },
    { ...list, rows: list.rows - table.length },
  );
  return [...table, ...panels];
}

const whyEmpty = ({
  state,
  none,
  keyNames,
}: LimitFacts & { readonly none: Printable }): Printable =>
  state.rows.length === 0 ? none : noMatch(words`No rate limit`, state.list.filter, keyNames);

function LimitsView({
  store,
  slice,
  visible,
  ...room
}: PaneViewProps<LimitsState> & {
  readonly visible: (state: LimitsState) => readonly LimitRow[];
}) {
  const state = useSlice(slice);
  const picked = usePicked(store, 'timeZone', 'keyNames', 'preview');
  const facts = { state, shown: visible(state), ...picked };
  const layout = limitLayout(facts, room);
  const none = useSelected(store, (console) => nothingWatched(console, 'rateLimits'));
  const lines = listLines({ ...facts, none }, layout, room);
  return <ListAndDetails store={store} layout={layout} lines={lines} />;
}
