import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import outputTopic from '../../../src/help/output.md';
import { dialectFrom } from '../../../src/platform/wire/dialect.ts';
import { openPlatform } from '../../support/observed-platform.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { prompt, reaching, requested, type Setting } from '../prompt.ts';
import { answerNext, letPass, servedPrompt } from '../served.ts';

const served = servedPrompt();

/** Options that watch so many applications of the world, from the one at `from` on. */
const appsFrom = (from: number, many: number) =>
  served.platform.world.applications.slice(from, from + many).flatMap(({ id }) => ['--app', id]);

const fine = () => {
  const at = served.platform.world.applications.findIndex(({ name }) => name === 'storefront');
  return appsFrom(at, 1);
};

describe('warren status', () => {
  it('lists the workspace, worst first, and exits with 0 if nothing is bad', async () => {
    const { code, stdout } = await served.run(['status', ...fine(), '-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { bad: 0, unknown: 0, warning: 0, ok: 1 },
      items: [{ kind: 'app', state: 'ok', status: 'active', problems: [] }],
    });
  });

  it('has the fields that the help names, and no others', async () => {
    const { stdout } = await served.run(['status', ...fine(), '-o', 'json']);
    const { items, ...document } = JSON.parse(stdout);
    const [, described = ''] = /^- `status`: (.*?)^- /ms.exec(outputTopic) ?? [];
    const named = described.match(/\b[a-z]+(?:[A-Z][a-z]+)*\b/g) ?? [];
    const fields = [...Object.keys(document), ...Object.keys(items[0])];
    expect(named).toEqual(expect.arrayContaining(fields));
    const certainlyFields = named.filter((name) => /[A-Z]/.test(name));
    expect(fields).toEqual(expect.arrayContaining(certainlyFields));
  });

  it('explains why something is bad, and exits with 1', async () => {
    const zones = served.platform.world.dnsZones.flatMap(({ id }) => ['--dns', String(id)]);
    const { code, stdout } = await served.run(['status', ...fine(), ...zones, '-o', 'table']);
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^[1-9]\d* bad · 1 unknown · \d+ with warnings · \d+ ok · as of /);
    expect(lines[3]).toMatch(/^bad +dns +\S+ +Failed +scan failed: /);
    expect(lines.findIndex((line) => line.startsWith('ok '))).toBeGreaterThan(
      lines.findLastIndex((line) => line.startsWith('bad ')),
    );
  });

  it('has room for the reason at 80 columns, beside the time since when it is so', async () => {
    const home = temporaryDirectory();
    const run = (argv: readonly string[], setting: Setting = {}) =>
      served.run(argv, { ...setting, env: { HOME: home } });
    const [app = ''] = served.platform.world.applications
      .filter(({ name }) => name === 'ab-assign')
      .map(({ id }) => id);
    await run(['record', '--app', app, '--out', join(home, 'r.db')], {
      async during(interrupt) {
        // When it is asked for again, the first answer is kept.
        const again = requested(served.platform, 2);
        await letPass(again, served.clock, { asleep: 2, ms: 1_000 });
        interrupt.abort();
      },
    });
    const { stdout } = await run(['status', '--app', app], { columns: 80 });
    const [, , heads = '', row = ''] = stdout.split('\n');
    expect(heads).toMatch(/^STATE +KIND +NAME +STATUS +WHY +SINCE \(UTC\)$/);
    // How far the clock has run by the first answer depends on how quickly the files are there.
    const [, since = 'none'] =
      / active +required, 0 instances \(SYD\).* ≤(14:\d\d:\d\d)$/.exec(row) ?? [];
    expect(since, row).not.toBe('none');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const wide = await run(['status', '--app', app, '-o', 'wide']);
    const chosen = await run(['status', '--app', app, '-o', 'table', '--columns', 'id,state']);
    expect(chosen.stdout).toMatch(new RegExp(`^${app} +bad$`, 'm'));
    expect(wide.stdout).toMatch(
      new RegExp(`${app} +active +required, .* ≤2026-03-14 ${since}Z$`, 'm'),
    );
    // A console that watches may keep nothing for a minute, and an answer may take two.
    await served.clock.advance(120_000);
    const soon = await run(['status', '--app', app], { columns: 80 });
    expect(soon.stdout).toMatch(new RegExp(` +≤${since}$`, 'm'));
    // Nobody watches for four minutes.
    await served.clock.advance(120_000);
    const later = await run(['status', '--app', app], { columns: 80 });
    expect(later.stdout).toMatch(new RegExp(` +seen ≤${since}$`, 'm'));
    const json = await run(['status', '--app', app, '-o', 'json']);
    expect(JSON.parse(json.stdout).items).toMatchObject([
      {
        sinceIsUpperBound: true,
        notWatchedBetween: true,
        issuesSince: JSON.parse(json.stdout).items[0].since,
        issuesSinceIsUpperBound: true,
        issuesNotWatchedBetween: true,
      },
    ]);
  });

  it('exits with 6 if something could not be read, after reading the others', async () => {
    served.platform.faults.set(
      { kind: 'answer', status: 503, body: 'empty' },
      { operation: 'app-overview', times: 1 },
    );
    const { code, stdout } = await served.run([
      'status',
      ...appsFrom(0, 1),
      ...fine(),
      '-o',
      'json',
    ]);
    const { items } = JSON.parse(stdout);
    expect(items.map(({ state }: { state: string }) => state).sort()).toEqual(['ok', 'unknown']);
    expect(code).toBe(6);
  });

  it.each([
    [{ Status: 99 }, 'unknown', ['scan status 99 has no known meaning'], 6],
    [{ Status: null }, 'unknown', ['no scan status in the answer'], 6],
    [{ Status: 99, Error: 'boom' }, 'unknown', ['scan status 99 has no known meaning', 'boom'], 6],
    [{ Status: 2, Error: 'boom' }, 'warning', ['scan error: boom'], 0],
    [{ Status: 3, Error: 'boom' }, 'bad', ['scan failed: boom'], 1],
    [{ Status: 2, Error: '' }, 'ok', [], 0],
  ])('a scan with %j is %s', async (scan, state, problems, code) => {
    answerNext(served.platform, 'dns-scan', { JobId: 'j', Records: [], ...scan });
    const outcome = await served.run(['status', '--dns', '7', '-o', 'json']);
    expect(JSON.parse(outcome.stdout).items).toMatchObject([{ state, problems }]);
    expect(outcome.code).toBe(code);
  });

  it.each([
    [{}, 'unknown', ['no status in the answer'], 6],
    [{ status: 'unknown' }, 'unknown', ['status unknown'], 6],
    [{ status: 'exploded' }, 'unknown', ['status exploded has no known meaning'], 6],
    [
      { status: 'exploded', desiredInstances: 2, activeInstances: { indicator: 1 } },
      'unknown',
      ['status exploded has no known meaning', '1 of 2 instances active'],
      6,
    ],
    [
      { regions: [{ region: 'DE', isRequired: true, instances: 0, pods: [] }] },
      'bad',
      ['required, 0 instances (DE)'],
      1,
    ],
    [{ status: 'inactive' }, 'ok', [], 0],
  ])('an application with %j is %s', async (overview, state, problems, code) => {
    answerNext(served.platform, 'app-overview', { regions: [], ...overview });
    const outcome = await served.run(['status', '--app', 'x1', '-o', 'json']);
    expect(JSON.parse(outcome.stdout).items).toMatchObject([{ state, problems }]);
    expect(outcome.code).toBe(code);
  });

  it('notes connections rejected since the last answer, but calls the application ok, as wait does', async () => {
    const pod = { name: 'p', containers: [], outboundConnectionsRejectedDiff: 4 };
    const answer = () =>
      answerNext(served.platform, 'app-overview', {
        status: 'active',
        regions: [{ region: 'DE', pods: [pod] }],
      });
    answer();
    const { code, stdout } = await served.run(['status', '--app', 'x1', '-o', 'json']);
    expect(JSON.parse(stdout).items).toMatchObject([
      { state: 'ok', problems: [], notes: ['4 outbound connections rejected (DE p)'] },
    ]);
    expect(code).toBe(0);
    answer();
    const table = await served.run(['status', '--app', 'x1', '-o', 'table']);
    expect(table.stdout).toContain('may pass: 4 outbound connections rejected (DE p)');
    answer();
    expect(await served.run(['wait', 'app:x1 health = good'])).toMatchObject({ code: 0 });
  });

  it.each(['status', 'record'])('warren %s refuses an id that cannot be one', async (command) => {
    const out = join(temporaryDirectory(), 'night.db');
    const argv = [command, '--app', '', ...(command === 'record' ? ['--out', out] : [])];
    const { code, stderr } = await served.run(argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'warren: --app must not be empty.\n' });
    expect(served.platform.served.requests).toEqual([]);
  });

  it('calls an item bad if the service does not know it', async () => {
    const { code, stdout } = await served.run([
      'status',
      '--app',
      'nobody',
      ...fine(),
      '-o',
      'csv',
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^bad,app,nobody,nobody,,Not Found: /m);
  });

  it('says that an item was not found also where the service does not', async () => {
    answerNext(served.platform, 'app-overview', { title: 'No such app' }, 404);
    const { code, stdout } = await served.run(['status', '--app', 'nobody', '-o', 'csv']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^bad,app,nobody,nobody,,not found: No such app/m);
  });

  it('calls an application deleted if it was deleted from this machine', async () => {
    const home = temporaryDirectory();
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
    const file = join(folder, 'audit.ndjson');
    await writeFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    const argv = ['status', '--app', 'gone1', ...fine(), '-o', 'json'];
    const { code, stdout } = await served.run(argv, { env: { HOME: home } });
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { bad: 0, ok: 1, deleted: 1 },
      items: [{ state: 'ok' }, { id: 'gone1', state: 'deleted' }],
    });
    expect(code).toBe(0);
  });

  it.each([
    ['error-key', 'The service answered (404): No record scan was found for the zone.'],
    [
      'empty',
      'Not found (404): this zone has no scan, or there is no such zone. The service does not say which.',
    ],
  ])('calls a DNS zone without a scan unknown, as the console does: %s', async (value, why) => {
    const { clock } = served;
    const dialect = dialectFrom([`no-scan-yet=${value}`]);
    const platform = await openPlatform({ clock, seed: 7, dialect });
    onTestFinished(() => platform.close());
    const zone = platform.world.dnsZones.find(({ domain }) => domain === 'new.example');
    const outcome = await prompt(['status', '--dns', String(zone?.id), '-o', 'json'], {
      clock,
      env: reaching(platform),
    });
    expect(JSON.parse(outcome.stdout).items).toMatchObject([
      { state: 'unknown', status: null, problems: [why] },
    ]);
    expect(outcome.code).toBe(6);
  });

  it('suggests a name for one that is not in the workspace', async () => {
    const { code, stderr } = await prompt([
      'status',
      '--demo',
      '--app',
      'chekout',
      '--app',
      'basket-api',
    ]);
    expect(code).toBe(1);
    expect(stderr).toBe('No application “chekout” in this workspace. Did you mean checkout?\n');
  });

  it('refuses a workspace without anything to judge, and lists what cannot be judged', async () => {
    const { code, stdout, stderr } = await served.run(['status', '--zone', '120431']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('There is no application and no DNS zone in the workspace');
    expect(stderr).toContain('Not judged: 1 shield zone. The service has no operation that');
  });

  it('exits as not authorised if the key is not accepted', async () => {
    const { code, stdout } = await served.run(['status', ...fine()], {
      env: { WARREN_ACCESS_KEY: 'another-key-than-the-right-one' },
    });
    expect(code).toBe(5);
    expect(stdout).toBe('');
  });
});
