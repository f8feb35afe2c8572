import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { startBundled } from '../support/bundled.ts';
import { openPlatform } from '../support/observed-platform.ts';
import { shows } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('use 10: after the key file was rotated, r reads it again and says so', async () => {
  const home = temporaryDirectory();
  const platform = await openPlatform({ clock: realClock(), seed: 7 });
  onTestFinished(() => platform.close());
  const [app] = platform.world.applications;
  const folder = join(home, '.config', 'warren');
  const key = join(folder, 'prod.key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(key, 'the-key-of-yesterday\n', { mode: 0o600 });
  await writeFile(
    join(folder, 'config.yaml'),
    `default_profile: prod\nprofiles: {prod: {base_url: '${platform.baseUrl}', access_key_file: prod.key, workspace: shop}}\nworkspaces: {shop: {apps: [{id: '${app?.id}', name: checkout}]}}\n`,
    { mode: 0o600 },
  );
  const console = startBundled([], { columns: 120, rows: 20, env: { HOME: home } });
  await console.until(shows('Key not accepted, and unchanged in prod.key.'));
  await writeFile(key, `${platform.accessKey}\n`, { mode: 0o600 });
  console.send('r');
  await console.until(shows('Access key re-read from prod.key.'));
  await console.until((screen) => !shows('key not accepted')(screen));
  console.send('q');
  expect(await console.exited).toBe(0);
});
