import { useMemo, useRef } from 'react';
import { dataInterval } from '../../state/connection.ts';
import { lastLoaded, type Moment } from '../../state/loadable.ts';
import type { KeyNames } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { TimeZone } from '../../text/time.ts';
import { withSpare } from '../../ui/details-layout.ts';
import { compose, type Line, lineWidth, nameLine, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { emptyLines, listTable } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { usePicked, useSelected, useSlice } from '../../ui/use-selected.ts';
import { cutTrouble, troubleLine, withAdvice } from '../freshness.ts';
import { nothingWatched } from '../nothing-watched.ts';
import { ListAndDetails, type PaneViewProps, useMinute } from '../pane-list.tsx';
import { noMatch } from '../prompts.ts';
import { imagesSpans, issueItems, stateLines } from './detail.ts';
import { matchesAnywhere, visibleNodes } from './filters.ts';
import { appListLines, lookSame, TREE_HEAD, treeLayout, visibleApps } from './list.ts';
import { type AppRow, type AppsState, insideRow } from './state.ts';
import { hiddenNode, treeColumns } from './tree.ts';

type Parts = PaneViewProps<AppsState>;

export function AppsView(parts: Parts) {
  const inside = useSelected(parts.slice, (state) => state.inside);
  return inside === null ? <AppList {...parts} /> : <AppTree {...parts} />;
}

function AppList({ store, slice, ...room }: Parts) {
  const apps = useSlice(slice);
  const picked = usePicked(store, 'keyNames', 'preview', 'timeZone');
  const interval = useSelected(store, dataInterval);
  const now = useMoment(store, apps.rows, interval);
  // At the moment of the frame, as its title and keys: the list is then filtered and ranked once.
  const visible = useSelected(store, (state) => visibleApps(slice.getState(), state.now));
  const none = useSelected(store, (state) => nothingWatched(state, 'apps'));
  const { layout, lines } = appListLines({ apps, visible, now, interval, none, ...picked }, room);
  return <ListAndDetails store={store} layout={layout} lines={lines} />;
}

/** The current time, or an earlier one while the rows look the same: a quiet list is not redrawn every second. */
function useMoment(store: Parts['store'], rows: readonly AppRow[], interval: number): Moment {
  const last = useRef<Moment>(null);
  return useSelected(store, ({ now }) => {
    if (!last.current || !lookSame(rows, interval, [last.current, now])) last.current = now;
    return last.current;
  });
}

function treeless({ overview, deleted }: AppRow, state: AppsState, keyNames: KeyNames): Printable {
  const { tree } = state;
  if (deleted) return words`Deleted (404).`;
  if (!lastLoaded(overview)) {
    return overview.kind === 'failed'
      ? withAdvice(words`Nothing is loaded yet.`, overview.error)
      : words`Loading its overview…`;
  }
  if (tree.filter === '') return words`The service names no region of this application.`;
  const closed = matchesAnywhere(state);
  return closed === 0
    ? noMatch(words`Nothing below it`, tree.filter, keyNames)
    : words`${noMatch(words`Nothing that is open`, tree.filter, keyNames)} Matches in closed regions and pods: ${count(closed)}.`;
}

/**
 * Name and state of the application; below, its last failure, else a stuck deployment, else the start of its issues.
 */
function treeHead(row: AppRow, now: number, zone: TimeZone, columns: number): readonly Line[] {
  const named = [
    ...nameLine(row.name, theme.strong),
    span(words`  ${printableStart(row.id)}  `, theme.faint),
  ];
  const { state, since } = stateLines(row, zone, columns - lineWidth(named));
  const below = [troubleLine(row.overview, now, zone, columns), imagesSpans(row, columns), since];
  return [[...named, ...state], below.find((line) => line.length > 0) ?? []];
}

function AppTree({ store, slice, ...room }: Parts) {
  const { columns } = room;
  const state = useSlice(slice);
  const picked = usePicked(store, 'keyNames', 'preview', 'timeZone');
  const { keyNames, timeZone: stamps } = picked;
  const minute = useMinute(store);
  const row = insideRow(state);
  const nodes = useMemo(() => visibleNodes(state), [state]);
  const layout = treeLayout({ apps: state, ...picked }, nodes, room);
  const own = { ...room, ...layout.list };
  const at = row && row.overview.kind === 'loaded' ? row.overview.at.wall : 0;
  // Details beside the tree list all issues.
  const isBeside = layout.details?.where === 'beside';
  const issues = isBeside || !row?.issues.length ? [] : issueItems(row.issues);
  const trouble = row && !isBeside ? cutTrouble(row.overview, minute, stamps, columns) : [];
  const shown = treeColumns(
    nodes,
    row?.overview.kind === 'failed' ? (row.overview.last?.at.wall ?? at) : at,
  );
  const lines =
    nodes.length === 0 && row
      ? emptyLines(treeless(row, state, keyNames), own.columns)
      : withSpare(
          listTable(
            shown,
            nodes,
            state.tree,
            own,
            hiddenNode(state) && words`Row hidden by the filter`,
          ),
          [...trouble, ...issues],
          own,
        );
  const head = row ? treeHead(row, minute, stamps, columns) : [];
  return (
    <ListAndDetails store={store} layout={layout} lines={lines}>
      <Rows lines={head.map((line) => compose(line, columns))} columns={columns} rows={TREE_HEAD} />
    </ListAndDetails>
  );
}
