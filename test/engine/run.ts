// node test/engine/run.ts [PATH…]: runs the tests of archives with an engine: the one that the npm package `chdb` ships, which
// is installed here when it is not yet, from the registry alone (548 MB). Where it cannot be, that is said and nothing fails.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const project = join(here, '..', '..');
const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

const installed = () => existsSync(join(here, 'node_modules', 'chdb'));
if (!installed()) run('npm', ['install', '--no-save', '--no-audit', '--no-fund'], here);
const starts =
  installed() && spawnSync(process.execPath, ['-e', "require('chdb')"], { cwd: here }).status === 0;
if (!starts) {
  console.log(
    'SKIPPED: there is no engine: the npm package chdb cannot be installed, or not be run, on this machine.',
  );
  process.exit(0);
}
const paths = process.argv.length > 2 ? process.argv.slice(2) : ['test/archive', 'test/engine'];
const args = ['run', '--config', 'test/vitest.config.ts', ...paths];
process.exit(
  run(join(project, 'node_modules', '.bin', 'vitest'), args, project, {
    WARREN_TEST_ENGINE: 'yes',
  }),
);
