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

/** The machine the program runs on, apart from the clock and the terminal. */
export interface Machine {
  readonly files: Files;
  readonly directories: Directories;
  /** Who sits at the terminal. */
  readonly operator: Operator;
  /** Where what outlives a run is kept; null when the environment names no place. */
  readonly stateDirectory: string | null;
  /** Absent when there is no place for its file. */
  readonly editor?: Editor | undefined;
  /** An id that no other run has made. */
  newId(): string;
}

/** Milliseconds from the start: the first data is on the screen by then, and what looks into folders takes 2 ms to load. */
const SWEPT_AFTER = 1000;

/** The machine the process runs on, by its environment. */
export function realMachine(environment: Environment): Machine {
  const files = realFiles();
  const directory = stateDirectory(environment);
  const places = editPlaces(environment, directory);
  setTimeout(() => void sweepOwnFolders(places).catch(() => {}), SWEPT_AFTER).unref();
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

/** Where edits may lie: in memory where there is such a place, otherwise beside the state. */
function editPlaces(
  { XDG_RUNTIME_DIR: runtime = '' }: Environment,
  state: string | null,
): readonly string[] {
  return [...(isAbsolute(runtime) ? [runtime] : []), ...(state === null ? [] : [state])];
}

/**
 * Where the program keeps what must outlive a run: `$XDG_STATE_HOME/warren`, otherwise
 * `~/.local/state/warren`. Relative paths are passed over, as the XDG specification asks; null when nothing
 * is left. The directory need not be there yet.
 */
export function stateDirectory({ XDG_STATE_HOME, HOME }: Environment): string | null {
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, 'warren');
  if (HOME && isAbsolute(HOME)) return join(HOME, '.local', 'state', 'warren');
  return null;
}

/** Who uses the terminal, as far as the machine knows. Hostile text. */
export interface Operator {
  readonly user: string;
  readonly tty: string | null;
  /** `SSH_CLIENT`: address and ports of the other end. */
  readonly ssh: string | null;
}

/** The user is the system's answer; the rest comes from the session's environment. */
export function operatorOf(environment: Environment): Operator {
  return {
    user: userName() ?? numberedUser() ?? environment.USER ?? '?',
    tty: ttyOfInput() ?? environment.SSH_TTY ?? null,
    ssh: environment.SSH_CLIENT ?? null,
  };
}

/** Who runs this program, for those who use other machines: user and machine. */
export const ownName = (): string => `${operatorOf({}).user}@${hostname()}`;

/** A user id without an entry in the user database has no name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** A user of whom the system knows only the number, as in containers. */
function numberedUser(): string | undefined {
  const uid = ownUid();
  return uid === undefined ? undefined : `uid ${uid}`;
}

/** The name of the terminal on standard input, where it is one and the system shows it. */
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
  /** What a symbolic link leads to; `other` for pipes, sockets, devices and links that lead nowhere. */
  readonly kind: 'directory' | 'file' | 'other';
}

export interface Listing {
  /** In no order. */
  readonly entries: readonly DirectoryEntry[];
  /** Whether there are more names than these. */
  readonly isCut: boolean;
}

/** The directories of the machine, as far as somebody who types a path needs them. */
export interface Directories {
  /** What `~` stands for. */
  readonly home: string;
  /** What is in a directory, at most 5,000 names; undefined when it cannot be looked into. */
  list(path: string): Promise<Listing | undefined>;
  /** Whether a path leads to a regular file. */
  isFile(path: string): Promise<boolean>;
}

/** The path with a leading `~` replaced. Other people's homes (`~name`) are names like any other. */
export const expandHome = (path: string, home: string): string =>
  path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path;

const MOST_ENTRIES = 5000;

export function realDirectories(): Directories {
  return {
    home: homedir(),
    async list(path) {
      const entries: DirectoryEntry[] = [];
      try {
        for await (const entry of await opendir(path)) {
          if (entries.length >= MOST_ENTRIES) return { entries, isCut: true };
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
