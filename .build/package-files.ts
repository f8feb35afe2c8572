// Builds what the npm package consists of, in dist/.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeProgram } from './bundle.ts';
import { licences, PROJECT } from './release.ts';

const dist = join(PROJECT, 'dist');

/** The packages that are in the program. */
export const packages = await writeProgram(dist);

// What is packed describes itself.
const said = (...args: readonly string[]) =>
  execFileSync(process.execPath, ['dist/warren.cjs', ...args], { cwd: PROJECT, encoding: 'utf8' });

const files = {
  LICENSE: await licences(packages),
  'warren.1': said('--man'),
  'completions/warren.bash': said('completion', 'bash'),
  'completions/_warren': said('completion', 'zsh'),
  'completions/warren.fish': said('completion', 'fish'),
};
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(dist, path)), { recursive: true });
  await writeFile(join(dist, path), text);
}
