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

/** What a running process has in memory, bytes; NaN where `/proc` does not say. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The value that `share` of `values` do not exceed; the median unless told. NaN without values. */
export function quantile(values: readonly number[], share = 0.5): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values);
