import { randomUUID } from 'node:crypto';
import { readlinkSync, type Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { homedir, hostname, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isatty } from 'node:tty';
import { type Editor, environmentEditor } from './editor.ts';
import { type Files, ownUid, realFiles } from './files.ts';
import { sweepOwnFolders } from './own-folder.ts';
import type { Environment } from './terminal.ts';

/** The machine apart from clock and terminal. */
export interface Machine {
  readonly files: Files;
  readonly directories: Directories;
  readonly operator: Operator;
  /** Persistent state; null if the environment names no directory. */
  readonly stateDirectory: string | null;
  /** Absent if there is no directory for its file. */
  readonly editor?: Editor | undefined;
  /** A unique id. */
  newId(): string;
}

/** Delay after the start, milliseconds: by then the first data is on screen. Loading the code for it takes 2 ms. */
const SWEEP_DELAY_MS = 1000;

export function realMachine(environment: Environment): Machine {
  const files = realFiles();
  const directory = stateDirectory(environment);
  const places = editPlaces(environment, directory);
  setTimeout(() => void sweepOwnFolders(places).catch(() => {}), SWEEP_DELAY_MS).unref();
  let operator: Operator | undefined;
  return {
    files,
    directories: realDirectories(),
    // Looked up for the first change.
    get operator() {
      operator ??= operatorOf(environment);
      return operator;
    },
    stateDirectory: directory,
    editor: places.length === 0 ? undefined : environmentEditor({ files, places, environment }),
    newId: () => randomUUID(),
  };
}

/** Directories for edited values: in memory if possible, otherwise beside the state. */
function editPlaces(
  { XDG_RUNTIME_DIR: runtime = '' }: Environment,
  state: string | null,
): readonly string[] {
  return [...(isAbsolute(runtime) ? [runtime] : []), ...(state === null ? [] : [state])];
}

/**
 * The directory for persistent state: `$XDG_STATE_HOME/warren`, otherwise `~/.local/state/warren`. Relative paths are
 * ignored, as the XDG specification requires; null if none is left. The directory may not exist yet.
 */
export function stateDirectory({ XDG_STATE_HOME, HOME }: Environment): string | null {
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, 'warren');
  if (HOME && isAbsolute(HOME)) return join(HOME, '.local', 'state', 'warren');
  return null;
}

/** Who uses the terminal. Hostile text. */
export interface Operator {
  readonly user: string;
  readonly tty: string | null;
  /** `SSH_CLIENT`: address and ports of the other end. */
  readonly ssh: string | null;
}

/** The user comes from the system, the rest from the session's environment. */
export function operatorOf(environment: Environment): Operator {
  return {
    user: userName() ?? numberedUser() ?? environment.USER ?? '?',
    tty: ttyOfInput() ?? environment.SSH_TTY ?? null,
    ssh: environment.SSH_CLIENT ?? null,
  };
}

/** User and machine, as shown to others. */
export const ownName = (): string => `${operatorOf({}).user}@${hostname()}`;

/** Undefined for a user id without an entry in the user database. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** A user without a name, as in containers. */
function numberedUser(): string | undefined {
  const uid = ownUid();
  return uid === undefined ? undefined : `uid ${uid}`;
}

/** The terminal on standard input, if the system tells. */
function ttyOfInput(): string | undefined {
  if (!isatty(0)) return undefined;
  try {
    const target = readlinkSync('/proc/self/fd/0');
    return target.startsWith('/dev/') ? target : undefined;
  } catch {
    return undefined;
  }
}

export interface DirectoryEntry {
  /** Hostile text. */
  readonly name: string;
  /** Links are resolved; `other` for pipes, sockets, devices and broken links. */
  readonly kind: 'directory' | 'file' | 'other';
}

export interface Listing {
  /** Unordered. */
  readonly entries: readonly DirectoryEntry[];
  /** Whether there are more entries. */
  readonly isCut: boolean;
}

/** For completing paths. */
export interface Directories {
  readonly home: string;
  /** At most 5,000 entries; undefined if the directory cannot be read. */
  list(path: string): Promise<Listing | undefined>;
  isFile(path: string): Promise<boolean>;
}

/** Replaces a leading `~`. Other users' homes (`~name`) are not expanded. */
export const expandHome = (path: string, home: string): string =>
  path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path;

const MAX_ENTRIES = 5000;

export function realDirectories(): Directories {
  return {
    home: homedir(),
    async list(path) {
      const entries: DirectoryEntry[] = [];
      try {
        for await (const entry of await opendir(path)) {
          if (entries.length >= MAX_ENTRIES) return { entries, isCut: true };
          const link = entry.isSymbolicLink();
          const kind = link ? await kindOf(join(path, entry.name)) : kindAmong(entry);
          entries.push({ name: entry.name, kind });
        }
      } catch {
        return undefined;
      }
      return { entries, isCut: false };
    },
    isFile: async (path) => (await kindOf(path)) === 'file',
  };
}

function kindAmong(found: Pick<Stats, 'isFile' | 'isDirectory'>): DirectoryEntry['kind'] {
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
