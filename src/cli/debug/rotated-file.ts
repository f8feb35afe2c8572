import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A file that lines are added to. Nothing that goes wrong with it is of any consequence. */
export interface RotatedFile {
  /** Adds a line, at once: a crash loses none. */
  add(line: string): void;
}

const OTHERS = 0o077;

/**
 * Opens a file for its owner alone, in a directory for its owner alone, that never grows beyond `most`
 * bytes by more than a line: then it becomes `PATH.1`, that one `PATH.2`, and so on up to `kept`.
 *
 * Where that cannot be had, because the directory or the file is somebody else's, a link, or full,
 * nothing is written any more.
 *
 * @param uid whose it must be; undefined where the system has no users
 */
export function openRotatedFile(
  path: string,
  {
    most,
    kept,
    uid,
  }: { readonly most: number; readonly kept: number; readonly uid: number | undefined },
): RotatedFile {
  let file: number | undefined;
  let size = 0;

  const isOwn = (owner: number) => uid === undefined || owner === uid;

  function open(): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const directory = lstatSync(dirname(path));
    if (!directory.isDirectory() || !isOwn(directory.uid) || directory.mode & OTHERS) return;
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const opened = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    const found = fstatSync(opened);
    if (!found.isFile() || !isOwn(found.uid)) {
      closeSync(opened);
      return;
    }
    if (found.mode & OTHERS) fchmodSync(opened, 0o600);
    size = found.size;
    file = opened;
  }

  function rotate(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
    for (let age = kept - 1; age >= 1; age -= 1) {
      unlessAbsent(() => renameSync(`${path}.${age}`, `${path}.${age + 1}`));
    }
    unlessAbsent(() => renameSync(path, `${path}.1`));
    open();
  }

  let failed = !attempt(open);
  return {
    add(line) {
      if (failed || file === undefined) return;
      failed = !attempt(() => {
        if (size > most) rotate();
        if (file !== undefined) size += writeSync(file, `${line}\n`);
      });
    },
  };
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function unlessAbsent(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
