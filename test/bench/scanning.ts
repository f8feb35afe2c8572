import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installed } from './subject.ts';

const execute = promisify(execFile);

/** Milliseconds that a program takes to read a file once; NaN if it is not installed. */
async function timed(program: string, args: readonly string[]): Promise<number> {
  if (!installed(program)) return Number.NaN;
  const from = performance.now();
  // grep exits with 1 when nothing matches.
  await execute(program, args, { env: { PATH: process.env['PATH'], LC_ALL: 'C' } }).catch(
    (error: { readonly code?: unknown }) => {
      if (error.code !== 1) throw error;
    },
  );
  return performance.now() - from;
}

/** Queries a file of JSON lines with grep and awk, which read it from start to end, as nerdlog does on its hosts. */
export const scanning = (file: string) => ({
  substring: (text: string) => timed('grep', ['-c', '-F', text, file]),
  pattern: (pattern: string) => timed('grep', ['-c', '-i', '-E', pattern, file]),
  /** Entries by the minute. */
  minutes: () => timed('awk', [MINUTES, file]),
});

const MINUTES = `match($0, /"timestamp":[0-9]+/) {
  counts[int(substr($0, RSTART + 12, RLENGTH - 12) / 60000)] += 1
}
END { for (minute in counts) print minute, counts[minute] }`;
