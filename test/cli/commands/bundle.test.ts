import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openHistoryFile } from '../../../src/history/read-history.ts';
import { openReplaySession } from '../../../src/session/replay-session.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { requested } from '../prompt.ts';
import { servedPrompt } from '../served.ts';

const served = servedPrompt({ events: { perSecond: 0.5 } });

it('a bundle contains the answers for the named items, and describes the contents', async () => {
  const { applications, shieldZones } = served.platform.world;
  const [app, zone] = [String(applications[0]?.id), String(shieldZones[0]?.id)];
  const home = temporaryDirectory();
  const path = `${home}/b.db`;
  const run = (...argv: readonly string[]) => served.run(argv, { env: { HOME: home }, stdin: 'x' });
  const span = ['--since', '5m', '--until', '2099-01-01'];
  const bundle = () => run('bundle', ...span, '--out', path, '--app', app, '--zone', zone);
  const script = String(served.platform.world.scripts[0]?.id);
  await run('script', 'add-variable', script, 'TOKEN', '--default-stdin');
  const { code, stdout, stderr } = await bundle();
  expect(code).toBe(0);
  expect(stdout).toBe(`${path}\n`);
  expect(stderr).toMatch(/\d+ log entries of 1 zone, 0 marks, 1 change made from here/);
  expect(stderr).toContain('--anonymise replaces them');
  // It ends now, and no console has kept a history.
  expect(stderr).not.toMatch(/2099|with the history/);
  const session = await openReplaySession(path, { clock: fakeClock(0) });
  expect(session.workspace.apps.map(({ id }) => id)).toEqual([app]);
  await session.close();
  const audit = await run('audit', '--from', path, '-o', 'csv', '--columns', 'outcome,subjectId');
  expect(audit.stdout).toBe(`outcome,subjectId\naccepted,${script}\n`);
  const damaged = `${home}/damaged.db`;
  copyFileSync(path, damaged);
  const database = new DatabaseSync(damaged);
  database.exec("UPDATE about SET value = '{' WHERE name = 'bundle'");
  database.close();
  expect(await run('audit', '--from', damaged)).toMatchObject({ code: 2, stdout: '' });
  const again = await bundle();
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('nothing is overwritten');
});

it('a bundle contains the applications and filters of the workspace even if --zone selects a log', async () => {
  const { world, baseUrl } = served.platform;
  const home = temporaryDirectory();
  const [app, zone = '', other] = [
    world.applications[0]?.id,
    ...world.shieldZones.slice(-2).map(({ id }) => String(id)),
  ];
  mkdirSync(`${home}/.config/warren`, { recursive: true });
  const config = `default_profile: here
profiles: {here: {base_url: "${baseUrl}", workspace: all}}
workspaces:
  all:
    apps: [{id: ${app}, name: checkout}]
    shield_zones: [{id: ${zone}, name: edge}, {id: ${other}}]
    filters: {bad: "rule:9*"}
`;
  writeFileSync(`${home}/.config/warren/config.yaml`, config, { mode: 0o600 });
  const path = `${home}/b.db`;
  const argv = ['bundle', '--since', '1m', '--out', path, '--zone', zone];
  const { stderr } = await served.run(argv, { env: { HOME: home } });
  expect(stderr).toContain('of 1 zone,');
  const session = await openReplaySession(path, { clock: fakeClock(0) });
  expect(session.workspace).toMatchObject({
    apps: [{ id: app, name: 'checkout' }],
    shieldZones: [{ id: zone, name: 'edge' }],
    filters: [{ name: 'bad', filter: 'rule:9*' }],
  });
  await session.close();
});

it('a bundle claims only the loaded part of a log whose pages ended early', async () => {
  const zone = String(served.platform.world.shieldZones.at(-2)?.id);
  const bundled = async () => {
    const path = `${temporaryDirectory()}/b.db`;
    const { stderr } = await served.run(['bundle', '--since', '1d', '--out', path, '--zone', zone]);
    return { stderr, file: readFileSync(path).toString('latin1') };
  };
  const missing = 'The bundle has nothing of before';
  expect((await bundled()).file.split(missing)).toHaveLength(2);
  const mend = served.platform.faults.set({ kind: 'more-without-token' });
  const { stderr, file } = await bundled();
  mend();
  expect(stderr).toContain('is not complete: its pages ended early');
  expect(file.split(missing).length).toBeGreaterThan(2);
});

