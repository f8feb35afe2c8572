// node .build/pack.ts [--out FOLDER]: makes the npm package, the program as one file, their bill of materials and
// SHA256SUMS, in dist/.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSingleFile } from './build-program.ts';
import { packages } from './package-files.ts';
import { billOfMaterials, manifest, PROJECT, release, writeChecksums } from './release.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(values.out ?? join(PROJECT, 'dist'));

const changes = await readFile(join(PROJECT, '.package/CHANGELOG.md'), 'utf8');
const newest = /^## (.*)$/m.exec(changes)?.[1];
if (newest !== manifest.version) {
  throw new Error(`.package/CHANGELOG.md begins with ${newest}, and ${manifest.version} is packed`);
}

await mkdir(out, { recursive: true });
execFileSync(
  'npm',
  ['pack', '--ignore-scripts', '--pack-destination', out, '--loglevel', 'error'],
  { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'] },
);
// For a host that has Node and no npm.
const single = join(out, `${release}.cjs`);
await writeFile(single, `#!/usr/bin/env node\n${await buildSingleFile()}`);
await chmod(single, 0o755);
await writeFile(join(out, `${release}.cdx.json`), await billOfMaterials(packages));
await writeChecksums(out);
console.log(`${join(out, release)}.tgz: ${packages.length} packages bundled`);
