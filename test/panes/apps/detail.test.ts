import { describe, expect, it } from 'vitest';
import { appDetail, nodeFields } from '../../../src/panes/apps/detail.ts';
import { appRow, refreshed } from '../../../src/panes/apps/state.ts';
import { treeNodes } from '../../../src/panes/apps/tree.ts';
import { styledText } from '../../support/line-text.ts';
import { overviewOf } from '../../support/overviews.ts';

const NOW = Date.parse('2026-03-14T14:02:00Z');

const overview = overviewOf({
  status: 'failing',
  activeInstances: { indicator: 1 },
  desiredInstances: 2,
  currentLatency: { indicator: 54.48 },
  latencyChart: { '2026-03-13T00:00:00Z': 30, '2026-03-14T00:00:00Z': 44 },
  regions: [
    {
      region: 'DE',
      status: 'failing',
      instances: 0,
      isRequired: true,
      pods: [
        {
          name: 'p1',
          status: 'scheduled',
          lastHeartBeat: '2026-03-14T14:01:57Z',
          containers: [
            { id: 'c-1', name: 'web', exitCode: 137, reason: 'OOMKilled', numberOfRestarts: 3 },
          ],
        },
      ],
    },
  ],
});

const row = refreshed(appRow('eiY0', 'shop\u001b[2J'), {
  kind: 'loaded',
  value: overview,
  at: { wall: NOW, elapsed: 0 },
  took: 1,
});

it('the detail says how the application is, what is wrong and where it runs', () => {
  const text = styledText(appDetail(row, 80, 40)).join('\n');
  expect(text).toMatch(/^shop␛\[2J {2}eiY0\n✖ failing\n/);
  expect(text).toMatch(/^instances +1 of 2/m);
  expect(text).toMatch(/^latency +54\.48 /m);
  expect(text).toMatch(/ 30–44 · 2 points$/m);
  expect(text).toContain('✖ DE: required, but 0 instances');
  expect(text).toMatch(/✖ DE p1 web: exit 137: killed, often for memory — OOMKilled/);
  expect(text).toMatch(/^DE +✖ failing +0 inst/m);
});

it('it takes no more lines and columns than it has', () => {
  const lines = styledText(appDetail(row, 30, 6));
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(30);
});

it('a row that was never loaded says that it is being asked for', () => {
  expect(styledText(appDetail(appRow('eiY0', 'shop'), 60, 10))).toEqual([
    'shop  eiY0',
    '',
    'Loading its overview…',
  ]);
});

// Assumption: overview-units
it('every node has its fields as they came, blanks for what is missing', () => {
  const [region, pod, container] = treeNodes(overview, new Map(), NOW);
  const fields = (node: typeof region) =>
    node ? nodeFields(node, 'utc').map(({ name, value }) => `${name}=${value}`) : [];
  expect(fields(region)).toEqual(
    expect.arrayContaining(['region=DE', 'isRequired=true', 'instances=0', 'requests=–']),
  );
  expect(fields(pod)).toEqual(
    expect.arrayContaining(['lastHeartBeat=2026-03-14 14:01:57Z', 'message=–']),
  );
  expect(fields(container)).toEqual(
    expect.arrayContaining(['exitCode=137', 'reason=OOMKilled', 'numberOfRestarts=3']),
  );
});

// Assumption: overview-charts
describe('D6: nothing that the contract has is left out of the details', () => {
  const whole = overviewOf({
    averageVolumesUsage: { indicator: 91.571, statusGrade: 'couldBeBetter' },
    regions: [
      {
        averageVolumesUsagePercentage: 91.57,
        pods: [
          {
            outboundTrafficChart: { '2026-03-14T14:01:00Z': 812 },
            volumesUtilizationPercentage: { data: 97.31 },
            ephemeralStorageUsageRatio: 0.123456789,
            containers: [
              {
                exitCode: 1,
                image: 'mirror.internal/nginx@sha256:1f',
                imageDisplay: 'nginx:alpine',
              },
            ],
          },
        ],
      },
    ],
  });
  const [region, pod, container] = treeNodes(whole, new Map(), NOW);

  it.each([
    ['a region', region, 'averageVolumesUsagePercentage', '91.57'],
    ['a pod', pod, 'outboundTrafficChart', '{"2026-03-14T14:01:00Z":812}'],
    ['a pod', pod, 'volumesUtilizationPercentage', '{"data":97.31}'],
    ['a pod', pod, 'ephemeralStorageUsageRatio', '0.123456789'],
    ['a container', container, 'image', 'mirror.internal/nginx@sha256:1f'],
    ['a container', container, 'imageDisplay', 'nginx:alpine'],
  ])('D6: of %s', (_, node, name, value) => {
    expect(node && nodeFields(node, 'utc')).toContainEqual({ name, value });
  });

  it('D6: of the application as a whole', () => {
    const shown = { kind: 'loaded', value: whole, at: { wall: NOW, elapsed: 0 }, took: 1 } as const;
    const text = styledText(appDetail(refreshed(row, shown), 80, 200)).join('\n');
    expect(text).toMatch(/^averageVolumesUsage\.indicator +91\.571$/m);
    expect(text).toMatch(/^averageVolumesUsage\.statusGrade +couldBeBetter$/m);
  });
});
