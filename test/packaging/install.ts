// npm run test:install: installs the program in every way there is, from a clone of what is committed, each into an empty
// prefix, and runs it with an empty home; says what was done, and fails when any of it does. One way is not there:
// `npm install --global` from an address of git, which links to a folder that it removes (npm/cli#6984).
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startInPty } from '../support/pty.ts';

const project = resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'warren-install-'));
const clone = join(folder, 'clone');
const node = dirname(process.execPath);
// Without the programs of the project, which npm puts first.
const PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter((each) => !each.includes('node_modules'))
  .join(':');

let failed = false;

const run = (file: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd = folder) =>
  execFileSync(file, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const npm = (args: readonly string[], cwd?: string) =>
  run('npm', args, { ...process.env, PATH, npm_config_loglevel: 'error' }, cwd);

/** Tries one way; it gives the program, and the PATH that this one needs. */
async function way(name: string, install: (prefix: string) => Promise<[string, string]>) {
  try {
    const home = await mkdtemp(join(folder, 'home-'));
    const prefix = await mkdtemp(join(folder, 'prefix-'));
    const [program, path] = await install(prefix);
    const env = { HOME: home, PATH: path };
    const version = run(program, ['--version'], env).trim();
    const found = JSON.parse(run(program, ['search', 'checkout', '--demo', '-o', 'json'], env));
    if (!(found.Total > 0)) throw new Error('a search finds nothing');
    const console = startInPty({ file: program, args: ['--demo'], columns: 120, rows: 30, env });
    await console.until((screen) => screen.some((line) => /28 (?:watched|with issues)/.test(line)));
    console.send('q');
    if ((await console.exited) !== 0) throw new Error('the console does not end well');
    await console.close();
    // The console keeps there that it has shown a newcomer around.
    const isOwn = /^\.local(?:\/state(?:\/warren(?:\/preferences)?)?)?$/;
    const left = (await readdir(home, { recursive: true })).filter((path) => !isOwn.test(path));
    if (left.length > 0) throw new Error(`it leaves behind ${left.join(', ')}`);
    report(`${name}: ${version}`);
  } catch (error) {
    failed = true;
    report(`${name}: FAILED. ${error instanceof Error ? error.message : error}`);
  }
}

const report = (line: string) => process.stdout.write(`${line}\n`);

const installed = (prefix: string, what: string): [string, string] => {
  npm(['install', '--global', '--prefix', prefix, what]);
  return [join(prefix, 'bin', 'warren'), `${node}:/usr/bin:/bin`];
};

try {
  run('git', ['clone', '--quiet', '--no-hardlinks', project, clone], process.env);
  // npm makes a link to it, and has it built.
  await way('from a clone', async (prefix) => {
    const program = installed(prefix, clone);
    await readlink(join(prefix, 'lib/node_modules/warren'));
    return program;
  });
  const out = join(folder, 'out');
  await mkdir(out);
  await way('from npm pack', async (prefix) => {
    npm(['pack', '--pack-destination', out], clone);
    const [tarball = ''] = await readdir(out);
    return installed(prefix, join(out, tarball));
  });
  await way('the executable', async () => {
    npm(['run', 'executable', '--', '--out', out], clone);
    const name = (await readdir(out)).find((each) => each.endsWith('-linux-x64')) ?? '';
    return [join(out, name), ''];
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
