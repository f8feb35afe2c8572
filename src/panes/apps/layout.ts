import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { selectedRow } from '../../state/list.ts';
import type { Moment } from '../../state/loadable.ts';
import { printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { placeColumns, wantedWidth } from '../../ui/columns.ts';
import { type DetailsLayout, detailsLayout } from '../../ui/details-layout.ts';
import { headingItem, type RecordItem, textItem } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import { errorItems } from '../record-items.ts';
import { sinceText, whyOf } from './cells.ts';
import { appColumns } from './columns.ts';
import { appDetails, issueItems, nodeDetails, problemItems, whyItems } from './detail.ts';
import { type AppRow, type AppsState, insideRow } from './state.ts';
import { lostNode, type TreeNode } from './tree.ts';

/** Lines of the application's own facts above its tree. */
export const TREE_HEAD = 2;

/** So many lines below a list say what is wrong with each of its rows. */
const ENOUGH_SPARE = 10;

interface LayoutFacts {
  readonly apps: AppsState;
  readonly timeZone: TimeZone;
  readonly keyNames: KeyNames;
  /** Whether details are wanted beside the list unasked. */
  readonly preview: boolean;
}

interface ListLayoutFacts extends LayoutFacts {
  readonly now: Moment;
  /** Milliseconds between the polls that they came by. */
  readonly interval: number;
}

const parts = ({ apps, preview, keyNames }: LayoutFacts) => ({
  page: apps.detail,
  preview,
  key: keyFor(keyNames, 'apps.detail', words`d`),
});

/** Divides the pane's room between the list of applications and the one under the cursor. */
export function listLayout(
  facts: ListLayoutFacts,
  visible: readonly AppRow[],
  room: Room,
): DetailsLayout {
  const { apps, timeZone, now, interval } = facts;
  const about = { rows: visible, now, interval, zone: timeZone };
  const columns = appColumns({ ...about, hasDetails: true });
  const row = selectedRow(apps.list, visible);
  const hasSince = placeColumns(appColumns(about), room.columns, visible).some(
    ({ column }) => column.id === 'since',
  );
  return detailsLayout(
    {
      ...parts(facts),
      wants: wantedWidth(columns),
      details: row ? ({ columns }) => appDetails(row, timeZone, columns) : null,
      why: row ? whyItems(row, hasSince ? words`` : sinceText(row, timeZone)) : [],
      // A short list leaves room for all that is wrong.
      hasWhy:
        visible.length + 1 + ENOUGH_SPARE > room.rows &&
        visible.some((each) => whyOf(each) !== null),
    },
    room,
  );
}

/** Divides what its head leaves of the pane's room between the tree and the node under the cursor. */
export function treeLayout(
  facts: LayoutFacts,
  nodes: readonly TreeNode[],
  room: Room,
): DetailsLayout {
  const { apps, timeZone } = facts;
  const found = selectedRow(apps.tree, nodes);
  const node = found ?? lostNode(apps);
  const head = found || !node ? [] : [lostItem(apps, node, timeZone)];
  const row = insideRow(apps);
  const overview = row?.overview;
  // What is wrong elsewhere in the tree, each sentence once.
  const issues: readonly RecordItem[] =
    row && row.issues.length > 0 ? [headingItem(words`All issues`), ...issueItems(row.issues)] : [];
  const failure = overview?.kind === 'failed' ? errorItems(overview.error) : [];
  return detailsLayout(
    {
      ...parts(facts),
      details:
        node || failure.length > 0
          ? () => [...head, ...(node ? nodeDetails(node, timeZone) : []), ...issues, ...failure]
          : null,
      why: node ? [...head, ...problemItems(node.problems)] : [],
      hasWhy: nodes.some(({ problems }) => problems.length > 0) || head.length > 0,
    },
    { ...room, rows: room.rows - TREE_HEAD },
  );
}

const lostItem = ({ lost }: AppsState, { kind, name }: TreeNode, zone: TimeZone): RecordItem =>
  textItem(
    words`${printable(kind)} ${printable(name ?? '?')} no longer exists; last seen ${lost ? timeOfDay(lost.at.wall, zone) : words`?`}`,
    theme.warn,
  );
