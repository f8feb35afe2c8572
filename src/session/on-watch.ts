import { kill } from 'node:process';
import { after, type Clock } from '../edges/clock.ts';
import { atExit } from '../edges/own-process.ts';
import type { Environment } from '../edges/terminal.ts';
import { withoutSecrets } from './edges.ts';

/** So long a command may take, milliseconds. */
const LONGEST = 10_000;

/** So many commands run at a time. */
const AT_ONCE = 4;
/** So many wait for their turn: it is nobody's news any more when it comes. */
const MOST_WAITING = 100;

/**
 * Runs the command of `on_watch` as {@link runOnWatch} does, some at a time and in the order in which they are asked for:
 * an outage fires hundreds of watches at once.
 *
 * @throws Error as runOnWatch does, and where too many wait already
 */
export function onWatchInTurn(
  command: readonly string[],
  parts: Parameters<typeof runOnWatch>[2],
): (input: unknown) => Promise<void> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (input) => {
    if (running < AT_ONCE) running += 1;
    else if (waiting.length < MOST_WAITING)
      await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Error(`${MOST_WAITING} wait for their turn already`);
    try {
      await runOnWatch(command, input, parts);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Runs the command of `on_watch` with `input` as JSON on its standard input: without a shell, without secrets in its
 * environment, without the terminal, and with all that it starts for ten seconds at most,
 * and no longer than this process.
 *
 * @throws Error with the reason when it cannot be started, fails, or takes too long
 */
export async function runOnWatch(
  [program = '', ...given]: readonly string[],
  input: unknown,
  { env, clock }: { readonly env: Environment; readonly clock: Pick<Clock, 'sleep'> },
): Promise<void> {
  // Few have such a command.
  const { spawn } = await import('node:child_process');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, given, {
    env: withoutSecrets(env),
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own, so that all of it can be ended.
    detached: true,
  });
  const stay = atExit(() => endGroup(child.pid));
  child.on('error', ({ message }) => reject(new Error(message)));
  child.on('exit', (code, signal) => {
    if (code === 0) resolve();
    else reject(new Error(code === null ? `ended by ${signal}` : `exit code ${code}`));
  });
  // It need not read.
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(input)}\n`);
  const ended = after(clock, LONGEST, () => reject(new Error('it took more than ten seconds')));
  try {
    await promise;
  } finally {
    ended();
    stay();
    endGroup(child.pid);
  }
}

/** Ends what is left of the group of a process. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
