import { listCommands } from '../../commands/list-commands.ts';
import { ApiError } from '../../contract/api-error.ts';
import { rateLimitMetrics } from '../../contract/operations/rate-limit-metrics.ts';
import { poll } from '../../feeds/poll.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { aboutTheLink } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type Freshness, oldest } from '../../state/freshness.ts';
import { type ListState, pinned, selectedId } from '../../state/list.ts';
import { failed, lastLoaded } from '../../state/loadable.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { count } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import { sortedRows } from '../../ui/table.ts';
import { askFilter, matchesFilter } from '../filter-prompt.ts';
import { freshnessIn, noteRefusal } from '../freshness.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { EMPTY_LIMITS, type LimitRow, type LimitsState, limitRow, sampled } from './state.ts';
import { LimitsView, limitColumns } from './view.tsx';

/** Rate limits: breach counters as they come, and the rate their differences give (operation 3). */
export function openLimits(context: PaneContext): Pane {
  const { store, clock } = context;
  const slice = context.slices.create(EMPTY_LIMITS);
  const wake = createWake();
  let onScreen = false;

  const visible = (state: LimitsState): readonly LimitRow[] =>
    sortedRows(
      state.rows.filter(({ name, id }) => matchesFilter(state.list.filter, `${name} ${id}`)),
      limitColumns,
      state.list.sort,
    );

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

  const change = (id: string, to: (row: LimitRow) => LimitRow) =>
    slice.setState(({ rows }) => ({ rows: rows.map((row) => (row.id === id ? to(row) : row)) }));

  const askFor = async (id: string, signal: AbortSignal) => {
    const began = clock.elapsed();
    try {
      const value = await context.call(rateLimitMetrics, { id }, signal);
      const at = context.moment();
      change(id, (row) => sampled(row, { kind: 'loaded', value, at, took: at.elapsed - began }));
    } catch (error) {
      if (!(error instanceof ApiError) || signal.aborted) throw error;
      change(id, (row) => ({ ...row, metrics: failed(row.metrics, error, context.moment()) }));
      if (aboutTheLink(error)) throw error;
    }
  };

  const start = () =>
    context.feeds.run('limits', 'all', (signal) =>
      poll({
        clock,
        signal,
        wake,
        interval: () => store.getState().interval,
        // Counters are only worth their calls while somebody looks; the differences bridge the gap.
        paused: () =>
          store.getState().pausedAt !== null || !onScreen || slice.getState().rows.length === 0,
        random: context.random,
        async ask() {
          for (const { id } of slice.getState().rows) await askFor(id, signal);
          return 'again';
        },
        refused: (_error, _attempts, wait) => noteRefusal(context, wait),
      }),
    );

  const fresh = ({ interval }: ConsoleState): Freshness | null => {
    const loadable = oldest(slice.getState().rows.map(({ metrics }) => metrics));
    return loadable && { loadable, every: interval };
  };

  const list = {
    get: () => slice.getState().list,
    set: (next: ListState) => slice.setState({ list: next }),
    ids: () => visible(slice.getState()).map(({ id }) => id),
  };

  return {
    ...PANE_TABS.limits,
    commands: listCommands({
      ...list,
      height: () => {
        const layout = layoutOf(store.getState().size, store.getState().fullPane);
        return layout.kind === 'emergency' ? 1 : Math.max(3, layout.body - 1);
      },
      sortable: () => limitColumns.filter(({ sortBy }) => sortBy !== undefined).map(({ id }) => id),
      filter: () => askFilter(context, list),
      marks: true,
    }),
    heading(state) {
      return {
        left: [span(words`${count(slice.getState().rows.length)} watched`)],
        right: freshnessIn(state, fresh(state)),
      };
    },
    fresh,
    badges() {
      const own = slice.getState();
      if (own.list.filter === '') return [];
      return [words`FILTER (hid ${count(own.rows.length - visible(own).length)})`];
    },
    addable() {
      const own = slice.getState();
      const rows = visible(own);
      const id = selectedId(
        own.list,
        rows.map((row) => row.id),
      );
      const row = rows.find((each) => each.id === id);
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
    copies() {
      const state = slice.getState();
      const id = selectedId(
        state.list,
        visible(state).map((row) => row.id),
      );
      const row = state.rows.find((each) => each.id === id);
      if (!row) return [];
      const last = lastLoaded(row.metrics);
      return [
        { what: words`rate limit id`, text: printable(row.id) },
        ...(last ? [{ what: words`metrics as JSON`, text: jsonText(last.value) }] : []),
      ];
    },
    refresh: () => wake.now(),
    wayBack() {
      const { list: before } = slice.getState();
      if (before.filter === '') return undefined;
      return () => slice.setState({ list: { ...before, filter: '' } });
    },
  };
}
