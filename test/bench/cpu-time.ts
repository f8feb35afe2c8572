import { readdirSync, readFileSync } from 'node:fs';

/** Processor time a running process has used, milliseconds, all its threads; NaN where `/proc` does not say. */
export function cpuTime(pid: number): number {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`)
      .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'))
      .reduce((sum, line) => sum + Number(line.split(' ')[0]), 0);
    return nanoseconds / 1e6;
  } catch {
    return Number.NaN;
  }
}
