import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { startBundled } from '../support/bundled.ts';
import type { PtyProgram } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Starts the console with a configuration, in a locale. */
async function start(config: string, locale: string): Promise<PtyProgram> {
  const folder = temporaryDirectory();
  await mkdir(join(folder, 'warren'));
  await writeFile(join(folder, 'warren', 'config.yaml'), config, { mode: 0o600 });
  return startBundled(['--seed', '7'], { env: { XDG_CONFIG_HOME: folder, LANG: locale } });
}

const isAscii = (screen: readonly string[]): boolean => /^[\x00-\x7f]*$/.test(screen.join(''));
const hasApps = (screen: readonly string[]): boolean => screen.join('\n').includes('checkout');

it('the configuration can choose ASCII in a UTF-8 locale', async () => {
  const console = await start('ascii: true\n', 'C.UTF-8');
  await console.until((screen) => hasApps(screen) && isAscii(screen));
  console.send('?');
  await console.until((screen) => screen.join('\n').includes('Help: keys') && isAscii(screen));
});

it('the configuration can choose all characters in another locale', async () => {
  const console = await start('ascii: false\n', 'C');
  await console.until((screen) => hasApps(screen) && screen.join('\n').includes('❯'));
});
