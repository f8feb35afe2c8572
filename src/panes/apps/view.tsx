import { Box } from 'ink';
import { type ReactNode, useMemo } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../state/console-state.ts';
import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { selectedId } from '../../state/list.ts';
import { lastLoaded } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { APART } from '../../ui/layout.ts';
import { compose, type Styled, span } from '../../ui/line.ts';
import { type RecordField, recordLines } from '../../ui/record-lines.ts';
import { HeldRows, Rows } from '../../ui/rows.tsx';
import { tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import { troubleLine } from '../freshness.ts';
import { nodeFields } from './detail.ts';
import { appListLines, visibleApps } from './list.ts';
import { type AppRow, type AppsState, insideRow } from './state.ts';
import { treeColumns, visibleNodes } from './tree.ts';

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
function treeless({ overview }: AppRow, { tree }: AppsState, keyNames: KeyNames): Printable {
  if (!lastLoaded(overview)) {
    return overview.kind === 'failed' ? words`Nothing loaded yet.` : words`Loading its overview…`;
  }
  return tree.filter === ''
    ? words`The service names no region of this application.`
    : words`Nothing below it matches “${printable(tree.filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.`;
}

/** Lines of the application's own facts above its tree. */
const HEAD = 2;
/** Lines that the details leave to the tree: its head and the node it is about. */
const LEAST_TREE = 2;

/** The fields of a row under a rule, in at most so many lines; those that have no room are counted. */
function detailLines(fields: readonly RecordField[], room: Room): readonly Styled[] {
  const { columns, rows } = room;
  const rule = compose([span('─'.repeat(columns) as Printable, theme.rule)], columns);
  const lines = recordLines(fields, room);
  if (lines.length < rows) return [rule, ...lines];
  const shown = lines.slice(0, Math.max(0, rows - 2));
  const more = words`… and ${lines.length - shown.length} lines more, on a taller screen`;
  return [rule, ...shown, compose([span(more, theme.faint)], columns)];
}

function AppTree({ store, slice, ...room }: Parts) {
  const { columns, rows } = room;
  const state = useSlice(slice);
  const keyNames = useSelected(store, keyNamesOf);
  const stamps = useSelected(store, zone);
  const row = insideRow(state);
  const nodes = useMemo(() => visibleNodes(state), [state]);
  const ids = nodes.map(({ id }) => id);
  const id = selectedId(state.tree, ids);
  const node = nodes.find((each) => each.id === id);
  const fields = state.detail && node ? nodeFields(node, stamps) : [];
  const details =
    fields.length === 0 ? [] : detailLines(fields, { ...room, rows: rows - HEAD - LEAST_TREE });
  const at = row && row.overview.kind === 'loaded' ? row.overview.at.wall : 0;
  const treeRows = rows - HEAD - details.length;
  const lines =
    nodes.length === 0 && row
      ? [
          compose([], columns),
          compose([span(words`  ${treeless(row, state, keyNames)}`, theme.faint)], columns),
        ]
      : tableLines({
          columns: treeColumns(
            row?.overview.kind === 'failed' ? (row.overview.last?.at.wall ?? at) : at,
          ),
          rows: nodes,
          ids,
          list: state.tree,
          room: { ...room, rows: treeRows },
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
  return (
    <Box flexDirection="column">
      <Rows lines={[...head, ...lines]} columns={columns} rows={HEAD + treeRows} />
      {details.length > 0 && <Rows lines={details} columns={columns} rows={details.length} />}
    </Box>
  );
}
