import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './system-error.ts';

/** Tells the machines apart that share a home: a process id means nothing on another one. */
export const machineTag = (): string =>
  createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Whether a process of ours with this id runs on this machine. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the id is another user's process by now.
    return codeOf(error) !== 'ESRCH' && codeOf(error) !== 'EPERM';
  }
}

/**
 * Does `work`, which must not wait for anything, when this process ends by itself or is told to.
 *
 * @returns what takes that back
 */
export function atExit(work: () => void): () => void {
  process.once('exit', work);
  return () => void process.off('exit', work);
}

/**
 * The processes below one, those that it started and those that they did, as of now; none where the system does not
 * tell (proc_pid_task_children(5)). One whose parent has ended is not among them.
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
