import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { outputOf, PATH } from './release.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const jsonOf = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

interface Locked {
  readonly resolved?: string;
  readonly link?: true;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
}

/** npm looks at `allowScripts` since 11.17. */
const [major = 0, minor = 0] = execFileSync('npm', ['--version'], { encoding: 'utf8' })
  .split('.')
  .map(Number);
const knowsAllowScripts = major > 11 || (major === 11 && minor >= 17);

describe('A15: code that is run here or shipped', () => {
  const packages: Readonly<Record<string, Locked>> = jsonOf('package-lock.json').packages;

  it('comes from the lock file with a checksum, including the Node of the executable', () => {
    const own = ['', '.package/node'];
    const foreign = Object.entries(packages).filter(
      ([path, { link }]) => !own.includes(path) && !link,
    );
    for (const [path, { integrity }] of foreign) expect(integrity, path).toMatch(/^sha512-/);
    const nodes = Object.keys(jsonOf('.package/node/package.json').optionalDependencies);
    expect(foreign.map(([path]) => path)).toEqual(
      expect.arrayContaining(nodes.map((name) => `node_modules/${name}`)),
    );
  });

  it('has no install script for npm to run', () => {
    const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    const refused: Readonly<Record<string, boolean>> = jsonOf('package.json').allowScripts;
    for (const path of scripted)
      expect(refused[path.replace('node_modules/', '')], path).toBe(false);
  });

  /** A project like this one, with a package of Node whose script fetches another Node. */
  async function project() {
    const home = temporaryDirectory();
    const trace = join(home, 'trace');
    mkdirSync(join(home, 'package'));
    const scripts = { install: `touch ${trace}` };
    const manifest = { name: 'other-node', version: '1.0.0', scripts };
    writeFileSync(join(home, 'package/package.json'), JSON.stringify(manifest));
    await outputOf('tar', ['-czf', 'other-node.tgz', 'package'], { cwd: home });
    const tarball = readFileSync(join(home, 'other-node.tgz'));
    const npm = (...args: readonly string[]) =>
      run('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
        cwd: home,
        env: { PATH, HOME: home, npm_config_cache: join(home, 'cache') },
      });
    await npm('cache', 'add', join(home, 'other-node.tgz'));
    const dependencies = { 'other-node': '1.0.0' };
    const { allowScripts } = jsonOf('package.json');
    writeFileSync(
      join(home, 'package.json'),
      // As esbuild's is refused here.
      JSON.stringify({ dependencies, allowScripts: { ...allowScripts, 'other-node': false } }),
    );
    const locked = {
      version: '1.0.0',
      // Nobody is asked: npm has it by its sum.
      resolved: 'https://packages.invalid/other-node/-/other-node-1.0.0.tgz',
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      hasInstallScript: true,
    };
    const packages = { '': { dependencies }, 'node_modules/other-node': locked };
    writeFileSync(
      join(home, 'package-lock.json'),
      JSON.stringify({ lockfileVersion: 3, packages }),
    );
    return { home, trace, install: () => npm('ci') };
  }

  it.runIf(knowsAllowScripts)('runs no script that would fetch another Node', async () => {
    const { home, trace, install } = await project();
    await install();
    expect(existsSync(join(home, 'node_modules/other-node/package.json'))).toBe(true);
    expect(existsSync(trace)).toBe(false);
  });

  it('is not the executable of a Node from another source', async () => {
    const elsewhere = temporaryDirectory();
    const node = join(elsewhere, 'node');
    copyFileSync(process.execPath, node);
    const made = run(
      node,
      [join(ROOT, '.build/make-release.ts'), 'executable', '--out', elsewhere],
      {
        env: { PATH, HOME: elsewhere },
      },
    );
    await expect(made).rejects.toThrow('The executable is made by the Node of');
  });
});
