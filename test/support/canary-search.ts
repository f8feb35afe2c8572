import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** This many consecutive characters of a key count as a leak. */
const FEW = 12;

/** The substrings of `text` of the given length, one every `step` characters. */
const windows = (text: string, length: number, step = 1): string[] =>
  Array.from({ length: Math.floor((text.length - length) / step) + 1 }, (_, at) =>
    text.slice(at * step, at * step + length),
  );

/** Every encoding of a key: its possible texts, and how many consecutive characters of them count as a leak. */
function writingsOf(key: string): ReadonlyMap<string, readonly [readonly string[], number]> {
  const hex = Buffer.from(key).toString('hex');
  const escaped = encodeURIComponent(key);
  // Base64 depends on the offset modulo 3. The characters at both ends also encode neighbouring bytes, so they are cut.
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from(`${' '.repeat(before)}${key}`)
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : 4, -1),
  );
  return new Map([
    ['raw', [[key], FEW]],
    ['reversed', [[[...key].reverse().join('')], FEW]],
    ['hex', [[hex, hex.toUpperCase()], 2 * FEW]],
    ['url', [escaped === key ? [] : [escaped], FEW + 2]],
    ['base64', [base64, 16]],
    ['base64url', [base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')), 16]],
  ]);
}

/** Searches bytes and files for a key, and counts what it has searched. */
export interface CanarySearch {
  look(where: string, bytes: Uint8Array): void;
  /** Searches every file below a folder except the paths in `except`. */
  lookThrough(folder: string, except?: readonly string[]): void;
  /** Where the key was found and in which encoding, without the text found. */
  readonly found: readonly string[];
  readonly bytes: number;
  readonly files: number;
}

export function canarySearch(key: string): CanarySearch {
  const writings = [...writingsOf(key)].map(([writing, [texts, length]]) => ({
    writing,
    pieces: texts.flatMap((text) => windows(text, length)),
    // Every piece contains one of these blocks. They are nearly always absent, which saves eleven twelfths of the work.
    blocks: texts.flatMap((text) => windows(text, length / 2, length / 2)),
  }));
  const found: string[] = [];
  let bytes = 0;
  let files = 0;
  const look = (where: string, given: Uint8Array) => {
    const text = Buffer.from(given).toString('latin1');
    bytes += given.length;
    const isIn = (piece: string) => text.includes(piece);
    for (const { writing, pieces, blocks } of writings) {
      if (blocks.some(isIn) && pieces.some(isIn)) found.push(`${where}: ${writing}`);
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
