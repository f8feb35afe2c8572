import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './system-error.ts';

/** Identifies the machine, because several may share a home directory and process ids are local. */
export const machineTag = (): string =>
  createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Whether one of our processes has this id on this machine. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the id belongs to another user's process now.
    return codeOf(error) !== 'ESRCH' && codeOf(error) !== 'EPERM';
  }
}

/**
 * Runs `work`, which must be synchronous, when the process exits: the newest first, or after all that are registered now.
 *
 * @returns a function that cancels it
 */
export function atExit(work: () => void, order: 'first' | 'last' = 'first'): () => void {
  if (order === 'first') process.prependOnceListener('exit', work);
  else process.once('exit', work);
  return () => void process.off('exit', work);
}

/**
 * Kills the exiting process if `isHung`, after all other exit handlers. Node's own exit waits for file operations, which do
 * not end on a hung file system. The exit code is that of SIGKILL.
 *
 * @returns a function that cancels it
 */
export function killAtExit(isHung: () => boolean): () => void {
  const kill = (code: number) => {
    if (!isHung()) return;
    try {
      // Handlers registered later, too. This one is not called again.
      process.emit('exit', code);
    } finally {
      process.kill(process.pid, 'SIGKILL');
    }
  };
  process.prependOnceListener('exit', kill);
  return () => void process.off('exit', kill);
}

/**
 * The current descendants of a process, without those whose parent has ended; empty if the system does not tell
 * (proc_pid_task_children(5)).
 */
export function processesBelow(pid: number): number[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
  } catch {
    return [];
  }
  const children = (text.match(/\d+/g) ?? []).map(Number);
  return children.flatMap((child) => [child, ...processesBelow(child)]);
}