it('a bundle is written even if a zone, or the whole service, does not answer', async () => {
  const { applications, shieldZones } = served.platform.world;
  const [broken = '', whole = ''] = shieldZones.slice(-2).map(({ id }) => String(id));
  const app = String(applications[0]?.id);
  const bundled = async (operation?: 'event-logs') => {
    const path = `${temporaryDirectory()}/b.db`;
    const mend = served.platform.faults.set(
      { kind: 'answer', status: 503, body: 'empty' },
      operation === undefined ? {} : { operation, times: 1 },
    );
    const { code, stderr } = await served.run([
      ...['bundle', '--since', '5m', '--out', path],
      ...['--app', app, '--zone', broken, '--zone', whole],
    ]);
    mend();
    const session = await openReplaySession(path, { clock: fakeClock(0) });
    const zones = session.workspace.shieldZones.map(({ id }) => id);
    await session.close();
    return { code, stderr, zones };
  };
  const one = await bundled('event-logs');
  expect(one).toMatchObject({ code: 0, zones: [broken, whole] });
  expect(one.stderr).toMatch(new RegExp(`The log of zone ${broken} is not complete: [^.]+\\.\n`));
  expect(one.stderr).not.toContain(`zone ${whole} is not`);
  expect(one.stderr).not.toContain('Not read');
  const none = await bundled();
  expect(none).toMatchObject({ code: 0, zones: [broken, whole] });
  expect(none.stderr).toMatch(/^Not read: 1 application\. The first failed with: [^.]+\.$/m);
  expect(none.stderr).toContain('0 log entries of 2 zones');
});

it('a bundle asks for six things at a time, so that a service that hangs delays it less', async () => {
  const { applications } = served.platform.world;
  const apps = applications.slice(0, 8).flatMap(({ id }) => ['--app', id]);
  const mend = served.platform.faults.set({ kind: 'hang', stage: 'before answering' });
  const path = `${temporaryDirectory()}/b.db`;
  const { code, stderr } = await served.run(['bundle', '--out', path, ...apps], {
    timeouts: { response: 2_000 },
    async during() {
      await requested(served.platform, 6);
      mend();
    },
  });
  expect(code).toBe(0);
  expect(stderr).toContain('Not read: 6 applications. The first failed with: Timed out');
});

it('a bundle is refused at once if its directory does not exist', async () => {
  const { code, stderr } = await served.run(['bundle', '--out', '/nowhere/b.db']);
  expect(code).toBe(2);
  expect(stderr).toBe(
    'warren: /nowhere/b.db could not be written: its directory does not exist.\n',
  );
  expect(served.platform.served.requests).toEqual([]);
});

it.runIf(process.platform !== 'win32')(
  'a bundle can be written where others can write, for its owner alone, and opened from elsewhere',
  async () => {
    const shared = `${temporaryDirectory()}/shared`;
    mkdirSync(shared);
    chmodSync(shared, 0o775);
    const path = `${shared}/b.db`;
    const app = String(served.platform.world.applications[0]?.id);
    const { code } = await served.run(['bundle', '--out', path, '--app', app]);
    expect(code).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(shared)).toEqual(['b.db']);
    const refused = await served.run(['replay', path]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`Other users may write to ${shared}`);
    const own = `${temporaryDirectory()}/b.db`;
    copyFileSync(path, own);
    const read = await served.run(['audit', '--from', own]);
    expect(read.stderr).toBe(`No change is recorded in ${own}.\n`);
  },
);

it('E6: a bundle is not written if an answer in the history is damaged', async () => {
  const home = temporaryDirectory();
  const directory = `${home}/.local/state/warren`;
  const history = await openHistoryFile(directory, served.platform.baseUrl, 'write');
  const [app] = served.platform.world.applications;
  const subject = { kind: 'apps', id: String(app?.id) } as const;
  history.keepObservation(subject, { at: served.clock.now(), json: '{}' });
  history.close();
  const database = new DatabaseSync(`${directory}/history.db`);
  database.exec("UPDATE observation SET answer = x'ff0000'");
  database.close();
  const bundle = `${home}/b.db`;
  const { code, stderr } = await served.run(['bundle', '--out', bundle, '--app', subject.id], {
    env: { HOME: home },
  });
  expect(code).toBe(2);
  expect(stderr).toContain(`${directory}/history.db is not a warren file, or is damaged`);
  expect(existsSync(bundle)).toBe(false);
});

it.each(['fact', 'observation'])(
  'E6: says that the history is damaged, where a page of its table %s is, and makes no bundle',
  async (table) => {
    const home = temporaryDirectory();
    const directory = `${home}/.local/state/warren`;
    const origin = served.platform.baseUrl;
    const at = served.clock.now();
    const history = await openHistoryFile(directory, origin, 'write');
    const subject = { kind: 'apps', id: 'a1' } as const;
    history.keepObservation(subject, { at, json: '{}' });
    history.close();
    const path = `${directory}/history.db`;
    const database = new DatabaseSync(path);
    const find = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?');
    const rootpage = Number(find.get(table)?.['rootpage']);
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, (rootpage - 1) * 4096 + 1, rootpage * 4096);
    writeFileSync(path, bytes);
    const bundle = `${home}/b.db`;
    const app = String(served.platform.world.applications[0]?.id);
    const { code, stderr } = await served.run(['bundle', '--out', bundle, '--app', app], {
      env: { HOME: home },
    });
    expect(code).toBe(2);
    expect(stderr).toContain(`${path} is not a warren file, or is damaged`);
    expect(existsSync(bundle)).toBe(false);
  },
);
