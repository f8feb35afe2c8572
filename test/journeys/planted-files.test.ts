import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PROGRAM } from '../support/program.ts';
import { shippedPackages } from '../support/shipped-packages.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/* No code is read from places that the user, or whatever damages the user's files, can write to. */

/** Optional packages that packages of the program try to load. */
const OPTIONAL = ['react-devtools-core', 'ws', 'bufferutil', 'utf-8-validate', 'yoga-layout'];

/** Ways in which a cache of compiled code may be damaged. */
const DAMAGE: Readonly<Record<string, (code: Buffer) => Buffer>> = {
  'its second half of zeros': (code) => code.fill(0, code.length >> 1),
  'partly of zeros': (code) => code.fill(0, 1024, 1536),
  torn: (code) => code.subarray(0, code.length / 3),
  empty: () => Buffer.alloc(0),
  'of zeros': (code) => code.fill(0),
  'of another version': (code) => Buffer.concat([Buffer.from('v0'), code]),
};

/** Writes files with the names of the program's own to every cache folder. */
function plant(folder: string, make: (code: Buffer) => Buffer): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(dirname(PROGRAM)).filter((each) => each.endsWith('.cjs'))) {
    writeFileSync(join(folder, name), make(readFileSync(join(dirname(PROGRAM), name))));
  }
}

async function run(HOME: string, env: Readonly<Record<string, string>> = {}) {
  const argv = ['search', 'checkout', '--demo', '-o', 'yaml'];
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    cwd: HOME,
    env: { HOME, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  const [code, signal] = await once(child, 'close');
  return { code, signal, stdout, stderr };
}

it.concurrent.each(Object.entries(DAMAGE))(
  'E1: compiled code that is %s, in any cache, is not used',
  async (_, damage) => {
    const folder = temporaryDirectory();
    for (const name of ['.cache/warren', '.local/state/warren', '.config/warren', 'tmp/warren']) {
      plant(join(folder, name), damage);
    }
    const { code, signal, stdout } = await run(folder, { TMPDIR: join(folder, 'tmp') });
    expect([code, signal]).toEqual([0, null]);
    expect(stdout).toContain('SearchResults:');
  },
);

it.concurrent('E1: a module planted where Node looks for missing packages is not run', async () => {
  const folder = temporaryDirectory();
  const trace = join(folder, 'trace');
  const names = [...OPTIONAL, ...Object.keys(await shippedPackages())];
  for (const place of ['.node_modules', '.node_libraries', 'node_modules', 'path']) {
    for (const name of names) {
      mkdirSync(join(folder, place, name), { recursive: true });
      writeFileSync(
        join(folder, place, name, 'index.js'),
        `require('fs').writeFileSync(${JSON.stringify(trace)}, '')`,
      );
    }
  }
  const { code } = await run(folder, { DEV: 'true', NODE_PATH: join(folder, 'path') });
  expect(code).toBe(0);
  expect(existsSync(trace)).toBe(false);
});
