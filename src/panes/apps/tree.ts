import type {
  AppOverview,
  Container,
  Pod,
  Region,
} from '../../contract/operations/app-overview.ts';
import {
  containerProblems,
  isAhead,
  isLate,
  type Problem,
  podProblems,
  regionProblems,
} from '../../state/app-issues.ts';
import { lastLoaded } from '../../state/loadable.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { figure, gauge, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { duration } from '../../text/time.ts';
import { cutStart, width } from '../../text/width.ts';
import { bar } from '../../ui/chart.ts';
import { type Line, lineWidth, type Span, span } from '../../ui/line.ts';
import { type Column, column, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Copyable } from '../pane.ts';
import { statusSpan } from './cells.ts';
import { type AppsState, insideRow } from './state.ts';

export type TreeNode = {
  /** Unique in the tree and stable between polls: built from the names of the service. */
  readonly id: string;
  readonly depth: 0 | 1 | 2;
  /** Whether its children are shown; `leaf` has none. */
  readonly branch: 'open' | 'closed' | 'leaf';
  readonly problems: readonly Problem[];
  /** Hostile text. */
  readonly name: string | null;
  /** Names of its ancestors, region first, for places that show only the node. Hostile text. */
  readonly within: readonly (string | null)[];
  readonly status: string | null;
  readonly cpu: number | null;
  readonly ram: number | null;
} & (
  | { readonly kind: 'region'; readonly region: Region }
  | { readonly kind: 'pod'; readonly pod: Pod }
  | { readonly kind: 'container'; readonly container: Container }
);

/** Control character between ids: a printable name cannot imitate another node's path. */
const SEPARATOR = '\u001f';

/**
 * The visible regions, pods and containers. Branches open by hand, or by themselves if something below them has
 * problems.
 */
export function treeNodes(
  overview: AppOverview,
  branches: Pick<ReadonlyMap<string, boolean>, 'get'>,
  now: number,
): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  const branchOf = (id: string, children: number, troubled: boolean) => {
    if (children === 0) return 'leaf' as const;
    return (branches.get(id) ?? troubled) ? ('open' as const) : ('closed' as const);
  };

  for (const [at, region] of overview.regions.entries()) {
    const id = `r${SEPARATOR}${region.region ?? at}`;
    const pods = region.pods.map((pod) => {
      const problems = podProblems(pod, now);
      const containers = pod.containers.map((container) => ({
        container,
        problems: containerProblems(container),
      }));
      const troubled = containers.some((each) => each.problems.length > 0);
      return { pod, problems, containers, troubled };
    });
    const troubled = pods.some((each) => each.troubled || each.problems.length > 0);
    const branch = branchOf(id, pods.length, troubled);
    nodes.push({
      id,
      depth: 0,
      branch,
      kind: 'region',
      region,
      problems: regionProblems(region),
      name: region.region,
      within: [],
      status: region.status,
      cpu: region.averageCPU,
      ram: region.averageRAM,
    });
    if (branch !== 'open') continue;

    for (const [podAt, { pod, problems, containers, troubled }] of pods.entries()) {
      const podId = `${id}${SEPARATOR}${pod.name ?? podAt}`;
      const podBranch = branchOf(podId, containers.length, troubled);
      nodes.push({
        id: podId,
        depth: 1,
        branch: podBranch,
        kind: 'pod',
        pod,
        problems,
        within: [region.region],
        ...usageOf(pod),
      });
      if (podBranch !== 'open') continue;
      for (const [containerAt, { container, problems }] of containers.entries()) {
        nodes.push({
          id: `${podId}${SEPARATOR}${container.id ?? containerAt}`,
          depth: 2,
          branch: 'leaf',
          kind: 'container',
          container,
          problems,
          within: [region.region, pod.name],
          ...usageOf(container),
        });
      }
    }
  }
  return nodes;
}

const usageOf = ({ name, status, cpuUsage, ramUsage }: Pod | Container) => ({
  name,
  status,
  cpu: cpuUsage,
  ram: ramUsage,
});

export function openNodes(state: AppsState): readonly TreeNode[] {
  const row = insideRow(state);
  const last = row && lastLoaded(row.overview);
  return last ? nodesOf(last.value, state.branches, last.at.wall) : NO_NODES;
}

/** All nodes, including those in closed branches. */
export function allNodes(state: AppsState): readonly TreeNode[] {
  const row = insideRow(state);
  const last = row && lastLoaded(row.overview);
  return last ? treeNodes(last.value, ALL_OPEN, last.at.wall) : NO_NODES;
}

const ALL_OPEN = { get: () => true };

