import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { backgroundOf } from '../../src/text/style.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { type PtyProgram, shows, startInPty } from '../support/pty.ts';
import { installed, PATH, releaseFolder } from './release.ts';

/*
 * As a new user would: the package installed into an empty prefix, the demo, init answered at its
 * questions, a first read, the console. The service is the embedded platform of this process, over loopback.
 */

const folder = releaseFolder('package');

let platform: Platform;
let prefix: string;
beforeAll(async () => {
  platform = await openPlatform({ clock: realClock(), seed: 7 });
  prefix = await installed(folder());
}, 120_000);
afterAll(() => platform.close());

let program: PtyProgram | undefined;
afterEach(() => program?.close());

function warren(...args: readonly string[]): PtyProgram {
  program = startInPty({
    file: join(prefix, 'bin', 'warren'),
    args,
    columns: 120,
    rows: 40,
    env: { PATH, HOME: folder() },
  });
  return program;
}

it('the demo with its hint, init, a first read, the console, keys and colours of their own', async () => {
  const demo = warren();
  await demo.until((screen) => screen.some((line) => /28 (?:watched|with issues)/.test(line)));
  await demo.until(shows('warren init, at the prompt, sets up a service of your own.'));
  demo.send('q');
  expect(await demo.exited).toBe(0);

  const [app] = platform.world.applications;
  if (!app) throw new Error('the world has no application');
  const config = join(folder(), '.config', 'warren');

  const init = warren('init');
  const dialogue: readonly (readonly [question: string, answer: string])[] = [
    ['Name of the profile [default]:', 'prod'],
    ['Base URL of the service [https://api.bunny.net]:', platform.baseUrl],
    ['Where does the key come from [environment]:', 'file'],
    ['File [prod.key]:', ''],
    [`Access key for ${new URL(platform.baseUrl).host}:`, platform.accessKey],
    ['IDs of applications:', app.id],
    [`Names for ${app.id}:`, ''],
    ['IDs of shield zones:', ''],
    ['IDs of DNS zones:', ''],
    ['IDs of scripts:', ''],
    ['IDs of rate limits:', ''],
    ['Read-only? [y/N]:', 'y'],
  ];
  for (const [question, answer] of dialogue) {
    await init.until(shows(question));
    init.send(`${answer}\r`);
  }
  await init.until(shows('Written. warren opens the console on it.'));
  await init.until(shows('Open the console now?'));
  init.send('n\r');
  expect(await init.exited).toBe(0);
  const told = (await init.screen()).join('\n');
  expect(told).toContain(`${new URL(platform.baseUrl).host} answers.`);
  expect(told).not.toContain(platform.accessKey);
  expect((await stat(join(config, 'prod.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(config, 'config.yaml'), 'utf8')).not.toContain(platform.accessKey);

  const read = warren('app', 'overview', app.id);
  expect(await read.exited).toBe(0);
  await expect(read.screen()).resolves.toSatisfy(shows(app.name));

  const console = warren();
  // The title may come before the row under it.
  await console.until(shows('1 watched', app.id));
  const screen = await console.screen();
  expect(screen[0]).toContain('prod');
  expect(screen[0]).toContain('READ-ONLY');
  expect(screen.join('\n')).not.toContain('This is a demo');
  console.send('?');
  await console.until(shows('Move down'));
  console.send('\u001b');
  await console.until((lines) => !shows('Move down')(lines));
  console.send('q');
  expect(await console.exited).toBe(0);

  await appendFile(
    join(config, 'config.yaml'),
    'theme: high-contrast\nkeys: {quit: [Q], -zone: }\n',
  );
  const own = warren();
  await own.until(shows('1 watched', app.id));
  expect(backgroundOf((await own.cells())[5]?.[50]?.style ?? 0)).toBe(16);
  own.send('q');
  own.send('?');
  await own.until(shows('Move down'));
  own.send('\u001b');
  await own.until((lines) => !shows('Move down')(lines));
  own.send('Q');
  expect(await own.exited).toBe(0);
});
