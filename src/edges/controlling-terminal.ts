import { fstatSync, readFileSync, writeSync } from 'node:fs';

/**
 * Whether `descriptors` are all the terminal that this process is in the foreground of (proc_pid_stat(5)): a
 * terminal for sure, that no shell is talking through just now and nobody has hung up. False says nothing.
 * `tty.isatty` would know, but takes 4 ms to load.
 */
export function isInForeground(...descriptors: readonly number[]): boolean {
  try {
    // Behind the name of the program, which may hold anything: state, parent, group, session, terminal, the
    // group in its foreground. Without a terminal its number is 0, which is no device's.
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, , group, , terminal, foreground] = fields.map(Number);
    return (
      group === foreground &&
      descriptors.every((descriptor) => {
        const stat = fstatSync(descriptor);
        return stat.isCharacterDevice() && stat.rdev === terminal;
      })
    );
  } catch {
    return false;
  }
}

/** Writes `bytes` without a stream; what was not taken is returned. */
export function writeAtOnce(descriptor: number, bytes: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(bytes);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // No more is taken now, or nobody is there any longer: a stream waits, and tells.
  }
  return rest;
}
