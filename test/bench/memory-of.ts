import { readFileSync } from 'node:fs';

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
