import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, isOwn, reasonOf } from '../edges/files.ts';

import { ArchiveError } from './archive-error.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;

/**
 * Sees to it that `path` is a regular file of ours that nobody else can read, before SQLite opens it by its
 * name. With `make`, it is made if need be, and so is its directory, for its owner alone; a directory that
 * is there already keeps its permissions, but must not let others put their own file in the place of ours.
 *
 * @throws ArchiveTrouble
 */
export async function ensurePrivateFile(path: string, how: 'make' | 'find'): Promise<void> {
  try {
    if (how === 'make') {
      await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    }
    await checkDirectory(dirname(path));
    const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = (how === 'make' ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;
    const handle = await open(path, flags, OWNER_ONLY);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new ArchiveError(`${path} is no regular file.`);
      if (!isOwn(found.uid)) throw new ArchiveError(`${path} belongs to somebody else.`);
      if (how === 'make' && found.mode & OTHERS) await handle.chmod(OWNER_ONLY);
    } finally {
      await handle.close();
    }
    // SQLite gives its journals the permissions of the file, but follows them if they are links.
    for (const journal of [`${path}-wal`, `${path}-shm`]) await checkJournal(journal, how);
  } catch (error) {
    throw troubleOf(path, error);
  }
}

const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;

async function checkDirectory(directory: string): Promise<void> {
  const found = await lstat(directory);
  const shared = (found.mode & WRITABLE_BY_OTHERS) !== 0 && (found.mode & STICKY) === 0;
  if (found.isDirectory() && shared) {
    throw new ArchiveError(`${directory} can be written to by others: keep archives elsewhere.`);
  }
}

async function checkJournal(path: string, how: 'make' | 'find'): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return;
  if (!found.isFile()) throw new ArchiveError(`${path} is no regular file.`);
  if (!isOwn(found.uid)) throw new ArchiveError(`${path} belongs to somebody else.`);
  if (how === 'make' && found.mode & OTHERS) await chmod(path, OWNER_ONLY);
}

function troubleOf(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof ArchiveError || code === undefined) return error;
  return new ArchiveError(`${path} could not be opened: ${reasonOf(code)}.`);
}
