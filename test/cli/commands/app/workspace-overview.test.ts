import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { servedPrompt } from '../../served.ts';

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

it('without an identifier, is a line for every application of the workspace', async () => {
  const { code, stdout } = await overview(known(), '-o', 'table');
  expect(code).toBe(0);
  const [head, ...rows] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^NAME +ID +STATUS +INST +WANTED +REGIONS +LATENCY +TARGET +RESTARTS/);
  expect(rows.map((row) => row.split(/ +/)[1])).toEqual(known());
});

it('has the whole answers in JSON, and what failed beside them', async () => {
  const { code, stdout } = await overview([...known(), 'nobody'], '-o', 'json');
  const { applications } = JSON.parse(stdout);
  expect(applications).toHaveLength(4);
  expect(applications[0].overview.regions.length).toBeGreaterThan(0);
  expect(applications[3]).toMatchObject({ appId: 'nobody', error: { kind: 'not-found' } });
  expect(code).toBe(4);
});

it('is a line an application in CSV, with the time', async () => {
  const { stdout } = await overview(known().slice(0, 1), '-o', 'csv');
  const [head, row] = stdout.split('\n');
  expect(head).toMatch(/^at,name,appId,status,/);
  expect(row).toMatch(/^\d{4}-\d\d-\d\dT[^,]+,app-/);
});

it('says where there is nothing, and that --watch is for one', async () => {
  expect((await overview([])).stderr).toContain('There is no application in the workspace.');
  const watched = await overview(known(), '--watch', '5s');
  expect([watched.code, watched.stderr]).toEqual([
    2,
    expect.stringContaining('--watch goes with the ID of one application.'),
  ]);
});
