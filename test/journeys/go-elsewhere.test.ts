import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { foregroundOf } from '../../src/text/style.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { PROGRAM } from '../support/program.ts';
import { type PtyProgram, shows, startInPty, writtenBy } from '../support/pty.ts';
import { foreignTo } from '../support/strict-terminal.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/*
 * Switching to another service and to another workspace without leaving the program: the
 * bundle, in a pseudo-terminal, between two embedded platforms.
 */

let home: string;
let config: string;
let east: Platform;
let west: Platform;
let program: PtyProgram | undefined;

beforeEach(async () => {
  home = temporaryDirectory();
  east = await openPlatform({ clock: realClock(), seed: 1 });
  west = await openPlatform({ clock: realClock(), seed: 2 });
  config = join(home, '.config', 'warren');
  await mkdir(config, { recursive: true });
  for (const [name, { accessKey }] of [
    ['east', east],
    ['west', west],
  ] as const) {
    await writeFile(join(config, `${name}.key`), `${accessKey}\n`, { mode: 0o600 });
  }
  const apps = (platform: Platform, from: number, to: number) =>
    platform.world.applications.slice(from, to).map(({ id, name }) => ({ id, name }));
  const content = {
    default_profile: 'east',
    profiles: {
      east: {
        base_url: east.baseUrl,
        access_key_file: 'east.key',
        workspace: 'shop',
        colour: 'red',
      },
      west: {
        base_url: west.baseUrl,
        access_key_file: 'west.key',
        workspace: 'blog',
        read_only: true,
      },
      asked: { base_url: west.baseUrl, workspace: 'blog' },
      broken: { base_url: west.baseUrl, access_key_file: 'absent.key' },
    },
    workspaces: {
      shop: { apps: apps(east, 0, 3) },
      tools: { apps: apps(east, 3, 5) },
      blog: { apps: apps(west, 5, 9) },
    },
  };
  // JSON is valid YAML.
  await writeFile(join(config, 'config.yaml'), JSON.stringify(content, null, 2), { mode: 0o600 });
});
afterEach(async () => {
  await program?.close();
  await Promise.all([east.close(), west.close()]);
});

function start(): PtyProgram {
  program = startInPty({
    file: process.execPath,
    args: [PROGRAM],
    columns: 120,
    rows: 30,
    env: { HOME: home },
  });
  return program;
}

async function type(console: PtyProgram, line: string): Promise<void> {
  console.send(':');
  await console.until((screen) => screen.some((each) => /^ ?:/.test(each)));
  console.send(`${line}\r`);
}

const nameOf = (platform: Platform, index: number) =>
  platform.world.applications[index]?.name ?? '';

it('switches to another profile with its key, workspace and badges, in the same pane', async () => {
  const console = start();
  await console.until(shows(' east ', '3 watched', '● connected'));
  const colour = async () => foregroundOf((await console.cells())[0]?.[10]?.style ?? 0);
  expect(await colour()).toBe(9);
  console.send('6');
  await console.until(shows('── Rate limits'));
  await type(console, 'profile west');
  await console.until(shows(' west ', 'READ-ONLY', '── Rate limits'));
  expect(await colour()).toBe(-1);
  console.send('1');
  await console.until(shows('4 watched', '● connected', nameOf(west, 5)));
  await type(console, 'profile east');
  await console.until(shows(' east ', '── Apps', '3 watched', '● connected'));
  expect((await console.screen()).join('\n')).not.toContain('READ-ONLY');
  console.send('q');
  expect(await console.exited).toBe(0);
  const written = writtenBy(console);
  expect(foreignTo(written)).toEqual([]);
  expect(written).not.toContain(west.accessKey);
  // The alternate screen is entered and left once.
  expect(written.split('\u001b[?1049h')).toHaveLength(2);
  expect(written.split('\u001b[?1049l')).toHaveLength(2);
});

it('asks for a key if the profile has none, and then takes keys as usual', async () => {
  const console = start();
  await console.until(shows(' east ', '● connected'));
  await type(console, 'profile asked');
  await console.until(shows('Access key for'));
  console.send(`${west.accessKey}\r`);
  await console.until(shows(' asked ', '4 watched', '● connected'));
  console.send('?');
  await console.until(shows('Move down'));
  console.send('\u001b');
  await console.until((screen) => !shows('Move down')(screen));
  console.send('q');
  expect(await console.exited).toBe(0);
  const written = writtenBy(console);
  expect(written).not.toContain(west.accessKey);
});

it('stays where it is and says why if the other profile cannot be opened', async () => {
  const console = start();
  await console.until(shows(' east ', '● connected'));
  await type(console, 'profile broken');
  await console.until(shows('There is no access_key_file', ' east '));
  await type(console, 'profile wset');
  await console.until(shows('Did you mean west?', ' east '));
  await type(console, 'workspace tolls');
  await console.until(shows('Did you mean tools?', ' east '));
  await appendFile(join(config, 'config.yaml'), '\n}');
  await type(console, 'profile west');
  await console.until(shows('config.yaml:', ' east '));
  console.send('j');
  await console.until(shows('3 watched', '● connected'));
});

it('switches to another workspace over the same connection', async () => {
  const console = start();
  await console.until(shows('3 watched', '● connected'));
  await type(console, 'workspace');
  await console.until(shows('shop (here), tools, blog'));
  await type(console, 'workspace tools');
  await console.until(shows('2 watched', nameOf(east, 3), nameOf(east, 4)));
  expect((await console.screen()).join('\n')).not.toContain(nameOf(east, 0));
});
