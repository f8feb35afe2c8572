/**
 * Runs the whole test suite with a canary key in its environment and with its own home and temporary folder, and searches
 * output, files, command lines and the environments of child processes for the key: `node test/proof/canary-suite.ts
 * [seed]`. Exit code 1 if it is found or a test was not run. Failed tests are reported but do not fail the proof.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { keyFrom } from '../support/canary-run.ts';
import { canarySearch } from '../support/canary-search.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The interval of checks of running processes, milliseconds. */
const BETWEEN = 50;
/** Each process is checked this many times, because it may execute another program. */
const LOOKS = 4;

const seed = numberArgument(1, Date.now() % 2 ** 31);
const key = keyFrom(seed);
const search = canarySearch(key);
const began = Date.now();
const folder = await mkdtemp(join(tmpdir(), 'warren-canary-'));
const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')];
await Promise.all([mkdir(home), mkdir(temporary)]);
// Some tests run the program as another user, who needs access to this folder.
await chmod(folder, 0o755);
console.log(`seed ${seed}`);

/** A file of a process in /proc; empty if the process has ended or belongs to another user. */
function told(id: string | number, what: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${id}/${what}`, 'latin1');
  } catch {
    return '';
  }
}

const isProgram = (commandLine: string) =>
  /\bwarren(?:[\w.-]*\.cjs|-linux-x64)?\0/.test(commandLine);

/** Already searched, to save time: the faster the loop is, the fewer short-lived processes it misses. */
const commandLines = new Set<string>();
const environments = new Set<string>();
const looks = new Map<string, number>();
function lookAtProcesses(): void {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const before = looks.get(id) ?? 0;
    if (before === LOOKS) continue;
    looks.set(id, before + 1);
    const line = told(id, 'cmdline');
    if (line !== '' && !commandLines.has(line)) {
      commandLines.add(line);
      search.look('a command line', Buffer.from(line, 'latin1'));
    }
    const parent = /\) \S (\d+)/.exec(told(id, 'stat'))?.[1];
    if (parent === undefined || !isProgram(told(parent, 'cmdline'))) continue;
    const environment = told(id, 'environ');
    if (environment === '' || environments.has(environment)) continue;
    environments.add(environment);
    search.look('the environment of what the program started', Buffer.from(environment, 'latin1'));
  }
}
const looking = setInterval(lookAtProcesses, BETWEEN);

const report = join(folder, 'report.json');
const suite = spawn(
  process.execPath,
  [
    ...[join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ],
  {
    cwd: ROOT,
    env: { ...process.env, HOME: home, TMPDIR: temporary, WARREN_ACCESS_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  },
);
const printed: Buffer[] = [];
for (const stream of [suite.stdout, suite.stderr]) {
  stream.on('data', (data: Buffer) => {
    printed.push(data);
    // Shows progress.
    process.stderr.write('.');
  });
}
await once(suite, 'close');
clearInterval(looking);
process.stderr.write('\n');

interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
const { testResults = [], numTotalTests = 0 } = ((): Partial<Report> => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
})();
const run = new Set(testResults.map(({ name }) => relative(ROOT, name)));
const missing = globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT }).filter((file) => !run.has(file));
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const failed = tests.filter(({ status }) => status === 'failed');

search.look('what the suite printed', Buffer.concat(printed));
search.lookThrough(folder);
// Files left in the project itself, such as core dumps and reports.
for (const name of globSync('**/*', { cwd: ROOT, exclude: ['node_modules', '.git'] })) {
  const file = join(ROOT, name);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() && found.mtimeMs >= began) search.look(name, readFileSync(file));
}
await rm(folder, { recursive: true, force: true });

for (const { fullName } of failed) console.error(`failed meanwhile: ${fullName}`);
for (const file of missing) console.error(`not run: ${file}`);
for (const each of search.found) console.error(each);
const { found, bytes, files } = search;
const minutes = Math.round((Date.now() - began) / 6000) / 10;
console.log(
  `${tests.length} tests of ${run.size} files in ${minutes} minutes, ${failed.length} failed; ${commandLines.size} command lines, ${environments.size} environments, ${files} files left, ${bytes} bytes: the key was found ${found.length} times.`,
);
const isWhole = missing.length === 0 && tests.length > 0 && tests.length === numTotalTests;
if (isWhole) {
  writeProofResult({
    proof: 'canary-suite',
    command: `npm run proof:canary-suite -- ${seed}`,
    seed,
    rows: [
      {
        tests: tests.length,
        'test files': run.size,
        'command lines': commandLines.size,
        environments: environments.size,
        'files left': files,
        bytes,
        found: found.length,
      },
    ],
  });
}
process.exit(isWhole && found.length === 0 ? 0 : 1);
