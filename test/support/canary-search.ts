import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many consecutive characters of a key are a find. */
const FEW = 12;

const windows = (text: string, length: number): string[] =>
  Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));

/** Every piece of `key` that must be nowhere, in the writings it could be in, by that writing. */
export function piecesOf(key: string): ReadonlyMap<string, readonly string[]> {
  const hex = Buffer.from(key).toString('hex');
  const escaped = encodeURIComponent(key);
  // Where it stands within what is encoded decides which characters it becomes; those at the ends hold its neighbours.
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.from(`${' '.repeat(before)}${key}`)
      .toString('base64')
      .replace(/=+$/, '');
    return windows(text.slice(before === 0 ? 0 : 4, -1), 16);
  });
  return new Map([
    ['raw', windows(key, FEW)],
    ['reversed', windows([...key].reverse().join(''), FEW)],
    ['hex', [...windows(hex, 2 * FEW), ...windows(hex.toUpperCase(), 2 * FEW)]],
    ['url', escaped === key ? [] : windows(escaped, FEW + 2)],
    ['base64', base64],
    ['base64url', base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))],
  ]);
}

/** Looks for a key in bytes and files, and counts what it has looked through. */
export interface CanarySearch {
  look(where: string, bytes: Uint8Array): void;
  /** Every file below a folder, but those whose path is in `except`. */
  lookThrough(folder: string, except?: readonly string[]): void;
  /** Places and writings, none of them with the find itself. */
  readonly found: readonly string[];
  readonly bytes: number;
  readonly files: number;
}

export function canarySearch(key: string): CanarySearch {
  const pieces = piecesOf(key);
  const found: string[] = [];
  let bytes = 0;
  let files = 0;
  const look = (where: string, given: Uint8Array) => {
    const text = Buffer.from(given).toString('latin1');
    bytes += given.length;
    for (const [writing, each] of pieces) {
      if (each.some((piece) => text.includes(piece))) found.push(`${where}: ${writing}`);
    }
  };
  return {
    look,
    lookThrough(folder, except = []) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        look(`the name of ${path}`, Buffer.from(path));
        if (!entry.isFile() || except.includes(path)) continue;
        files += 1;
        look(path, readFileSync(path));
      }
    },
    found,
    get bytes() {
      return bytes;
    },
    get files() {
      return files;
    },
  };
}
