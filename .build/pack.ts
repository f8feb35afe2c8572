// node .build/pack.ts [--out DIR]: makes the npm package, the program as one file, their bill of materials and
// SHA256SUMS, in dist/.
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSingleFile } from './build-program.ts';
import { writeChecksums } from './release/checksums.ts';
import { licenceText } from './release/licence-text.ts';
import { readLockFile } from './release/lock-file.ts';
import { readManifest, releaseName } from './release/manifest.ts';
import { sbom } from './release/sbom.ts';
import { writeProgram } from './write-program.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(values.out ?? inProject('dist'));

const manifest = await readManifest();
const locked = await readLockFile();
const name = releaseName(manifest);

const changes = await readFile(inProject('.package/CHANGELOG.md'), 'utf8');
const newest = /^## (.*)$/m.exec(changes)?.[1];
if (newest !== manifest.version) {
  throw new Error(`.package/CHANGELOG.md begins with ${newest}, and ${manifest.version} is packed`);
}

const staging = await mkdtemp(join(tmpdir(), 'warren-pack-'));
try {
  const put = async (path: string, content: string, mode = 0o644) => {
    const file = join(staging, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    // The mask of whoever packs must not show in the package.
    await chmod(file, mode);
  };
  const packages = await writeProgram(join(staging, 'dist'));
  // It is of one version of the engine, and other bytes each time.
  await rm(join(staging, 'dist/program.cjs.code'));
  // What is packed describes itself.
  const said = (...args: readonly string[]) =>
    execFileSync(process.execPath, [join(staging, 'dist/warren.cjs'), ...args], {
      encoding: 'utf8',
      env: {},
    });
  await put('man/warren.1', said('--man'));
  await put('completions/warren.bash', said('completion', 'bash'));
  await put('completions/_warren', said('completion', 'zsh'));
  await put('completions/warren.fish', said('completion', 'fish'));
  await put('LICENSE', await licenceText(packages, locked));
  await put('README.md', await readFile(inProject('README.md'), 'utf8'));
  // No dependencies: they are in the bundle.
  const { version, description, license, engines } = manifest;
  const reduced = {
    name: manifest.name,
    version,
    description,
    private: true,
    license,
    bin: { [manifest.name]: 'dist/warren.cjs' },
    man: ['man/warren.1'],
    files: ['dist', 'man', 'completions'],
    engines,
  };
  await put('package.json', `${JSON.stringify(reduced, null, 2)}\n`);

  await mkdir(out, { recursive: true });
  execFileSync('npm', ['pack', '--ignore-scripts', '--loglevel', 'error'], {
    cwd: staging,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = `${name}.tgz`;
  await copyFile(join(staging, tarball), join(out, `${tarball}.new`));
  await rename(join(out, `${tarball}.new`), join(out, tarball));
  // For a host that has Node and no npm.
  await writeFile(join(out, `${name}.cjs`), `#!/usr/bin/env node\n${await buildSingleFile()}`, {
    mode: 0o755,
  });
  await writeFile(join(out, `${name}.cdx.json`), sbom({ manifest, locked, packages }));
  await writeChecksums(out, name);
  console.log(`${join(out, tarball)}: ${packages.length} packages bundled`);
} finally {
  await rm(staging, { recursive: true, force: true });
}
