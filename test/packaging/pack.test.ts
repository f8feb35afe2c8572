import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installed, outputOf, PATH, release, released, releaseFolder } from './release.ts';

const folder = releaseFolder('package');
const tarball = () => join(folder(), `${release}.tgz`);
const inPackage = (path: string) => outputOf('tar', ['-xzOf', tarball(), `package/${path}`]);

describe('the package', () => {
  it('contains the program, what goes with it, and nothing else', async () => {
    const listed = (await outputOf('tar', ['-tzf', tarball()])).trim().split('\n');
    expect(listed.sort()).toEqual([
      'package/README.md',
      'package/dist/LICENSE',
      'package/dist/completions/_warren',
      'package/dist/completions/warren.bash',
      'package/dist/completions/warren.fish',
      'package/dist/drawing.cjs',
      'package/dist/program.cjs',
      'package/dist/start.cjs',
      'package/dist/warren.1',
      'package/dist/warren.cjs',
      'package/package.json',
    ]);
  });

  it('asks for no other package, and runs nothing when it is installed', async () => {
    const manifest = JSON.parse(await inPackage('package.json'));
    for (const asked of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
      expect(manifest).not.toHaveProperty(asked);
    }
    for (const script of ['preinstall', 'install', 'postinstall']) {
      expect(manifest.scripts).not.toHaveProperty(script);
    }
  });

  it('carries the licence, and those of the packages in it', async () => {
    const licence = await inPackage('dist/LICENSE');
    expect(licence).toMatch(/^MIT License\n/);
    for (const name of ['got', 'ink', 'react', 'yaml', 'zustand']) {
      expect(licence).toContain(`\n## ${name} `);
    }
    expect(licence).not.toContain('## vitest');
  });

  it('names no path of the machine that packed it', async () => {
    const listed = await outputOf('tar', ['-tzf', tarball()]);
    const program = listed.match(/dist\/.+[^/]$/gm) ?? [];
    expect(program).toHaveLength(9);
    for (const path of [...program, 'package.json']) {
      expect(await inPackage(path)).not.toContain(process.cwd());
    }
  });

  it('is the same bytes when it is packed again, whatever the mask of files', async () => {
    const again = join(folder(), 'again');
    await mkdir(again, { recursive: true });
    const mask = process.umask(0o077);
    await released('package', again).finally(() => process.umask(mask));
    for (const name of [`${release}.tgz`, `${release}.cjs`, `${release}.cdx.json`, 'SHA256SUMS']) {
      const [first, second] = [join(folder(), name), join(again, name)];
      expect((await readFile(second)).equals(await readFile(first)), name).toBe(true);
    }
  });

  it('comes with sums that sha256sum finds right', async () => {
    const said = await outputOf('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder() });
    expect(said).toBe(`${release}.cdx.json: OK\n${release}.cjs: OK\n${release}.tgz: OK\n`);
  });
});

describe('the program as one file', () => {
  it('runs wherever it is copied to, with nothing beside it', async () => {
    const copy = join(folder(), 'copied', 'w');
    await mkdir(join(folder(), 'copied'));
    await copyFile(join(folder(), `${release}.cjs`), copy);
    expect(await outputOf(copy, ['--version'])).toBe(`${release.replace('-', ' ')}\n`);
    expect(await outputOf(copy, ['search', 'checkout', '--demo', '-o', 'ndjson'])).toContain(
      'checkout',
    );
  });
});

describe('installed into an empty prefix, without a network', () => {
  let prefix: string;
  beforeAll(async () => {
    prefix = await installed(folder());
  });

  it('is one package, a command and a manual page', async () => {
    expect(await readdir(join(prefix, 'lib', 'node_modules'))).toEqual(['warren']);
    expect(await readdir(join(prefix, 'lib', 'node_modules', 'warren'))).not.toContain(
      'node_modules',
    );
    expect(await readFile(join(prefix, 'share', 'man', 'man1', 'warren.1'), 'utf8')).toMatch(
      /^\.TH WARREN 1/,
    );
    const version = await outputOf(join(prefix, 'bin', 'warren'), ['--version']);
    expect(version).toBe(`${release.replace('-', ' ')}\n`);
  });

  it('brings the completion scripts that the program prints', async () => {
    const warren = join(prefix, 'bin', 'warren');
    for (const [shell, file] of [
      ['bash', 'warren.bash'],
      ['zsh', '_warren'],
      ['fish', 'warren.fish'],
    ] as const) {
      const printed = await outputOf(warren, ['completion', shell], {
        env: { HOME: prefix, PATH },
      });
      expect(await inPackage(`dist/completions/${file}`)).toBe(printed);
    }
  });
});
