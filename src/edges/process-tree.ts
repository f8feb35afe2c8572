import { readFileSync } from 'node:fs';

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