/** Cached: an application may have thousands of containers, and every key needs them. */
const nodesOf = memoizeLast(treeNodes);
const NO_NODES: readonly TreeNode[] = [];

/** The node under the tree's cursor, even if the filter hides it; undefined if it no longer exists. */
export const hiddenNode = (state: AppsState): TreeNode | undefined =>
  openNodes(state).find(({ id }) => id === state.tree.cursor);

/** The node under the tree's cursor if it no longer exists. */
export function lostNode({ lost, tree, branches }: AppsState): TreeNode | undefined {
  if (!lost || lost.id !== tree.cursor) return undefined;
  return treeNodes(lost.overview, branches, lost.at.wall).find(({ id }) => id === lost.id);
}

/**
 * Id of the node to look at first: the worst severity, then the deepest node, then the most restarts, then the topmost.
 * Null without problems.
 */
export function worstNode(nodes: readonly TreeNode[]): string | null {
  let worst: TreeNode | undefined;
  for (const node of nodes) {
    if (node.problems.length > 0 && (!worst || isWorse(node, worst))) worst = node;
  }
  return worst?.id ?? null;
}

function isWorse(node: TreeNode, than: TreeNode): boolean {
  const bad = Number(hasBad(node)) - Number(hasBad(than));
  if (bad !== 0) return bad > 0;
  if (node.depth !== than.depth) return node.depth > than.depth;
  return restartsOf(node) > restartsOf(than);
}

const hasBad = ({ problems }: TreeNode) => problems.some(({ severity }) => severity === 'bad');
const restartsOf = (node: TreeNode) =>
  node.kind === 'container' ? (node.container.numberOfRestarts ?? 0) : 0;

const INDENT = { 0: words``, 1: words`  `, 2: words`    ` };
const FOLD = { open: words`▾ `, closed: words`▸ `, leaf: words`  ` };

/** The name of a node in `room` columns. An image that does not fit loses its start, since its end is what differs. */
function nameCell(node: TreeNode, room = Number.POSITIVE_INFINITY): Line {
  const indent = words`${INDENT[node.depth]}${FOLD[node.branch]}`;
  switch (node.kind) {
    case 'region': {
      const required = node.region.isRequired ? words` required` : words``;
      return [
        span(words`${indent}${printableStart(node.name ?? '?')}`, theme.strong),
        span(required, theme.faint),
      ];
    }
    case 'pod':
      return [span(words`${indent}${printableStart(node.pod.name ?? '?')}`)];
    case 'container': {
      const { name, imageDisplay, image } = node.container;
      const named = words`${indent}${printableStart(name ?? '?')}`;
      const shown = printableStart(imageDisplay || image || '');
      const left = room - width(named) - 2;
      return [
        span(named),
        ...(left < MIN_IMAGE ? [] : [span(words`  ${cutStart(shown, left)}`, theme.faint)]),
      ];
    }
  }
}

const MIN_IMAGE = 5;

function ephemeralShare(node: TreeNode): number | null {
  if (node.kind !== 'pod') return null;
  const { ephemeralStorageUsageBytes: used, ephemeralStorageLimitBytes: limit } = node.pod;
  return used === null || limit === null || limit <= 0 ? null : used / limit;
}

function noteCell(node: TreeNode): Line {
  const [worst] = node.problems;
  if (!worst) return [];
  const more = node.problems.length > 1 ? words` +${node.problems.length - 1}` : words``;
  return [
    span(
      words`${worst.severity === 'bad' ? words`✖` : words`!`} ${worst.text}`,
      theme[worst.severity],
    ),
    span(more, theme.faint),
  ];
}

/** Widths of the name column: minimum, and maximum where others need the room. */
const NAME = { least: 20, most: 60 } as const;
/** Widths of the WHY column: minimum, and preferred. */
const WHY = { least: 14, enough: 40 } as const;
/** Storage above this share is marked. */
const FULL = 0.9;

const ofContainer = (show: (container: Container) => Span) => (node: TreeNode) =>
  node.kind === 'container' ? show(node.container) : span(words``);

