/**
 * Runs the whole suite with a key that stands for all keys in its environment, a home and a temporary folder of its own,
 * and looks for it in all that is printed, left in files, and on command lines: `node test/proof/canary-suite.ts [seed]`.
 * Exit code 1 when it is anywhere. Whether tests pass is not judged here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keyFrom } from '../support/canary-run.ts';
import { canarySearch } from '../support/canary-search.ts';
import { writeProofResult } from '../support/proof-result.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Between two looks at what runs, milliseconds. */
const BETWEEN = 50;

const seed = Number(process.argv[2] ?? Date.now() % 2 ** 31);
const key = keyFrom(seed);
const search = canarySearch(key);
const folder = await mkdtemp(join(tmpdir(), 'warren-canary-'));
const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')];
await Promise.all([mkdir(home), mkdir(temporary)]);
console.log(`seed ${seed}`);

/** Command lines of everything that runs below `folder` or of this project: short-lived ones may be missed. */
const seen = new Set<string>();
const looking = setInterval(() => {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'latin1');
      if (seen.has(line)) continue;
      seen.add(line);
      search.look('a command line', Buffer.from(line, 'latin1'));
    } catch {
      // It has ended.
    }
  }
}, BETWEEN);

const suite = spawn(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts'],
  {
    cwd: ROOT,
    env: { ...process.env, HOME: home, TMPDIR: temporary, WARREN_ACCESS_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  },
);
let printed = '';
for (const stream of [suite.stdout, suite.stderr]) {
  stream.on('data', (data) => (printed += data));
}
await once(suite, 'close');
clearInterval(looking);
search.look('what the suite printed', Buffer.from(printed));
search.lookThrough(folder);
await rm(folder, { recursive: true, force: true });

const tests = Number(
  /Tests\D+(?:\d+ failed\D+)?(\d+)/.exec(printed.replace(/\u001b\[\d*m/g, ''))?.[1],
);
const { found, bytes, files } = search;
for (const each of found) console.error(each);
console.log(
  `${tests} tests, ${seen.size} command lines, ${files} files left, ${bytes} bytes: the key was found ${found.length} times.`,
);
writeProofResult({
  proof: 'canary-suite',
  command: `npm run proof:canary-suite -- ${seed}`,
  seed,
  rows: [{ tests, 'command lines': seen.size, 'files left': files, bytes, found: found.length }],
});
process.exit(found.length === 0 && tests > 0 ? 0 : 1);
