import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openEventArchive } from '../../src/archive/open.ts';
import { realClock } from '../../src/edges/clock.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { utcDay } from '../../src/text/time.ts';
import { entryWith } from '../support/event-entries.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { PROGRAM } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/* The shipped program run by a user without a name, which needs root. */

const USER = 54_321;

/** Whether that user can read the program. */
function isReachable(path: string): boolean {
  for (let at = path; at !== '/'; at = dirname(at)) {
    if ((statSync(at).mode & 0o005) !== 0o005) return false;
  }
  return true;
}
const isTried =
  process.getuid?.() === 0 && isReachable(dirname(PROGRAM)) && isReachable(process.execPath);

let home: string;
let platform: Platform;
beforeEach(async () => {
  home = temporaryDirectory();
  chownSync(home, USER, USER);
  platform = await openPlatform({ clock: realClock(), seed: 7 });
  onTestFinished(() => platform.close());
});

const folder = (path: string, mode: number) => {
  mkdirSync(path, { recursive: true });
  for (let at = path; at !== home; at = dirname(at)) chownSync(at, USER, USER);
  chmodSync(path, mode);
  return path;
};

const served = () => ({
  WARREN_BASE_URL: platform.baseUrl,
  WARREN_ACCESS_KEY: platform.accessKey,
});

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    uid: USER,
    gid: USER,
    cwd: '/',
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

const changes = () => platform.served.requests.filter(({ method }) => method !== 'GET');
const deletion = () => {
  const id = String(platform.world.applications[0]?.id);
  return ['app', 'delete', id, '--confirm', id];
};

describe.runIf(isTried)('a user without a name', () => {
  it('A14: has an audit log with the number of the user', async () => {
    expect(await run(deletion(), served())).toMatchObject({ code: 0 });
    const file = join(home, '.local/state/warren/audit.ndjson');
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({
      user: `uid ${USER}`,
      operation: 'app-delete',
    });
    expect(await run(['audit', '--verify'])).toMatchObject({ code: 0 });
  });

  it('A14: changes nothing if the state directory is open to others, unless that is configured', async () => {
    const state = folder(join(home, '.local/state/warren'), 0o755);
    const refused = await run(deletion(), served());
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      `Other users may look into ${state}. Run \`chmod 700 ${state}\`.`,
    );
    expect(changes()).toEqual([]);
    expect(await run([...deletion(), '--unaudited'], served())).toMatchObject({ code: 0 });
    expect(changes()).toHaveLength(1);
  });

  it('A1: runs no command of a configuration that is a link to the arguments of a process of root', async () => {
    const trace = join(home, 'trace');
    const yaml = `profiles: {evil: {base_url: "https://127.0.0.1:1", access_key_command: "touch ${trace}"}}`;
    const process = spawn('sleep', ['60'], { argv0: yaml, stdio: 'ignore' });
    onTestFinished(() => void process.kill('SIGKILL'));
    const config = folder(join(home, '.config/warren'), 0o700);
    symlinkSync(`/proc/${process.pid}/cmdline`, join(config, 'config.yaml'));
    expect(statSync(join(config, 'config.yaml'))).toMatchObject({ uid: 0 });
    const refused = await run(['search', 'shop', '--profile', 'evil']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/has another size than the file system says/);
    expect(existsSync(trace)).toBe(false);
  });

  it('A1: reads no configuration in a directory that is writable for a group', async () => {
    const config = folder(join(home, '.config/warren'), 0o700);
    writeFileSync(join(config, 'config.yaml'), 'profiles: {}\n', { mode: 0o600 });
    chownSync(join(config, 'config.yaml'), USER, USER);
    chmodSync(join(home, '.config'), 0o775);
    const refused = await run(['search', 'shop'], served());
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`Run: chmod go-w ${join(home, '.config')}`);
  });

  it('says why it cannot read the write-ahead log of an archive created by root', async () => {
    const [made, copy] = [temporaryDirectory(), temporaryDirectory()].map((at) => join(at, 'a.db'));
    const day = utcDay(Date.now());
    const archive = await openEventArchive(made as string);
    await archive.append('7', day, [entryWith({ logId: 'a' })], noCoverage(day));
    for (const [kind, mode] of [
      ['', 0o644],
      ['-wal', 0o600],
    ] as const) {
      copyFileSync(made + kind, copy + kind);
      chmodSync(copy + kind, mode);
    }
    await archive.close();
    chmodSync(dirname(copy as string), 0o755);
    const refused = await run(['events', '7', '--from', copy as string]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('a.db-wal could not be opened: permission denied.');
  });

  it('learns from warren doctor that the state directory is not writable', async () => {
    const state = folder(join(home, '.local/state/warren'), 0o500);
    const { stdout, code } = await run(['doctor', '-o', 'json'], served());
    expect(code).toBe(1);
    const found = JSON.parse(stdout).findings.find(
      ({ what }: { what: string }) => what === 'state',
    );
    expect(found).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('cannot be written to (permission'),
    });
    expect(JSON.stringify(found)).toContain(`chmod 700 ${state}`);
  });

  it('learns from warren doctor that the state directory cannot be created', async () => {
    const stateOf = async (env: Readonly<Record<string, string>>) => {
      const { stdout, code } = await run(['doctor', '-o', 'json'], { ...served(), ...env });
      const { result, detail } = JSON.parse(stdout).findings.find(
        ({ what }: { what: string }) => what === 'state',
      );
      return { code, result, detail };
    };
    expect(await stateOf({})).toMatchObject({
      code: 0,
      result: 'noted',
      detail: expect.stringContaining('it is created when needed'),
    });
    expect(await stateOf({ HOME: '/nonexistent' })).toMatchObject({
      code: 1,
      result: 'failed',
      detail: expect.stringContaining('cannot be created: / cannot be written to (permission'),
    });
    chmodSync(home, 0o500);
    expect(await stateOf({})).toMatchObject({
      code: 1,
      result: 'failed',
      detail: expect.stringContaining(
        `cannot be created: ${home} cannot be written to (permission`,
      ),
    });
  });

  it('A2: writes no code to a cache, and runs none from there', async () => {
    const trace = join(home, 'trace');
    const cache = folder(join(home, '.cache/warren'), 0o700);
    for (const name of readdirSync(dirname(PROGRAM))) {
      writeFileSync(join(cache, name), `require('fs').writeFileSync(${JSON.stringify(trace)}, '')`);
    }
    const before = readdirSync(cache);
    expect(await run(['search', 'shop', '-o', 'json'], served())).toMatchObject({ code: 0 });
    expect(existsSync(trace)).toBe(false);
    expect(readdirSync(cache)).toEqual(before);
    rmSync(join(home, '.cache'), { recursive: true });
    expect(await run(['search', 'shop', '-o', 'json'], served())).toMatchObject({ code: 0 });
    expect(readdirSync(home)).toEqual([]);
  });
});
