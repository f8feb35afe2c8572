import { Box } from 'ink';
import { type ReactNode, useMemo } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../state/console-state.ts';
import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { lastLoaded } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { APART } from '../../ui/layout.ts';
import { compose, span } from '../../ui/line.ts';
import { HeldRows, Rows } from '../../ui/rows.tsx';
import { tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import { troubleLine } from '../freshness.ts';
import { appListLines, visibleApps } from './list.ts';
import { type AppRow, type AppsState, insideRow } from './state.ts';
import { treeColumns, visibleNodes } from './tree.ts';
import { TREE_HEAD, treeLayout } from './tree-layout.ts';

/** The pane: the list of applications, or the tree of the one drilled into. */
export const appsView = (parts: Parts): ReactNode => <AppsView {...parts} />;

type Parts = Room & {
  readonly store: StoreApi<ConsoleState>;
  readonly slice: Slice<AppsState>;
};

function AppsView(parts: Parts) {
  const inside = useSelected(parts.slice, (state) => state.inside);
  return inside === null ? <AppList {...parts} /> : <AppTree {...parts} />;
}

const now = (state: ConsoleState) => state.now;
const intervalOf = (state: ConsoleState) => state.interval;
const previewOf = (state: ConsoleState) => state.preview;
const zone = (state: ConsoleState) => state.timeZone;
const movingOf = (state: ConsoleState) => state.moving;
const keyNamesOf = (state: ConsoleState) => state.keyNames;

function AppList({ store, slice, ...room }: Parts) {
  const { rows } = room;
  const apps = useSlice(slice);
  const keyNames = useSelected(store, keyNamesOf);
  const moment = useSelected(store, now);
  const interval = useSelected(store, intervalOf);
  const preview = useSelected(store, previewOf);
  const moving = useSelected(store, movingOf);
  const visible = useMemo(() => visibleApps(apps, moment, interval), [apps, moment, interval]);
  const { list, detail } = appListLines(
    { apps, visible, now: moment, interval, preview, keyNames },
    room,
  );
  if (!detail) return <Rows {...list} rows={rows} />;
  return (
    <Box gap={APART}>
      <Rows {...list} rows={rows} />
      <HeldRows {...detail} held={moving} rows={rows} />
    </Box>
  );
}

/** Why there is no tree to see. */
function treeless(
  { overview, deleted }: AppRow,
  { tree }: AppsState,
  keyNames: KeyNames,
): Printable {
  if (deleted) return words`Deleted (404).`;
  if (!lastLoaded(overview)) {
    return overview.kind === 'failed' ? words`Nothing loaded yet.` : words`Loading its overview…`;
  }
  return tree.filter === ''
    ? words`The service names no region of this application.`
    : words`Nothing below it matches “${printable(tree.filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.`;
}

function AppTree({ store, slice, ...room }: Parts) {
  const { columns, rows } = room;
  const state = useSlice(slice);
  const keyNames = useSelected(store, keyNamesOf);
  const stamps = useSelected(store, zone);
  const moving = useSelected(store, movingOf);
  const preview = useSelected(store, previewOf);
  const row = insideRow(state);
  const nodes = useMemo(() => visibleNodes(state), [state]);
  const layout = treeLayout({ state, nodes, timeZone: stamps, keyNames, preview }, room);
  const { tree, details } = layout;
  const at = row && row.overview.kind === 'loaded' ? row.overview.at.wall : 0;
  const lines =
    nodes.length === 0 && row
      ? [
          compose([], columns),
          compose([span(words`  ${treeless(row, state, keyNames)}`, theme.faint)], tree.columns),
        ]
      : tableLines({
          columns: treeColumns(
            row?.overview.kind === 'failed' ? (row.overview.last?.at.wall ?? at) : at,
          ),
          rows: nodes,
          ids: nodes.map(({ id }) => id),
          list: state.tree,
          room: { ...room, ...tree },
          focused: true,
        });
  const head = [
    compose(
      row
        ? [
            span(printable(row.name), theme.strong),
            span(words`  ${printable(row.id)}`, theme.faint),
          ]
        : [],
      columns,
    ),
    compose(row ? troubleLine(row.overview, stamps) : [], columns),
  ];
  const below = details !== null && details.where === 'below';
  return (
    <Box flexDirection="column" height={rows}>
      <Rows lines={head} columns={columns} rows={TREE_HEAD} />
      <Box flexDirection={below ? 'column' : 'row'} gap={below ? 0 : APART}>
        <Rows lines={lines} {...tree} />
        {details && <HeldRows {...details} held={moving} />}
      </Box>
    </Box>
  );
}
