import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of all threads of a process, milliseconds; NaN where `/proc` does not provide it. */
export const cpuTime = (pid: number): number => threadTime(pid, '');

/** Processor time of the threads whose names contain `name`: `WorkerThread`, `libuv-worker`, `V8Worker`. */
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

/** Resident memory of a process, bytes; NaN where `/proc` does not provide it. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The `share` quantile of `values`, by default the median. NaN without values. */
export function quantile(values: readonly number[], share = 0.5): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values);
