import { describe, expect, it } from 'vitest';
import { treeColumns, treeNodes, worstNode } from '../../../src/panes/apps/tree.ts';
import { placeColumns } from '../../../src/ui/columns.ts';
import { tableLines } from '../../../src/ui/table.ts';
import { styledText } from '../../support/line-text.ts';
import { overviewOf } from '../../support/overviews.ts';

const NOW = Date.parse('2026-03-14T14:02:00Z');

const healthy = { id: 'c-0', name: 'web', status: 'ready' };
const crashed = { id: 'c-1', name: 'web', exitCode: 1, numberOfRestarts: 2, reason: 'CrashLoop' };

const overview = overviewOf({
  regions: [
    { region: 'DE', pods: [{ name: 'p1', containers: [healthy] }] },
    {
      region: 'FR',
      isRequired: true,
      status: 'failing',
      instances: 1,
      pods: [
        { name: 'p2', containers: [crashed, { ...healthy, id: 'c-2', name: 'envoy' }] },
        { name: 'p3', containers: [{ ...crashed, id: 'c-3', numberOfRestarts: 9 }] },
      ],
    },
    { region: 'UK', pods: [] },
  ],
});

const shape = (nodes: ReturnType<typeof treeNodes>) =>
  nodes.map((node) => {
    const name =
      node.kind === 'region'
        ? node.region.region
        : node.kind === 'pod'
          ? node.pod.name
          : node.container.id;
    return `${'  '.repeat(node.depth)}${name} ${node.branch}`;
  });

describe('the tree of an application', () => {
  it('opens branches with problems', () => {
    expect(shape(treeNodes(overview, new Map(), NOW))).toEqual([
      'DE closed',
      'FR open',
      '  p2 open',
      '    c-1 leaf',
      '    c-2 leaf',
      '  p3 open',
      '    c-3 leaf',
      'UK leaf',
    ]);
  });

  it('stays as the operator left it', () => {
    const [de, fr] = treeNodes(overview, new Map(), NOW);
    const branches = new Map([
      [de?.id ?? '', true],
      [fr?.id ?? '', false],
    ]);
    expect(shape(treeNodes(overview, branches, NOW))).toEqual([
      'DE open',
      '  p1 closed',
      'FR closed',
      'UK leaf',
    ]);
  });

  it('has distinct ids for parts with the same name', () => {
    const twins = overviewOf({
      regions: [
        { region: 'DE', pods: [{ name: 'p', containers: [crashed] }] },
        { region: 'FR', pods: [{ name: 'p', containers: [crashed] }] },
        { region: null, pods: [{ name: null, containers: [{ ...crashed, id: null }] }] },
      ],
    });
    const ids = treeNodes(twins, new Map(), NOW).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the node to look at first', () => {
  it('is the container that failed most often', () => {
    const nodes = treeNodes(overview, new Map(), NOW);
    const worst = nodes.find(({ id }) => id === worstNode(nodes));
    expect(worst?.kind === 'container' && worst.container.id).toBe('c-3');
  });

  it('is a failing region before a lesser problem further down', () => {
    const nodes = treeNodes(
      overviewOf({
        regions: [
          { region: 'DE', pods: [{ name: 'p1', message: 'slow', containers: [healthy] }] },
          { region: 'FR', status: 'failing', pods: [] },
        ],
      }),
      new Map(),
      NOW,
    );
    const worst = nodes.find(({ id }) => id === worstNode(nodes));
    expect(worst?.kind === 'region' && worst.region.region).toBe('FR');
  });

  it('is none without problems', () => {
    expect(worstNode(treeNodes(overviewOf(), new Map(), NOW))).toBeNull();
  });
});

it('a row shows its name, state and problem', () => {
  const nodes = treeNodes(overview, new Map(), NOW);
  const lines = tableLines({
    columns: treeColumns(nodes, NOW),
    rows: nodes,
    ids: nodes.map(({ id }) => id),
    list: { cursor: null, at: 0, top: 0, sort: null, marks: new Set() },
    room: { columns: 104, rows: 9 },
    focused: true,
  });
  expect(styledText(lines).slice(0, 6)).toEqual([
    '  REGION/POD/CONTAINER  STATUS     INST     CPU   RST  EXIT  WHY',
    '❯ ▸ DE                  –             –       –',
    '  ▾ FR required         ✖ failing     1       –              ✖ region failing',
    '    ▾ p2                –                     –',
    '        web             –                     –     2     1  ✖ exit 1 — CrashLoop',
    '        envoy           ● ready               –     –     –',
  ]);
});

it('CPU and RAM have one decimal in every row, so that points align', () => {
  const uses = [56, 56.3, 0, 100];
  const nodes = treeNodes(
    overviewOf({
      regions: uses.map((use, at) => ({ region: `R${at}`, averageCPU: use, averageRAM: use })),
    }),
    new Map(),
    NOW,
  );
  for (const column of treeColumns(nodes, NOW)) {
    if (!['cpu', 'ram'].includes(column.id)) continue;
    const cells = nodes.map((node) => [column.cell(node, 6)].flat().map(({ text }) => text));
    expect(cells.flat()).toEqual(['56.0', '56.3', '0.0', '100.0']);
  }
  expect.assertions(2);
});

it('use 2: the exit code column makes room for WHY, which starts with it', () => {
  const nodes = treeNodes(overview, new Map(), NOW);
  const placed = placeColumns(treeColumns(nodes, NOW), 66, nodes);
  expect(placed.map(({ column }) => column.id)).not.toContain('exit');
  expect(placed.find(({ column }) => column.id === 'note')?.width).toBeGreaterThanOrEqual(
    '✖ exit 1 — CrashLoop'.length,
  );
});

it('a heartbeat has an age, unless it is in the future', () => {
  const at = (lastHeartBeat: string) => {
    const of = overviewOf({ regions: [{ region: 'DE', pods: [{ name: 'p', lastHeartBeat }] }] });
    const [, pod] = treeNodes(
      of,
      new Map([[treeNodes(of, new Map(), NOW)[0]?.id ?? '', true]]),
      NOW,
    );
    const column = treeColumns([], NOW).find(({ id }) => id === 'heartbeat');
    const cell = pod && column?.cell(pod, 9);
    return cell && 'text' in cell ? cell.text : undefined;
  };
  expect(at('2026-03-14T14:01:47Z')).toBe('13 s');
  // Clocks may differ a little.
  expect(at('2026-03-14T14:02:07Z')).toBe('0 s');
  expect(at('2026-03-14T15:02:00Z')).toBe('ahead');
});
