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
import { wrapLines } from '../../text/width.ts';
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
import { type TreeNode, treeColumns, visibleNodes } from './tree.ts';

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

/** So many lines tell why the row under the cursor is in trouble, where the screen has them. */
const WHY_ROWS = { least: 2, most: 4 };
/** A smaller tree keeps its rows. */
const LEAST_ROWS_BESIDE_WHY = 8;

/**
 * What is wrong with the row under the cursor, whole, under a rule: its cell in the tree is too narrow for the
 * sentence that says why. As many lines whatever it says, so that the tree does not move with the cursor.
 */
function whyLines(node: TreeNode | undefined, rows: number, columns: number): readonly Styled[] {
  const rule = compose([span('─'.repeat(columns) as Printable, theme.rule)], columns);
  const lines = (node?.problems ?? []).flatMap(({ severity, text }) => {
    const mark = severity === 'bad' ? words`✖` : words`!`;
    return wrapLines(words`${mark} ${text}`, columns).map((line) =>
      compose([span(line, theme[severity])], columns),
    );
  });
  if (lines.length <= rows)
    return [rule, ...lines, ...Array(rows - lines.length).fill(compose([], columns))];
  const more = words`… and ${lines.length - rows + 1} lines more: d shows all`;
  return [rule, ...lines.slice(0, rows - 1), compose([span(more, theme.faint)], columns)];
}

/** How many lines of a room tell why; 0 where nothing is wrong, or where the tree needs the room. */
function whyRows(nodes: readonly TreeNode[], rows: number): number {
  if (rows < LEAST_ROWS_BESIDE_WHY || !nodes.some(({ problems }) => problems.length > 0)) return 0;
  return Math.min(WHY_ROWS.most, Math.max(WHY_ROWS.least, Math.floor(rows / 8)));
}

function AppTree({ store, slice, ...room }: Parts) {
  const { columns, rows } = room;
  const state = useSlice(slice);
  const keyNames = useSelected(store, keyNamesOf);
  const stamps = useSelected(store, zone);
  const moving = useSelected(store, movingOf);
  const row = insideRow(state);
  const nodes = useMemo(() => visibleNodes(state), [state]);
  const ids = nodes.map(({ id }) => id);
  const id = selectedId(state.tree, ids);
  const node = nodes.find((each) => each.id === id);
  const fields = state.detail && node ? nodeFields(node, stamps) : [];
  const details =
    fields.length === 0 ? [] : detailLines(fields, { ...room, rows: rows - HEAD - LEAST_TREE });
  const at = row && row.overview.kind === 'loaded' ? row.overview.at.wall : 0;
  const forWhy = room.kind !== 'spoken' && !state.detail ? whyRows(nodes, rows - HEAD) : 0;
  const why = forWhy === 0 ? [] : whyLines(node, forWhy, columns);
  const treeRows = rows - HEAD - details.length - why.length;
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
      {why.length > 0 && <HeldRows lines={why} held={moving} columns={columns} rows={why.length} />}
      {details.length > 0 && <Rows lines={details} columns={columns} rows={details.length} />}
    </Box>
  );
}
