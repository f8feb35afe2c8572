import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * `count` cryptographically random bytes in hexadecimal. Uses /dev/urandom if it exists: `node:crypto` takes 8 ms to
 * load, and every demo starts with a key.
 */
export function randomHex(count: number): string {
  return (fromDevice('/dev/urandom', count) ?? randomBytes(count)).toString('hex');
}

function fromDevice(path: string, count: number): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(count);
    return fstatSync(file).isCharacterDevice() && readSync(file, bytes) === count
      ? bytes
      : undefined;
  } finally {
    closeSync(file);
  }
}
