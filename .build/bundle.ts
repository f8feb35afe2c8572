// node .build/bundle.ts: builds the program into dist/.
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.ts';
import { PROJECT } from './release.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the program into `folder`: its launcher, its files, and the code that this engine compiles of them. Gives the
 * packages that are in it.
 */
export async function writeProgram(
  folder: string,
  compiled: 'what a start runs' | 'everything' = 'what a start runs',
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  // Beside its place, so that each file is put there whole.
  const draft = await mkdtemp(join(folder, '.draft-'));
  try {
    const { files, packages } = await buildProgram();
    for (const [name, text] of Object.entries(files)) await writeFile(join(draft, name), text);
    await copyFile(here('launcher.cjs'), join(draft, 'warren.cjs'));
    const script = ['--random-seed=1', here('compile.cjs'), draft];
    execFileSync(process.execPath, compiled === 'everything' ? [...script, compiled] : script, {
      stdio: ['ignore', 'inherit', 'inherit'],
      // The clock stands still: nothing is drawn but what a key asks for.
      env: {
        HOME: draft,
        LANG: 'C.UTF-8',
        TERM: 'xterm-256color',
        WARREN_FROZEN_AT: '2026-03-14T01:02:00Z',
      },
      timeout: 60_000,
    });
    for (const name of (await readdir(draft)).filter((each) => !each.startsWith('.'))) {
      // The mask of whoever builds must not show in a package.
      await chmod(join(draft, name), name === 'warren.cjs' ? 0o755 : 0o644);
      await rename(join(draft, name), join(folder, name));
    }
    return packages;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

if (import.meta.main) await writeProgram(join(PROJECT, 'dist'));
