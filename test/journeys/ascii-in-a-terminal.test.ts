import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, it } from 'vitest';
import { bundledProgram } from '../support/bundled.ts';
import { type PtyProgram, startInPty } from '../support/pty.ts';

const bundled = bundledProgram();

let program: PtyProgram | undefined;
afterEach(() => program?.close());

/** Starts the console with a configuration, in a locale. */
async function start(config: string, locale: string): Promise<PtyProgram> {
  const file = join(bundled.home, locale, 'warren', 'config.yaml');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, config, { mode: 0o600 });
  program = startInPty({
    file: process.execPath,
    args: [bundled.program, '--seed', '7'],
    columns: 80,
    rows: 24,
    env: { HOME: bundled.home, XDG_CONFIG_HOME: join(bundled.home, locale), LANG: locale },
  });
  return program;
}

const isAscii = (screen: readonly string[]): boolean => /^[\x00-\x7f]*$/.test(screen.join(''));
const hasApps = (screen: readonly string[]): boolean => screen.join('\n').includes('checkout');

it('the configuration may want ASCII alone where the locale has more', async () => {
  const console = await start('ascii: true\n', 'C.UTF-8');
  await console.until((screen) => hasApps(screen) && isAscii(screen));
  console.send('?');
  await console.until((screen) => screen.join('\n').includes('Help: keys') && isAscii(screen));
});

it('and all characters where the locale has fewer', async () => {
  const console = await start('ascii: false\n', 'C');
  await console.until((screen) => hasApps(screen) && screen.join('\n').includes('❯'));
});
