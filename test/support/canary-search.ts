import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many consecutive characters of a key are a find. */
const FEW = 12;

/** The pieces of `text` that are so long, one every `step` characters. */
const windows = (text: string, length: number, step = 1): string[] =>
  Array.from({ length: Math.floor((text.length - length) / step) + 1 }, (_, at) =>
    text.slice(at * step, at * step + length),
  );

/** Every writing a key could be in: its texts, and how many characters of them must be nowhere. */
function writingsOf(key: string): ReadonlyMap<string, readonly [readonly string[], number]> {
  const hex = Buffer.from(key).toString('hex');
  const escaped = encodeURIComponent(key);
  // Where it stands within what is encoded decides which characters it becomes; those at the ends hold its neighbours.
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
  const writings = [...writingsOf(key)].map(([writing, [texts, length]]) => ({
    writing,
    pieces: texts.flatMap((text) => windows(text, length)),
    // One of these is part of every piece. Nearly always none is there, and a dozenth of the work is done.
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
