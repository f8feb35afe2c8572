import { opendir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** One name in a directory. */
export interface DirectoryEntry {
  /** Hostile text. */
  readonly name: string;
  /** What a symbolic link leads to; `other` for pipes, sockets, devices and links that lead nowhere. */
  readonly kind: 'directory' | 'file' | 'other';
}

/** The directories of the machine, as far as somebody who types a path needs them. */
export interface Directories {
  /** What `~` stands for. */
  readonly home: string;
  /** What is in a directory, in no order, at most 5,000 names; undefined when it cannot be looked into. */
  list(path: string): Promise<readonly DirectoryEntry[] | undefined>;
}

const MOST_ENTRIES = 5000;

export function realDirectories(): Directories {
  return {
    home: homedir(),
    async list(path) {
      const entries: DirectoryEntry[] = [];
      try {
        for await (const entry of await opendir(path)) {
          const link = entry.isSymbolicLink();
          const kind = link ? await kindOf(join(path, entry.name)) : kindAmong(entry);
          entries.push({ name: entry.name, kind });
          if (entries.length >= MOST_ENTRIES) break;
        }
      } catch {
        return undefined;
      }
      return entries;
    },
  };
}

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
}

function kindAmong(found: Kinds): DirectoryEntry['kind'] {
  if (found.isDirectory()) return 'directory';
  return found.isFile() ? 'file' : 'other';
}

async function kindOf(path: string): Promise<DirectoryEntry['kind']> {
  try {
    return kindAmong(await stat(path));
  } catch {
    return 'other';
  }
}
