import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { overviewReport } from '../../../../src/cli/commands/app/overview.ts';
import { renderReport } from '../../../../src/cli/output/report.ts';
import { appOverview } from '../../../../src/contract/operations/app-overview.ts';
import { words } from '../../../../src/text/printable.ts';
import { noDrift } from '../../../support/no-drift.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { servedPrompt } from '../../served.ts';

const AT = Date.parse('2026-03-14T14:00:00Z');
const grade = (indicator: number, statusGrade: string | null = null) => ({
  indicator,
  statusGrade,
});
const BODY = {
  targetLatency: grade(5),
  currentLatency: grade(3.456, 'doingGreat'),
  activeRegions: grade(1),
  activeInstances: grade(1),
  averageCPU: grade(31.8),
  averageRAM: null,
  averageVolumesUsage: grade(0),
  desiredInstances: 2,
  averageLatency: 3.4,
  totalVolumeSizeInGb: 120,
  monthlyCost: 58.8,
  latencyChart: {},
  status: 'Failing',
  regions: [
    {
      region: 'DE',
      isRequired: true,
      instances: 1,
      averageCPU: 31.8,
      averageRAM: 70,
      averageVolumesUsagePercentage: 0,
      requests: 9,
      anycastTraffic: 1,
      pods: [
        {
          name: 'pod-1',
          lastHeartBeat: '2026-03-14T13:59:58Z',
          cpuUsage: 1,
          ramUsage: 2,
          message: 'evicted',
          containers: [
            {
              id: 'c',
              name: 'web\u001b]0;x\u0007',
              cpuUsage: 30,
              ramUsage: 40,
              reason: 'CrashLoop',
              message: 'exit 137',
              numberOfRestarts: 7,
              exitCode: 137,
            },
          ],
        },
        { name: 'pod-2', containers: [] },
      ],
    },
  ],
};

const rendered = (body: object, format: 'table' | 'csv' | 'json') =>
  renderReport(overviewReport('k3Jd', appOverview.answer.decode(body, noDrift), AT), {
    format,
    writing: 'escaped',
    columns: undefined,
    place: 'only',
    stamp: words``,
  }).data;

describe('an overview', () => {
  it('shows the application down to its containers', () => {
    expect(rendered(BODY, 'table')).toBe(
      `application   k3Jd
status        failing
instances     1 of 2
regions       1
latency       3.46 (doingGreat), target 5, average 3.40
CPU           31.80
RAM           –
volumes       0
volume size   120 GB
monthly cost  58.80

REGION  STATUS  INST    CPU  RAM  VOLUMES  REQUESTS  REQUIRED
DE      –          1  31.80   70        0         9  yes

REGION  POD    CONTAINER  STATUS  RESTARTS  EXIT  CPU  RAM  HEARTBEAT                 REASON               POD MESSAGE
DE      pod-1  web␛]0;x␇  –              7   137   30   40  2026-03-14T13:59:58.000Z  CrashLoop: exit 137  evicted
DE      pod-2  –          –              –     –    –    –  –                         –                    –
`,
    );
  });

  it('does not call a container unhealthy that is ready, for a fault of its pod', () => {
    const containers = [
      { id: 'c', name: 'web', status: 'ready', reason: 'Unhealthy' },
      { id: 'd', name: 'envoy', status: 'ready', reason: '', message: '' },
    ];
    const pods = [{ name: 'pod-1', message: 'Readiness probe failed', containers }];
    const lines = rendered({ ...BODY, regions: [{ region: 'DE', pods }] }, 'table').split('\n');
    const head = lines.find((line) => line.includes('REASON')) ?? '';
    const [reason, podMessage] = [head.indexOf('REASON'), head.indexOf('POD MESSAGE')];
    const cells = (name: string) => {
      const line = lines.find((each) => each.includes(name)) ?? '';
      return [line.slice(reason, podMessage).trim(), line.slice(podMessage).trim()];
    };
    expect(cells(' web ')).toEqual(['Unhealthy', 'Readiness probe failed']);
    expect(cells(' envoy ')).toEqual(['–', 'Readiness probe failed']);
  });

  it('has no column for messages of pods if there are none', () => {
    const pods = [{ name: 'pod-1', containers: [{ id: 'c', name: 'web' }] }];
    const text = rendered({ ...BODY, regions: [{ region: 'DE', pods }] }, 'table');
    expect(text).toMatch(/ REASON$/m);
  });

  it('shows the status and figures of a pod only in its own row, not in those of containers that lack them', () => {
    const figures = { status: 'ready', cpuUsage: 11.5, ramUsage: 22.5 };
    const pods = [
      { name: 'pod-1', ...figures, containers: [{ id: 'c', name: 'web', cpuUsage: 3 }] },
      { name: 'pod-2', ...figures, containers: [] },
    ];
    const rows = rendered({ ...BODY, regions: [{ region: 'DE', pods }] }, 'table').split('\n');
    const cells = (pod: string) => rows.find((row) => row.includes(pod))?.split(/ +/);
    expect(cells('pod-1')).toEqual(['DE', 'pod-1', 'web', '–', '–', '–', '3', '–', '–', '–']);
    expect(cells('pod-2')).toEqual([
      'DE',
      'pod-2',
      '–',
      'ready',
      '–',
      '–',
      '11.50',
      '22.50',
      '–',
      '–',
    ]);
  });

  it('is one row with the time in a series', () => {
    expect(rendered(BODY, 'csv').split('\n')[1]).toBe(
      '2026-03-14T14:00:00.000Z,k3Jd,failing,1,2,1,31.8,,0,3.456,5,3.4,120,58.8',
    );
  });

  it('has wire names in JSON, and null for absent fields', () => {
    const document = JSON.parse(rendered(BODY, 'json'));
    expect(document).toMatchObject({ status: 'failing', averageRAM: null, limits: null });
    expect(document.regions[0].pods[0].containers[0].numberOfRestarts).toBe(7);
  });
});

