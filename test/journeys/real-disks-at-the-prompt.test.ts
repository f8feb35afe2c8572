import { execFile } from 'node:child_process';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { PROGRAM } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/* The shipped program with output and state on failing devices. */

let home: string;
let platform: Platform;
beforeEach(async () => {
  home = temporaryDirectory();
  platform = await openPlatform({ clock: realClock(), seed: 7 });
  onTestFinished(() => platform.close());
});

const DOCUMENT = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: { '/orders': { get: { responses: { 200: { description: 'ok' } } } } },
});

/** Runs a shell command in which `$W` is the program. */
const shell = (line: string, env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      'sh',
      ['-c', line],
      {
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          NODE: process.execPath,
          PROGRAM,
          WARREN_BASE_URL: platform.baseUrl,
          WARREN_ACCESS_KEY: platform.accessKey,
          ...env,
        },
      },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end(DOCUMENT);
  });

const W = '"$NODE" "$PROGRAM"';
const changes = () => platform.served.requests.filter(({ method }) => method !== 'GET');

const CHANGES = [
  {
    of: 'an application',
    line: () => {
      const id = String(platform.world.applications[0]?.id);
      return `app delete ${id} --confirm ${id}`;
    },
    done: /^The deletion of \S+ was accepted\.$/m,
  },
  {
    of: 'a script',
    line: () => `script add-variable ${platform.world.scripts[0]?.id} TOKEN`,
    done: /^The variable TOKEN was accepted\.$/m,
  },
  {
    of: 'a zone',
    line: () => `guardian upload ${platform.world.shieldZones[0]?.id} -`,
    done: /^The specification of zone \S+ was accepted\.$/m,
  },
];

it.each(['--nope', 'search', 'help nothing'])(
  'a usage error keeps its exit code on a full disk: %s',
  async (line) => {
    expect((await shell(`${W} ${line} > /dev/full`)).code).toBe(2);
    expect((await shell(`${W} ${line} 2> /dev/full`)).code).toBe(2);
    expect((await shell(`${W} ${line} > /dev/full 2>&1`)).code).toBe(2);
  },
);

describe.each(CHANGES)('a change of $of', ({ line, done }) => {
  it.each(['json', 'ndjson', 'csv', 'table'])(
    'E12: whose report as %s does not fit on a full disk is confirmed on standard error',
    async (format) => {
      const { code, stderr } = await shell(`${W} ${line()} -o ${format} > /dev/full`);
      expect(code).toBe(1);
      expect(stderr).toMatch(done);
      expect(stderr).toContain('The output cannot be written (ENOSPC)');
      expect(changes()).toHaveLength(1);
    },
  );

  it('E8: with a state directory below /proc is refused with code 2, and nothing is sent', async () => {
    const { code, stdout, stderr } = await shell(`${W} ${line()} -o json`, {
      XDG_STATE_HOME: '/proc/nowhere',
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Nothing can be made in /proc.');
    expect(changes()).toEqual([]);
  });
});
