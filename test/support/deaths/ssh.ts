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
import { PROGRAM } from '../bundled.ts';
import { isInstalled, type Place, quoted } from './places.ts';

const SERVER = '/usr/sbin/sshd';
const WITHIN = 20_000;

/** A server of ssh on this machine, for nobody but who has its key. */
export interface SshHere {
  /** A console at the other end of ssh, in a pseudo-terminal there. */
  readonly place: Place;
  /** Runs a line of a shell there without a pseudo-terminal. */
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

/** Null where there is no server of ssh that may be started. */
export async function openSsh(): Promise<SshHere | null> {
  if (!existsSync(SERVER) || !isInstalled('ssh') || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'warren-ssh-'));
  for (const name of ['host', 'user']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  }
  copyFileSync(join(folder, 'user.pub'), join(folder, 'authorized'));
  const port = await freePort();
  const settings = {
    ...{ Port: port, ListenAddress: '127.0.0.1', PidFile: 'none', LogLevel: 'ERROR' },
    ...{ HostKey: join(folder, 'host'), AuthorizedKeysFile: join(folder, 'authorized') },
    ...{ UsePAM: 'no', StrictModes: 'no', PermitRootLogin: 'yes', PasswordAuthentication: 'no' },
    // What the program is told comes by the environment.
    ...{ AcceptEnv: '*', MaxStartups: 100 },
  };
  const config = join(folder, 'config');
  writeFileSync(
    config,
    Object.entries(settings)
      .map((each) => `${each.join(' ')}\n`)
      .join(''),
  );
  // Where the server locks itself in before somebody has shown a key.
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
        // The server has a home of its own for us.
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

/** What is wrong with the program at the other end of ssh without a pseudo-terminal; nothing where all is well. */
export async function faultsWithoutTerminal({ run }: SshHere): Promise<readonly string[]> {
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
