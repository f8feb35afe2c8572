import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { selectedId } from '../../state/list.ts';
import { words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { TimeZone } from '../../text/time.ts';
import { sideBySide } from '../../ui/layout.ts';
import type { Styled } from '../../ui/line.ts';
import { pageCount, pageOf, recordLines } from '../../ui/record-lines.ts';
import { ruleLine, whyLines, whyRows } from '../../ui/why-lines.ts';
import { nodeDetails, problemItems } from './detail.ts';
import type { AppsState } from './state.ts';
import type { TreeNode } from './tree.ts';

/** Lines of the application's own facts above its tree. */
export const TREE_HEAD = 2;
/** Lines that the details leave to the tree: its head and the node they are about. */
const LEAST_TREE = 2;

interface TreeFacts {
  readonly state: AppsState;
  readonly nodes: readonly TreeNode[];
  readonly timeZone: TimeZone;
  readonly keyNames: KeyNames;
  /** Whether details are wanted beside the tree unasked. */
  readonly preview: boolean;
}

/** How the body is divided between the tree and what is said of the node under its cursor. */
interface TreeLayout {
  readonly tree: { readonly columns: number; readonly rows: number };
  readonly details: {
    readonly where: 'beside' | 'below';
    readonly lines: readonly Styled[];
    readonly columns: number;
    readonly rows: number;
  } | null;
  /** Pages that the details have. */
  readonly pages: number;
}

/** Divides `room`, all of the pane's: details at the right where it is wide, else below, else why in a few lines. */
export function treeLayout(facts: TreeFacts, room: Room): TreeLayout {
  const { state, nodes, timeZone, keyNames } = facts;
  const { columns } = room;
  const rows = room.rows - TREE_HEAD;
  const id = selectedId(
    state.tree,
    nodes.map((node) => node.id),
  );
  const node = nodes.find((each) => each.id === id);
  const key = keyFor(keyNames, 'apps.detail', words`d`);
  const wide = sideBySide(room, facts.preview, state.detail !== null);
  if (wide) {
    const own = { ...room, columns: wide.detail, rows };
    const lines = node ? recordLines(nodeDetails(node, timeZone), own) : [];
    return {
      tree: { columns: wide.list, rows },
      details: {
        where: 'beside',
        lines: pageOf(lines, own, state.detail ?? 0, key),
        columns: wide.detail,
        rows,
      },
      pages: pageCount(lines.length, rows),
    };
  }
  if (state.detail !== null && node) {
    const own = { ...room, rows: Math.max(1, rows - LEAST_TREE - 1) };
    const all = recordLines(nodeDetails(node, timeZone), own);
    const lines = [ruleLine(columns), ...pageOf(all, own, state.detail, key)];
    return {
      tree: { columns, rows: rows - lines.length },
      details: { where: 'below', lines, columns, rows: lines.length },
      pages: pageCount(all.length, own.rows),
    };
  }
  const troubled = room.kind !== 'spoken' && nodes.some(({ problems }) => problems.length > 0);
  const height = troubled ? whyRows(rows) : 0;
  const lines = whyLines(problemItems(node?.problems ?? []), { columns, rows: height }, key);
  return {
    tree: { columns, rows: rows - lines.length },
    details: lines.length === 0 ? null : { where: 'below', lines, columns, rows: lines.length },
    pages: 1,
  };
}