const served = servedPrompt();
let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});

/** `app overview` with these applications as the workspace. */
async function overview(ids: readonly string[], ...argv: readonly string[]) {
  const folder = join(home, '.config', 'warren');
  await mkdir(folder, { recursive: true });
  const apps = ids.map((id) => `{ id: ${id}, name: app-${id} }`).join(', ');
  await writeFile(
    join(folder, 'config.yaml'),
    `default_profile: p\nprofiles:\n  p: { base_url: "${served.platform.baseUrl}", workspace: w }\nworkspaces:\n  w: { apps: [${apps}] }\n`,
    { mode: 0o600 },
  );
  return served.run(['app', 'overview', ...argv], {
    env: { HOME: home, WARREN_BASE_URL: '', XDG_CONFIG_HOME: '' },
  });
}

const known = () => served.platform.world.applications.slice(0, 3).map(({ id }) => id);

it('without an identifier, has one line per application of the workspace', async () => {
  const { code, stdout } = await overview(known(), '-o', 'table');
  expect(code).toBe(0);
  const [head, ...rows] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^NAME +ID +STATUS +INST +WANTED +REGIONS +LATENCY +TARGET +RESTARTS/);
  expect(rows.map((row) => row.split(/ +/)[1])).toEqual(known());
});

it('has the complete answers in JSON, and the failures', async () => {
  const { code, stdout } = await overview([...known(), 'nobody'], '-o', 'json');
  const { applications } = JSON.parse(stdout);
  expect(applications).toHaveLength(4);
  expect(applications[0].overview.regions.length).toBeGreaterThan(0);
  expect(applications[3]).toMatchObject({ appId: 'nobody', error: { kind: 'not-found' } });
  expect(code).toBe(4);
});

it('names the applications that could not be read on standard error, in every format', async () => {
  for (const format of ['table', 'ndjson', 'csv']) {
    const { code, stderr } = await overview([...known(), 'nobody', 'noone'], '-o', format);
    expect(code).toBe(4);
    expect(stderr).toBe('2 of 5 applications could not be read: app-nobody, app-noone.\n');
  }
});

it('does not fail for an application that was deleted from this machine, and says so in its row', async () => {
  const folder = join(home, '.local', 'state', 'warren');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entry = {
    event: 'ended',
    attempt: 'a1',
    time: '2026-03-14T14:02:00.000Z',
    host: new URL(served.platform.baseUrl).host,
    operation: 'app-delete',
    subject: { kind: 'app', id: 'gone1', name: 'gone1' },
    outcome: 'accepted',
  };
  await writeFile(join(folder, 'audit.ndjson'), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  const { code, stdout, stderr } = await overview([...known(), 'gone1'], '-o', 'table');
  expect(stdout).toMatch(/^app-gone1 +gone1 .* deleted from this machine$/m);
  expect([code, stderr]).toEqual([0, '']);
  const json = await overview([...known(), 'gone1'], '-o', 'ndjson');
  expect(JSON.parse(json.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    appId: 'gone1',
    error: { kind: 'deleted' },
  });
  expect(json.code).toBe(0);
  // Another one that is gone is a failure still.
  const other = await overview(['nobody', 'gone1']);
  expect([other.code, other.stderr]).toEqual([
    4,
    expect.stringContaining('1 of 2 applications could not be read: app-nobody.'),
  ]);
});

it('has one line per application in CSV, with the time', async () => {
  const { stdout } = await overview(known().slice(0, 1), '-o', 'csv');
  const [head, row] = stdout.split('\n');
  expect(head).toMatch(/^at,name,appId,status,/);
  expect(row).toMatch(/^\d{4}-\d\d-\d\dT[^,]+,app-/);
});

it('reports an empty workspace, and allows --watch only for one application', async () => {
  expect((await overview([])).stderr).toContain('There is no application in the workspace.');
  const watched = await overview(known(), '--watch', '5s');
  expect([watched.code, watched.stderr]).toEqual([
    2,
    expect.stringContaining('--watch needs the ID of one application.'),
  ]);
});
