// node .build/bundle.ts [package]: builds the program into dist/, and with it what else the npm package consists of.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from './build-program.ts';
import { licences, PROJECT } from './release.ts';

const DIST = join(PROJECT, 'dist');

/**
 * Writes a file that everybody may read, whatever the mask: modes are packed, too. Whoever runs the program meanwhile has
 * the file as it was, or as it is.
 */
export async function writeShared(path: string, content: string | Uint8Array, mode = 0o644) {
  await writeFile(`${path}.new`, content);
  await chmod(`${path}.new`, mode);
  await rename(`${path}.new`, path);
}

/**
 * Builds the program into `folder`: its launcher, its files, and the code that this engine compiles of them. Gives the
 * packages that are in it.
 */
export async function writeProgram(
  folder: string,
  ...compiled: readonly 'everything'[]
): Promise<readonly string[]> {
  const { files, packages } = await buildProgram();
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeShared(join(folder, name), text);
  await writeShared(
    join(folder, 'warren.cjs'),
    await readFile(join(PROJECT, '.build/launcher.cjs')),
    0o755,
  );
  await using home = await mkdtempDisposable(join(tmpdir(), 'warren-build-'));
  const script = join(PROJECT, '.build/compile.cjs');
  execFileSync(process.execPath, ['--random-seed=1', script, folder, ...compiled], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The clock stands still: nothing is drawn but what a key asks for.
    env: {
      HOME: home.path,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      WARREN_FROZEN_AT: '2026-03-14T01:02:00Z',
    },
    timeout: 60_000,
  });
  return packages;
}

/** Builds what the npm package consists of into dist/, and gives the packages that are in the program. */
export async function writePackage(): Promise<readonly string[]> {
  const packages = await writeProgram(DIST);
  // What is packed describes itself.
  const said = (...args: readonly string[]) =>
    execFileSync(process.execPath, [join(DIST, 'warren.cjs'), ...args]);
  await mkdir(join(DIST, 'completions'), { recursive: true });
  await writeShared(join(DIST, 'LICENSE'), await licences(packages));
  await writeShared(join(DIST, 'warren.1'), said('--man'));
  for (const [shell, file] of [
    ['bash', 'warren.bash'],
    ['zsh', '_warren'],
    ['fish', 'warren.fish'],
  ] as const) {
    await writeShared(join(DIST, 'completions', file), said('completion', shell));
  }
  return packages;
}

if (import.meta.main) await (process.argv[2] === 'package' ? writePackage() : writeProgram(DIST));
