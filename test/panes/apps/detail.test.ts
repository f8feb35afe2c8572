import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { issuesSince } from '../../../src/panes/apps/cells.ts';
import { appDetails, nodeFields, stateLines, whyItems } from '../../../src/panes/apps/detail.ts';
import { type AppRow, appRow, refreshed } from '../../../src/panes/apps/state.ts';
import { treeNodes } from '../../../src/panes/apps/tree.ts';
import { failed } from '../../../src/state/loadable.ts';
import type { Printable } from '../../../src/text/printable.ts';
import { recordLines } from '../../../src/ui/record-lines.ts';
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

const drawn = (of: AppRow, columns = 80) =>
  styledText(recordLines(appDetails(of, 'utc', columns), { columns, rows: 40 }));

it('details show issues, then regions and images, then every field', () => {
  const text = drawn(row).join('\n');
  expect(text).toMatch(
    /^shop␛\[2J\n✖ exit 137: killed \(SIGKILL\), often out of memory — OOMKilled \(DE p1 web\)\n/,
  );
  expect(text).toContain('✖ required, 0 instances (DE)');
  expect(text).toMatch(/^status +✖ failing$/m);
  expect(text).toMatch(/^errors since {2}before 14:02:00$/m);
  expect(text).toMatch(/^instances +1 active of 2 desired/m);
  expect(text).toMatch(/^latency +54\.48 /m);
  expect(text).toMatch(/ 30–44, 03-13 to 03-14$/m);
  expect(text).toMatch(/^DE +✖ failing · 0 inst/m);
  expect(text).toMatch(/^id +eiY0$/m);
});

it('the line above the tree says since when, and that nobody watched in between', () => {
  const known = { at: NOW - 60_000, how: 'before', hasGaps: true, severity: 'bad' } as const;
  const { state } = stateLines({ ...row, known }, 'utc', 100);
  expect(state.map(({ text }) => text).join('')).toContain(
    ' · errors since before 14:01:00, not watched in between',
  );
});

it('the preview does not date an issue by an older one of the row', () => {
  const answer = (outboundConnectionsRejectedDiff: number, elapsed: number) => ({
    kind: 'loaded' as const,
    value: overviewOf({
      averageCPU: { indicator: 100, statusGrade: 'couldBeBetter' },
      regions: [{ region: 'DE', pods: [{ name: 'p1', outboundConnectionsRejectedDiff }] }],
    }),
    at: { wall: NOW + elapsed, elapsed },
    took: 1,
  });
  const busy = [0, 40, 41, 43].reduce(
    (of, rejected, at) => refreshed(of, answer(rejected, at * 5000)),
    appRow('a', 'transcoder'),
  );
  const [first] = styledText(
    recordLines(whyItems(busy, issuesSince(busy, 'utc')), { columns: 100, rows: 9 }),
  );
  expect(first).toBe(
    'only warnings since before 14:02:00; latest: ! 43 outbound connections rejected (DE p1)',
  );
  // Wrapped, it is indented as the other issues are.
  expect(
    styledText(recordLines(whyItems(busy, issuesSince(busy, 'utc')), { columns: 70, rows: 9 })),
  ).toEqual([
    'only warnings since before 14:02:00; latest: ! 43 outbound connections',
    '  rejected (DE p1)',
    '! CPU 100: couldBeBetter',
  ]);
  expect(issuesSince(refreshed(appRow('a', 'shop'), answer(0, 0)), 'utc')).toHaveLength(1);
  const fine = refreshed(appRow('a', 'shop'), { ...answer(0, 0), value: overviewOf() });
  expect(issuesSince(fine, 'utc')).toEqual([]);
});

describe('a row that gets worse, and better again,', () => {
  const answer = (status: string, at: number) => ({
    kind: 'loaded' as const,
    value: overviewOf({ status }),
    at: { wall: NOW + at, elapsed: at },
    took: 1,
  });
  const warned = [answer('active', 0), answer('suspended', 5000)].reduce(
    refreshed,
    appRow('a', 'shop'),
  );
  const worse = refreshed(warned, answer('failing', 10_000));
  const better = refreshed(worse, answer('suspended', 15_000));

  it('says since when it has errors or only warnings, and since when issues of any kind', () => {
    expect(issuesSince(warned, 'utc')).toEqual(['only warnings since 14:02:05']);
    expect(issuesSince(worse, 'utc')).toEqual(['errors since 14:02:10', 'issues since 14:02:05']);
    expect(issuesSince(better, 'utc')).toEqual([
      'only warnings since 14:02:15',
      'issues since 14:02:05',
    ]);
  });

  it('has both starts in its details, and only one where they are the same', () => {
    expect(drawn(warned).filter((line) => line.includes('since'))).toEqual([
      'only warnings since  14:02:05',
    ]);
    expect(drawn(worse).filter((line) => line.includes('since'))).toEqual([
      'errors since  14:02:10 · issues since 14:02:05',
    ]);
  });

  it('has both below the list, or the one that the list does not show', () => {
    const first = (since: readonly Printable[]) =>
      styledText(recordLines(whyItems(worse, since), { columns: 100, rows: 9 }))[0];
    const since = issuesSince(worse, 'utc');
    expect(first(since)).toBe(
      'errors since 14:02:10; issues since 14:02:05; latest: ✖ status failing',
    );
    expect(first(since.slice(1))).toBe('issues since 14:02:05; latest: ✖ status failing');
  });

  it('has both above the tree, the second one where there is room for it', () => {
    const lines = (columns: number) => {
      const { state, since } = stateLines(worse, 'utc', columns);
      return [state, since].map((line) => line.map(({ text }) => text).join(''));
    };
    expect(lines(90)).toEqual([
      '✖ failing · –/– inst · errors since 14:02:10 · latency –, target – · issues since 14:02:05',
      '',
    ]);
    expect(lines(70)).toEqual([
      '✖ failing · –/– inst · errors since 14:02:10 · latency –, target –',
      'issues since 14:02:05',
    ]);
    expect(lines(30)).toEqual(['✖ failing · –/– inst', 'errors since 14:02:10']);
  });

  it('is as it is since the start of its issues once it is well in between', () => {
    const well = refreshed(better, answer('active', 20_000));
    expect(issuesSince(well, 'utc')).toEqual([]);
    expect(issuesSince(refreshed(well, answer('failing', 25_000)), 'utc')).toEqual([
      'errors since 14:02:25',
    ]);
  });
});

it('details are never cut, however narrow', () => {
  const squeezed = (lines: readonly string[]) => lines.join('').replaceAll(/\s/g, '');
  const narrow = drawn(row, 30);
  for (const line of narrow) expect(line.length).toBeLessThanOrEqual(30);
  expect(squeezed(narrow)).toContain(
    '✖exit137:killed(SIGKILL),oftenoutofmemory—OOMKilled(DEp1web)',
  );
  expect(narrow.join()).not.toContain('…');
});

it('a new image is listed below the ready one', () => {
  const image = (imageDisplay: string, status: string, exitCode: number | null = null) => ({
    name: 'p',
    containers: [{ name: 'web', imageDisplay, status, exitCode }],
  });
  const regions = [
    {
      region: 'DE',
      pods: [image('shop:2', 'notStarted', 1), image('shop:1', 'ready'), image('shop:1', 'ready')],
    },
  ];
  const value = overviewOf({ regions });
  const rolling = refreshed(appRow('a', 'shop'), {
    kind: 'loaded',
    value,
    at: { wall: NOW, elapsed: 0 },
    took: 1,
  });
  const lines = drawn(rolling);
  const at = lines.indexOf('Images');
  expect(lines.slice(at + 1, at + 3)).toEqual([
    'web  shop:1 2/2 ready',
    '     shop:2 0/1 ready · 1 with issues',
  ]);
});

it('a row without data says that it is loading, or why it failed', () => {
  expect(drawn(appRow('eiY0', 'shop'))).toEqual(['shop', 'Loading its overview…']);
  const error = new ApiError({ kind: 'not-found', title: 'No such application' });
  const lost = failed(appRow('eiY0', 'shop').overview, error, { wall: NOW, elapsed: 0 });
  expect(drawn(refreshed(appRow('eiY0', 'shop'), lost))).toEqual([
    'shop',
    expect.stringContaining('✖ No such application'),
    '',
    'Error',
    'title  No such application',
    'kind   not-found',
  ]);
});

// Assumption: overview-units
it('every node lists its fields as received', () => {
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
describe('D6: details include every field of the contract', () => {
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
    const text = drawn(refreshed(row, shown)).join('\n');
    expect(text).toMatch(/^averageVolumesUsage\.indicator +91\.571$/m);
    expect(text).toMatch(/^averageVolumesUsage\.statusGrade +couldBeBetter$/m);
  });
});
