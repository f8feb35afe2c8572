import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { startBundled } from '../support/bundled.ts';
import { openPlatform } from '../support/observed-platform.ts';
import { shows } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('an access key pasted into the wrong field reaches no file and no request', async () => {
  const home = temporaryDirectory();
  const key = 'CANARY-0123456789abcdef';
  const platform = await openPlatform({ clock: realClock(), seed: 7, accessKey: key });
  onTestFinished(() => platform.close());
  const console = startBundled(['--app', platform.world.applications[0]?.id ?? ''], {
    columns: 110,
    rows: 24,
    env: {
      HOME: home,
      WARREN_BASE_URL: platform.baseUrl,
      WARREN_ACCESS_KEY: key,
      WARREN_DEBUG: '1',
    },
  });
  onTestFinished(() => console.close());
  const press = async (keys: string, then: string) => {
    console.send(keys);
    await console.until(shows(then));
  };
  await console.until(shows('Apps', 'active'));
  for (const line of [`add app ${key}`, `watch app:${key} status = failing`, key]) {
    await press(':', 'Enter apply');
    await press(`\u001b[200~${line}\u001b[201~`, key);
    await press('\r', 'That line holds the access key');
  }
  await press('4', 'Search');
  await press(`/\u001b[200~${key}\u001b[201~`, key);
  await press('\r', 'The address would hold the access key');
  kill(console.pid, 'SIGTERM');
  await console.exited;

  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  expect(files.map(({ name }) => name)).toContain('debug.log');
  const holding = files.filter(({ parentPath, name }) =>
    readFileSync(join(parentPath, name)).includes(key),
  );
  expect(holding.map(({ name }) => name)).toEqual([]);
  expect(platform.served.requests.filter(({ target }) => target.includes(key))).toEqual([]);
});
