import { fstatSync, writeSync } from 'node:fs';

// Linux's majors of pseudo-terminals, of 256 each (admin-guide/devices.txt in its sources).
const FIRST = 136;
const LAST = 143;

/**
 * Whether `descriptor` is surely a terminal: a pseudo-terminal of Linux, as of ssh and of every terminal
 * program. False says nothing; `tty.isatty` knows, but takes 4 ms to load.
 */
export function isPseudoTerminal(descriptor: number, platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return false;
  try {
    const stat = fstatSync(descriptor);
    const major = (stat.rdev >>> 8) & 0xfff;
    return stat.isCharacterDevice() && major >= FIRST && major <= LAST;
  } catch {
    return false;
  }
}

/** Writes `bytes` to a terminal without a stream; what it did not take is returned. */
export function writeAtOnce(descriptor: number, bytes: string): string {
  const all = Buffer.from(bytes);
  let written = 0;
  try {
    while (written < all.length) written += writeSync(descriptor, all, written);
  } catch {
    // It takes no more now, or is gone: a stream waits, and tells.
  }
  return all.toString('utf8', written);
}
