/**
 * Ends the real console in every known way, in real terminals and in every shell and multiplexer installed here: `node
 * test/proof/deaths.ts [seed] [word of a name]`. Prints what each left behind. Exit code 1 if a terminal is not restored, a
 * file is damaged or a process is left.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { die } from '../support/deaths/dying.ts';
import { DEATHS } from '../support/deaths/list.ts';
import { isInstalled, type Place, placesHere, quoted } from '../support/deaths/places.ts';
import { numberArgument } from '../support/number-argument.ts';
import { PROGRAM } from '../support/program.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { seededRandom } from '../support/random.ts';

const SERVER = '/usr/sbin/sshd';
const WITHIN = 20_000;

/** An ssh server on this machine with its own key. */
interface SshHere {
  /** Runs a console over ssh in a pseudo-terminal. */
  readonly place: Place;
  /** Runs a shell command over ssh without a pseudo-terminal. */
  run(line: string): ChildProcess;
  close(): void;
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

/** Null if no ssh server can be started here. */
async function openSsh(): Promise<SshHere | null> {
  if (!existsSync(SERVER) || !isInstalled('ssh') || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'warren-ssh-'));
  for (const name of ['host', 'user']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  }
  copyFileSync(join(folder, 'user.pub'), join(folder, 'authorized'));
  const port = await freePort();
  const settings = {
    Port: port,
    ListenAddress: '127.0.0.1',
    PidFile: 'none',
    LogLevel: 'ERROR',
    HostKey: join(folder, 'host'),
    AuthorizedKeysFile: join(folder, 'authorized'),
    UsePAM: 'no',
    StrictModes: 'no',
    PermitRootLogin: 'yes',
    PasswordAuthentication: 'no',
    // The program is configured by environment variables.
    AcceptEnv: '*',
    MaxStartups: 100,
  };
  const config = join(folder, 'config');
  writeFileSync(
    config,
    Object.entries(settings)
      .map((each) => `${each.join(' ')}\n`)
      .join(''),
  );
  // The server's chroot before authentication.
  mkdirSync('/run/sshd', { recursive: true });
  const server = spawn(SERVER, ['-D', '-e', '-f', config], { stdio: 'ignore' });
  const options = ['-F', '/dev/null', '-i', join(folder, 'user'), '-p', String(port)];
  for (const option of [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'SendEnv=*',
  ]) {
    options.push('-o', option);
  }
  const target = 'root@127.0.0.1';
  const run = (line: string) =>
    spawn('ssh', ['-T', ...options, target, line], {
      env: { PATH: process.env['PATH'], WARREN_HOME: folder },
    });
  for (const until = performance.now() + WITHIN; performance.now() < until; await wait(100)) {
    const trial = run('true');
    const code = await new Promise((resolve) => trial.once('exit', resolve));
    if (code === 0) break;
  }
  return {
    place: {
      name: 'ssh',
      command: (script, words) => [
        ...['ssh', '-tt', ...options, target],
        // The server sets HOME to the user's real home.
        `export HOME="$WARREN_HOME"; exec ${['dash', '-c', script, 'dash', ...words].map(quoted).join(' ')}`,
      ],
      isDirect: true,
    },
    run,
    close() {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ended = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.once('exit', resolve));

const isRunning = (id: number) =>
  existsSync(`/proc/${id}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, 'latin1'));

/** The problems of the program over ssh without a pseudo-terminal. */
async function faultsWithoutTerminal({ run }: SshHere): Promise<readonly string[]> {
  const program = `HOME="$WARREN_HOME" ${quoted(process.execPath)} ${quoted(PROGRAM)}`;
  const faults: string[] = [];
  const console = run(`${program} --demo`);
  let said = '';
  console.stderr?.on('data', (text) => {
    said += String(text);
  });
  const code = await ended(console);
  if (code !== 2 || said.trim().split('\n').length > 3 || !/terminal/.test(said)) {
    faults.push(`a console without a terminal ended with ${code} and said ${JSON.stringify(said)}`);
  }

  const follower = run(`echo $$; exec env ${program} events 120898 --follow --demo --seed 7`);
  let written = '';
  await new Promise<void>((resolve) => {
    follower.stdout?.on('data', (text) => {
      written += String(text);
      if (written.length > 1000) resolve();
    });
    follower.once('exit', () => resolve());
  });
  const id = Number(/^\d+/.exec(written)?.[0]);
  if (!isRunning(id)) return [...faults, `a follower ended: ${written.slice(0, 200)}`];
  follower.kill('SIGKILL');
  for (const until = performance.now() + WITHIN; performance.now() < until; await wait(100)) {
    if (!isRunning(id)) return faults;
  }
  process.kill(id, 'SIGKILL');
  return [...faults, 'a follower whose connection broke is still there'];
}

const seed = numberArgument(1, Date.now() % 2 ** 31);
const only = process.argv[3] ?? '';
/** The longest time from ready to death, milliseconds. */
const LONGEST_PAUSE = 800;

const here = placesHere();
const ssh = await openSsh();
const places = [...here.places, ...(ssh ? [ssh.place] : [])];
const missing = [...here.missing, ...(ssh ? [] : ['ssh'])];
const names = places.map(({ name }) => name).join(', ');
const where = `In ${names}${missing.length > 0 ? `; not here: ${missing.join(', ')}` : ''}.`;
console.log(`seed ${seed}. ${where}`);
const random = seededRandom(seed);
const cases = DEATHS.filter(({ name }) => name.includes(only)).flatMap((death) =>
  places
    .filter(({ isDirect }) => isDirect || !death.losesTerminal)
    .map((place) => ({ death, place, pause: random.below(LONGEST_PAUSE) })),
);
const outcomes = new Map<
  string,
  { places: string[]; faults: string[]; said: string; status: string }
>();
async function work(next: Iterable<(typeof cases)[number]>): Promise<void> {
  for (const { death, place, pause } of next) {
    const remains = await die(death, place, pause).catch((error: unknown) => ({
      status: null,
      said: '',
      faults: [String(error).split('\n')[0] ?? ''],
    }));
    const { status, said, faults } = remains;
    const outcome = outcomes.get(death.name) ?? { places: [], faults: [], said: '', status: '' };
    outcomes.set(death.name, outcome);
    if (faults.length === 0) outcome.places.push(place.name);
    outcome.faults.push(...faults.map((fault) => `${place.name}: ${fault}`));
    outcome.said ||= said;
    outcome.status ||= String(status ?? '');
    console.log(
      `${faults.length === 0 ? 'ok  ' : 'BAD '} ${death.name.padEnd(44)} ${place.name.padEnd(6)} ${String(status ?? '').padStart(4)}  ${said.slice(0, 60)}`,
    );
    for (const fault of faults) console.log(`       ${fault}`);
  }
}
const together = cases.filter(({ death }) => !death.losesTerminal).values();
await Promise.all([work(together), work(together)]);
// One at a time, because a process started meanwhile would inherit and hold the terminal that is to go away.
await work(cases.filter(({ death }) => death.losesTerminal));
const alone = ssh ? await faultsWithoutTerminal(ssh) : [];
ssh?.close();
for (const fault of alone) console.log(`BAD  over ssh without a terminal: ${fault}`);
const withoutTerminal = !ssh
  ? 'not tried'
  : alone.length > 0
    ? alone.join('; ')
    : 'a console says in one line that it needs a terminal, and a follower whose connection breaks ends';

const rows = DEATHS.filter(({ name }) => outcomes.has(name)).map(({ name }) => {
  const { places: whole = [], status = '', said = '', faults = [] } = outcomes.get(name) ?? {};
  return {
    death: name,
    'restored in': names
      .split(', ')
      .filter((each) => whole.includes(each))
      .join(', '),
    'exit code': status,
    // Omits the path of the note.
    said: said.replace(/(Crash note:).*/, '$1 …'),
    faults: faults.join('; '),
  };
});
const good = rows.filter(({ faults }) => faults === '').length;
if (only === '') {
  writeProofResult({
    proof: 'deaths',
    command: `npm run proof:deaths -- ${seed}`,
    seed,
    summary: `${where} Over ssh without a terminal: ${withoutTerminal}.`,
    rows,
  });
}
console.log(
  `${good} of ${rows.length} ways to die left the terminal, the files and no process as they should.`,
);
process.exit(good === rows.length && alone.length === 0 ? 0 : 1);
