import { kill } from 'node:process';
import { after, type Clock } from '../edges/clock.ts';
import { atExit } from '../edges/own-process.ts';
import type { Environment } from '../edges/terminal.ts';
import { withoutSecrets } from './edges.ts';

/** Time limit for one command, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Maximum number of concurrent commands. */
const MAX_CONCURRENT = 4;
/** Queue limit. A notification that waited longer than this would be stale. */
const MAX_QUEUED = 100;

/**
 * Runs `on_watch` commands like {@link runOnWatch}, a few at a time and in order, because an outage may fire hundreds
 * of watches at once.
 *
 * @throws Error as runOnWatch does, and when the queue is full
 */
export function onWatchInTurn(
  command: readonly string[],
  parts: Parameters<typeof runOnWatch>[2],
): (input: unknown) => Promise<void> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (input) => {
    if (running < MAX_CONCURRENT) running += 1;
    else if (waiting.length < MAX_QUEUED)
      await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Error(`${MAX_QUEUED} wait for their turn already`);
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
 * Runs the `on_watch` command with `input` as JSON on its standard input: without a shell, a terminal, or secrets in
 * its environment. All its processes are killed after ten seconds, or when this process ends.
 *
 * @throws Error with the reason when it cannot be started, fails, or takes too long
 */
export async function runOnWatch(
  [program = '', ...given]: readonly string[],
  input: unknown,
  { env, clock }: { readonly env: Environment; readonly clock: Pick<Clock, 'sleep'> },
): Promise<void> {
  // Loaded on demand, because few use it.
  const { spawn } = await import('node:child_process');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, given, {
    env: withoutSecrets(env),
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own process group, so that all of it can be killed.
    detached: true,
  });
  const stay = atExit(() => endGroup(child.pid));
  child.on('error', ({ message }) => reject(new Error(message)));
  child.on('exit', (code, signal) => {
    if (code === 0) resolve();
    else reject(new Error(code === null ? `ended by ${signal}` : `exit code ${code}`));
  });
  // It need not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(input)}\n`);
  const ended = after(clock, TIMEOUT_MS, () => reject(new Error('it took more than ten seconds')));
  try {
    await promise;
  } finally {
    ended();
    stay();
    endGroup(child.pid);
  }
}

/** Kills what is left of a process group. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
