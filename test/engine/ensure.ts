import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;

/**
 * Whether there is an engine on this machine: the one that the npm package `chdb` ships, which is installed here when it
 * is not yet, from the registry alone (548 MB). Where it cannot be, that is said.
 */
export function ensureEngine(): boolean {
  const installed = () => existsSync(join(here, 'node_modules', 'chdb'));
  if (!installed()) {
    const args = ['install', '--no-save', '--no-audit', '--no-fund'];
    spawnSync('npm', args, { cwd: here, stdio: 'inherit' });
  }
  const starts =
    installed() &&
    spawnSync(process.execPath, ['-e', "require('chdb')"], { cwd: here }).status === 0;
  if (!starts) {
    console.log(
      'SKIPPED: there is no engine: the npm package chdb cannot be installed, or not be run, on this machine.',
    );
  }
  return starts;
}
