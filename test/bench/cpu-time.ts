import { readdirSync, readFileSync } from 'node:fs';

/** Processor time a running process has used, milliseconds, all its threads; NaN where `/proc` does not say. */
export const cpuTime = (pid: number): number => threadTime(pid, '');

/** The same of those of its threads whose name has this in it: `WorkerThread`, `libuv-worker`, `V8Worker`. */
export function threadTime(pid: number, name: string): number {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`)
      .filter((task) => readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').includes(name))
      .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'))
      .reduce((sum, line) => sum + Number(line.split(' ')[0]), 0);
    return nanoseconds / 1e6;
  } catch {
    return Number.NaN;
  }
}
