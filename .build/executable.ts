// node .build/executable.ts [--out DIR]: makes one executable for Linux x64, with Node inside, in dist/.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fileDigest, writeChecksums } from './release/checksums.ts';
import { licenceText } from './release/licence-text.ts';
import { readLockFile } from './release/lock-file.ts';
import { readManifest, releaseName } from './release/manifest.ts';
import { sbom } from './release/sbom.ts';
import { writeProgram } from './write-program.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(values.out ?? inProject('dist'));

if (process.platform !== 'linux' || process.arch !== 'x64') {
  throw new Error(
    'The executable is made of the Node that runs this; it must be one for Linux x64.',
  );
}
const manifest = await readManifest();
const locked = await readLockFile();
const release = releaseName(manifest);
const name = `${release}-linux-x64`;

await mkdir(out, { recursive: true });
const staging = await mkdtemp(join(tmpdir(), 'warren-executable-'));
// Beside its place, so that it can be put there whole.
const draft = join(out, `.${name}.${process.pid}`);
let packages: readonly string[];
try {
  packages = await writeProgram(staging);
  const config = {
    // Relative: the path is put into the executable, and must not say where it was built.
    main: 'warren.cjs',
    assets: Object.fromEntries(
      ['start.cjs', 'program.cjs', 'program.cjs.code'].map((file) => [file, file]),
    ),
    output: draft,
    disableExperimentalSEAWarning: true,
    // As `npm start` does: 60 MB less in memory while a day of events is loaded, and no smaller from the start,
    // which would be scavenged three times more before the first picture.
    execArgv: ['--disable-sigusr1', '--min-semi-space-size=4', '--max-semi-space-size=4'],
  };
  await writeFile(join(staging, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--build-sea', 'sea.json'], {
    cwd: staging,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await rename(draft, join(out, name));
} finally {
  await rm(staging, { recursive: true, force: true });
  await rm(draft, { force: true });
}

const runtime = { version: process.versions.node, sha256: await fileDigest(process.execPath) };
await writeFile(join(out, `${name}.cdx.json`), sbom({ manifest, locked, packages, runtime }));
await writeFile(
  join(out, `${name}.LICENSE`),
  `${await licenceText(packages, locked)}
The executable contains Node.js ${runtime.version}, whose licence, with those of what it contains, is at
https://github.com/nodejs/node/blob/v${runtime.version}/LICENSE
`,
);
await writeChecksums(out, release);
console.log(`${join(out, name)}: Node ${runtime.version}, ${packages.length} packages`);
