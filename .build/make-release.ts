// node .build/make-release.ts [--out FOLDER]: makes a release in dist/release: the npm package, the program as one file,
// the executable where it can be made, their bills of materials, SHA256SUMS. All of it twice: what comes out otherwise
// the second time is no release.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from './release.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(values.out ?? join(PROJECT, 'dist/release'));

const scripts = ['pack.ts'];
if (process.platform === 'linux' && process.arch === 'x64') scripts.push('executable.ts');

async function make(folder: string): Promise<void> {
  for (const script of scripts) {
    const given = [join(import.meta.dirname, script), '--out', folder];
    execFileSync(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

await mkdir(join(out, '..'), { recursive: true });
// Beside its place, so that it is put there whole.
const draft = await mkdtemp(join(out, '../.release-'));
const again = await mkdtemp(join(tmpdir(), 'warren-release-'));
try {
  await make(draft);
  await make(again);
  // Says which files differ, and fails.
  execFileSync('diff', ['--brief', '--recursive', draft, again], { stdio: 'inherit' });
  await rm(out, { recursive: true, force: true });
  await rename(draft, out);
  console.log(`${out}, made twice with the same bytes:\n`);
  console.log(await readFile(join(out, 'SHA256SUMS'), 'utf8'));
} finally {
  await rm(draft, { recursive: true, force: true });
  await rm(again, { recursive: true, force: true });
}