const CONTAINER_COLUMNS: readonly Column<TreeNode>[] = [
  column('instances', words`INST`, 4, {
    spoken: words`instances`,
    align: 'right',
    leaves: 5,
    isQuiet: ({ kind }) => kind !== 'region',
    cell: (node) => span(node.kind === 'region' ? figure(node.region.instances) : words``),
  }),
  column('cpu', words`CPU`, 6, {
    spoken: words`CPU`,
    live: true,
    align: 'right',
    leaves: 3,
    extra: true,
    cell: (node) => span(gauge(node.cpu)),
  }),
  column('ram', words`RAM`, 6, {
    spoken: words`RAM`,
    live: true,
    align: 'right',
    leaves: 6,
    extra: true,
    cell: (node) => span(gauge(node.ram)),
  }),
  column('restarts', words`RST`, 4, {
    spoken: words`restarts`,
    align: 'right',
    leaves: 2,
    isQuiet: (node) => node.kind !== 'container' || !node.container.numberOfRestarts,
    cell: ofContainer(({ numberOfRestarts }) =>
      span(figure(numberOfRestarts), (numberOfRestarts ?? 0) > 0 ? theme.warn : theme.plain),
    ),
  }),
  column('exit', words`EXIT`, 4, {
    spoken: words`exit code`,
    align: 'right',
    leaves: 1,
    isQuiet: (node) =>
      node.kind !== 'container' || !node.container.exitCode || node.problems.length > 0,
    cell: ofContainer(({ exitCode }) => span(figure(exitCode), exitCode ? theme.bad : theme.plain)),
  }),
];

const POD_COLUMNS: readonly Column<TreeNode>[] = [
  column('ephemeral', words`EPHEMERAL`, 9, {
    spoken: words`ephemeral storage used`,
    isGraphic: true,
    live: true,
    leaves: 8,
    extra: true,
    isQuiet: (node) => (ephemeralShare(node) ?? 0) < FULL,
    cell: (node, width) => {
      if (node.kind !== 'pod') return span(words``);
      const share = ephemeralShare(node);
      if (share === null) return span(words`–`, theme.faint);
      return span(bar(share, width), share >= FULL ? theme.warn : theme.faint);
    },
    spokenCell: (node) => {
      const share = ephemeralShare(node);
      return span(share === null ? words`` : percent(share));
    },
  }),
  column('rejected', words`REJ`, 4, {
    spoken: words`connections rejected`,
    live: true,
    align: 'right',
    leaves: 7,
    isQuiet: (node) => node.kind !== 'pod' || !node.pod.outboundConnectionsRejectedDiff,
    cell: (node) =>
      span(node.kind === 'pod' ? figure(node.pod.outboundConnectionsRejectedDiff) : words``),
  }),
];

/**
 * The columns of the tree. Those without anything unusual make room for WHY. `nodes`: all rows, for the width of names.
 * `now`: wall clock in milliseconds, for the age of heartbeats.
 */
export function treeColumns(nodes: readonly TreeNode[], now: number): readonly Column<TreeNode>[] {
  return [
    column('name', words`REGION/POD/CONTAINER`, NAME.least, {
      enough: Math.min(
        NAME.most,
        Math.max(NAME.least, ...nodes.map((node) => lineWidth(nameCell(node)))),
      ),
      cell: nameCell,
    }),
    column(
      'status',
      words`STATUS`,
      widestOf(nodes, ({ status }) => statusSpan(status).text, words`STATUS`.length),
      { spoken: words``, cell: ({ status }) => statusSpan(status) },
    ),
    ...CONTAINER_COLUMNS,
    column('heartbeat', words`HEARTBEAT`, 9, {
      spoken: words`heartbeat age`,
      live: true,
      align: 'right',
      leaves: 4,
      extra: true,
      isQuiet: (node) => node.kind !== 'pod' || !(isLate(node.pod, now) || isAhead(node.pod, now)),
      cell: (node) => {
        if (node.kind !== 'pod' || node.pod.lastHeartBeat === null) return span(words``);
        // The clocks differ: an age would be wrong.
        if (isAhead(node.pod, now)) return span(words`ahead`, theme.warn);
        return span(words`${duration(now - Date.parse(node.pod.lastHeartBeat))}`, theme.faint);
      },
    }),
    ...POD_COLUMNS,
    column('note', words`WHY`, WHY.least, {
      spoken: words``,
      enough: WHY.enough,
      grow: 1,
      isQuiet: ({ problems }) => problems.length === 0,
      cell: noteCell,
    }),
  ];
}

export function nodeCopies(node: TreeNode): readonly Copyable[] {
  const why = node.problems.map(({ text }) => text).join('; ');
  const { name, kind } = node;
  const copies: readonly (readonly [what: Printable, text: string | null])[] = [
    [words`why`, why],
    [words`name of the ${printable(kind)}`, name],
    ...otherNames(node),
  ];
  return copies.flatMap(([what, text]) => (text ? [{ what, text: printable(text) }] : []));
}

function otherNames(node: TreeNode): readonly (readonly [what: Printable, text: string | null])[] {
  if (node.kind === 'region') return [];
  if (node.kind === 'pod') return [[words`message`, node.pod.message]];
  const { message, image, imageDisplay, id } = node.container;
  return [
    [words`message`, message],
    [words`image`, image || imageDisplay],
    [words`container id`, id],
  ];
}
