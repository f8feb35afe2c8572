import { type ListGrammar, rowFilter } from '../../commands/list-filter.ts';
import type { AppOverview, Container } from '../../contract/operations/app-overview.ts';
import { restarts } from '../../state/app-issues.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { type AppRow, type AppsState, overviewOf } from './state.ts';
import { allNodes, openNodes, type TreeNode } from './tree.ts';

export const appGrammar: ListGrammar<AppRow> = {
  fields: [
    { name: 'status', kind: 'value', read: (row) => overviewOf(row)?.status ?? null },
    { name: 'restarts', aliases: ['rst'], kind: 'number', read: ofOverview(restarts) },
    { name: 'region', kind: 'text', read: regionsOf },
    { name: 'why', aliases: ['issue'], kind: 'text', read: issuesText },
    { name: 'name', kind: 'text', read: ({ name }) => name },
    { name: 'id', kind: 'text', read: ({ id }) => id },
    { name: 'latency', kind: 'number', read: ofOverview((of) => of.currentLatency?.indicator) },
    {
      name: 'instances',
      aliases: ['inst'],
      kind: 'number',
      read: ofOverview((of) => of.activeInstances?.indicator),
    },
    { name: 'cpu', kind: 'number', read: ofOverview((of) => of.averageCPU?.indicator) },
    { name: 'ram', kind: 'number', read: ofOverview((of) => of.averageRAM?.indicator) },
    { name: 'cost', kind: 'number', read: ofOverview((of) => of.monthlyCost) },
  ],
  text: (row) => `${row.name} ${row.id} ${overviewOf(row)?.status ?? ''} ${issuesText(row)}`,
};

function ofOverview(read: (overview: AppOverview) => number | null | undefined) {
  return (row: AppRow): number | null => {
    const overview = overviewOf(row);
    return (overview && read(overview)) ?? null;
  };
}

function regionsOf(row: AppRow): string {
  return (overviewOf(row)?.regions ?? []).map(({ region }) => region ?? '').join(' ');
}

function issuesText({ issues }: AppRow): string {
  return issues.map(({ text }) => text).join('\n');
}

export const nodeGrammar: ListGrammar<TreeNode> = {
  fields: [
    { name: 'kind', kind: 'value', read: ({ kind }) => kind },
    { name: 'status', kind: 'value', read: ({ status }) => status },
    { name: 'name', kind: 'text', read: ({ name }) => name },
    { name: 'why', aliases: ['issue'], kind: 'text', read: problemsText },
    { name: 'image', kind: 'text', read: ofContainer(imageOf) },
    {
      name: 'restarts',
      aliases: ['rst'],
      kind: 'number',
      read: ofContainer((of) => of.numberOfRestarts),
    },
    { name: 'exit', kind: 'number', read: ofContainer((of) => of.exitCode) },
  ],
  text: (node) => {
    const reason =
      node.kind === 'container' ? `${imageOf(node.container)} ${node.container.reason}` : '';
    return `${node.name} ${node.status} ${reason} ${problemsText(node)}`;
  },
};

function imageOf({ image, imageDisplay }: Container): string | null {
  return imageDisplay || image;
}

function problemsText({ problems }: TreeNode): string {
  return problems.map(({ text }) => text).join('\n');
}

function ofContainer<Value>(read: (container: Container) => Value | null) {
  return (node: TreeNode): Value | null =>
    node.kind === 'container' ? read(node.container) : null;
}

export const visibleNodes = (state: AppsState): readonly TreeNode[] =>
  matchingNodes(openNodes(state), state.tree.filter);

/** Number of matching nodes, including those in closed branches. */
export const matchesAnywhere = (state: AppsState): number =>
  allNodes(state).filter(rowFilter(nodeGrammar, state.tree.filter)).length;

const matchingNodes = memoizeLast((nodes: readonly TreeNode[], filter: string) =>
  nodes.filter(rowFilter(nodeGrammar, filter)),
);
