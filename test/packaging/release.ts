import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { release } from '../../.build/release.ts';

export { release };

const run = promisify(execFile);

/** Where programs are found: the Node that runs the tests first. */
export const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;

/** Runs a program and gives what it wrote to its output; rejects when it fails. */
export async function outputOf(
  file: string,
  args: readonly string[],
  {
    cwd,
    env = {},
  }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const { stdout } = await run(file, [...args], {
    env: { PATH, ...env },
    maxBuffer: 16 << 20,
    ...(cwd ? { cwd } : {}),
  });
  return stdout;
}

/** Makes a part of a release in `out`. */
export async function released(part: 'package' | 'executable', out: string): Promise<void> {
  const file = fileURLToPath(new URL('../../.build/make-release.ts', import.meta.url));
  await outputOf(process.execPath, [file, part, '--out', out], { env: { HOME: out } });
}

/** A folder for each file of tests, and what a part of a release is there. */
export function releaseFolder(part: 'package' | 'executable'): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'warren-release-'));
    await released(part, folder);
  }, 240_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Installs the package of `folder` as a new user does, without a network, below `folder`. */
export async function installed(folder: string): Promise<string> {
  const prefix = join(folder, 'prefix');
  const tarball = join(folder, `${release}.tgz`);
  await outputOf('npm', ['install', '--global', '--prefix', prefix, '--offline', tarball], {
    env: { HOME: folder, npm_config_cache: join(folder, 'cache') },
  });
  return prefix;
}
