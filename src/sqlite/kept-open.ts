import { closeSync, constants, fstatSync, lstatSync, openSync, statSync } from 'node:fs';

/*
 * Where a process closes any descriptor of a file, the system ends all locks that it has on that file, those of SQLite
 * among them: another program then takes itself for the last one and removes the write-ahead log under a writer, and
 * what is written from then on is lost (howtocorrupt.html of SQLite, section 2.2). Only the newest versions find out. So
 * what was opened of a database file stays open, once a thread, until the file itself is gone.
 */

/** Descriptors by device and inode. */
const kept = new Map<string, number>();

/**
 * Opens a file that SQLite may have open, too, or gives the descriptor that is open. Only of what is no regular file it
 * may be closed.
 */
export function keptOpen(path: string, flags: number, mode?: number): number {
  for (const [name, file] of kept) {
    if (fstatSync(file).nlink > 0) continue;
    closeSync(file);
    kept.delete(name);
  }
  // Through a link only where the file would be opened through it.
  const look = flags & constants.O_NOFOLLOW ? lstatSync : statSync;
  const there = look(path, { bigint: true, throwIfNoEntry: false });
  const known = there && kept.get(nameOf(there));
  if (known !== undefined) return known;
  const file = openSync(path, flags, mode);
  const found = fstatSync(file, { bigint: true });
  if (found.isFile()) kept.set(nameOf(found), file);
  return file;
}

const nameOf = ({ dev, ino }: Readonly<Record<'dev' | 'ino', bigint>>): string => `${dev} ${ino}`;
