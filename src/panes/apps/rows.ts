import { lastLoaded, type Moment } from '../../state/loadable.ts';
import { sortedRows } from '../../ui/table.ts';
import { matchesFilter } from '../filter-prompt.ts';
import { appColumns } from './columns.ts';
import { allProblems } from './problems.ts';
import type { AppRow, AppsState } from './state.ts';
import { type TreeNode, treeNodes } from './tree.ts';

/** The rows on screen: those the filter and "only problems" leave, in the order asked for. */
export function visibleApps(state: AppsState, now: Moment, interval: number): readonly AppRow[] {
  const { filter, sort } = state.list;
  const kept = state.rows.filter((row) => {
    const last = lastLoaded(row.overview);
    if (state.onlyProblems) {
      const troubled = last
        ? allProblems(last.value, last.at.wall).length > 0
        : row.overview.kind === 'failed';
      if (!troubled) return false;
    }
    return (
      filter === '' || matchesFilter(filter, `${row.name} ${row.id} ${last?.value.status ?? ''}`)
    );
  });
  // Looked at with every answer: columns are made only for an order.
  return sort === null ? kept : sortedRows(kept, appColumns(now, interval), sort);
}

/** The row that was drilled into. */
export const insideRow = (state: AppsState): AppRow | undefined =>
  state.rows.find(({ id }) => id === state.inside);

/** The visible nodes of the application that was drilled into; none while it was never loaded. */
export function visibleNodes(state: AppsState): readonly TreeNode[] {
  const row = insideRow(state);
  const last = row && lastLoaded(row.overview);
  if (!last) return [];
  const nodes = treeNodes(last.value, state.branches, last.at.wall);
  const { filter } = state.tree;
  if (filter === '') return nodes;
  return nodes.filter((node) => matchesFilter(filter, nodeText(node)));
}

function nodeText(node: TreeNode): string {
  const problems = node.problems.map(({ text }) => text).join(' ');
  switch (node.kind) {
    case 'region':
      return `${node.region.region} ${node.region.status} ${problems}`;
    case 'pod':
      return `${node.pod.name} ${node.pod.status} ${problems}`;
    case 'container':
      return `${node.container.name} ${node.container.imageDisplay} ${node.container.reason} ${problems}`;
  }
}
