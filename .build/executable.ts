// node .build/executable.ts [--out DIR]: makes one executable for Linux x64, with Node inside, in dist/.
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProgram } from './build-program.ts';
import { fileDigest, writeChecksums } from './release/checksums.ts';
import { licenceText } from './release/licence-text.ts';
import { readLockFile } from './release/lock-file.ts';
import { readManifest, releaseName } from './release/manifest.ts';
import { sbom } from './release/sbom.ts';

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

const { archive, packages } = await buildProgram({
  entry: inProject('src/main.ts'),
  complete: true,
});

await mkdir(out, { recursive: true });
const staging = await mkdtemp(join(tmpdir(), 'warren-executable-'));
// Beside its place, so that it can be put there whole.
const draft = join(out, `.${name}.${process.pid}`);
try {
  await writeFile(join(staging, 'boot.cjs'), archive.boot);
  const config = {
    // Relative: the path is put into the executable, and must not say where it was built.
    main: 'boot.cjs',
    output: draft,
    disableExperimentalSEAWarning: true,
    // Both would hold what the code cache of boot.cjs keeps better: what a start really ran.
    useSnapshot: false,
    useCodeCache: false,
    // As `npm start` does: 60 MB less in memory while a day of events is loaded, and no smaller from the start,
    // which would be scavenged three times more before the first picture.
    execArgv: ['--min-semi-space-size=4', '--max-semi-space-size=4'],
  };
  await writeFile(join(staging, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--build-sea', 'sea.json'], {
    cwd: staging,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The boot code finds its sections by their distance from the end of the file it runs from, which is
  // the executable. The system maps what the headers name, and does not read what stands behind it.
  await appendFile(draft, archive.ending, 'latin1');
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
