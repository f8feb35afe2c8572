import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isOwn, ownUid } from '../edges/files.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { refusalText, trustedPath } from '../edges/trusted-path.ts';

import { ArchiveError } from './archive-error.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;

/**
 * Sees to it that `path` leads to a regular file of ours that nobody else can read or put another in the place of,
 * before SQLite opens it by its name. With `make`, it is made if need be, and so is its directory, for its owner
 * alone; a directory that is there already keeps its permissions.
 *
 * @returns the path without links
 * @throws ArchiveError
 */
export async function ensurePrivateFile(path: string, how: 'make' | 'find'): Promise<string> {
  const trust = trustedPath(path, ownUid());
  if (trust.kind === 'refused') throw new ArchiveError(refusalText(trust));
  const real = trust.path;
  try {
    if (how === 'make') {
      await mkdir(dirname(real), { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    }
    const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = (how === 'make' ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;
    // By the name that was given: the file itself may not be a link, which would be closed to others, too.
    const handle = await open(path, flags, OWNER_ONLY);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new ArchiveError(`${path} is not a regular file.`);
      if (!isOwn(found.uid)) throw new ArchiveError(`${path} belongs to somebody else.`);
      if (found.nlink !== 1) throw new ArchiveError(`${path} has a second name (a hard link).`);
      if (how === 'make' && found.mode & OTHERS) await handle.chmod(OWNER_ONLY);
    } finally {
      await handle.close();
    }
    // SQLite believes what it finds in its journals, and follows them if they are links.
    for (const kind of ['journal', 'wal', 'shm']) await checkJournal(`${real}-${kind}`, how);
    return real;
  } catch (error) {
    throw troubleOf(path, error);
  }
}

async function checkJournal(path: string, how: 'make' | 'find'): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return;
  if (!found.isFile()) throw new ArchiveError(`${path} is not a regular file.`);
  if (!isOwn(found.uid)) throw new ArchiveError(`${path} belongs to somebody else.`);
  if (how === 'make' && found.mode & OTHERS) await chmod(path, OWNER_ONLY);
}

function troubleOf(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof ArchiveError || code === undefined) return error;
  return new ArchiveError(`${path} could not be opened: ${reasonOf(code)}.`);
}
