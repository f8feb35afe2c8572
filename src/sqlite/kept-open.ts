import { closeSync, constants, fstat, fstatSync, lstatSync, openSync, statSync } from 'node:fs';

/*
 * When a process closes any descriptor of a file, the system drops all its locks on that file, SQLite's included.
 * Another program may then remove the write-ahead log under a writer, and later writes are lost (SQLite's
 * howtocorrupt.html, section 2.2). Only the newest versions notice. So a descriptor of a database file stays open,
 * once per thread, until the file itself is gone. For the same reason a thread that ends leaves its descriptors open.
 */

/** Descriptors by device and inode. */
const kept = new Map<string, number>();
/** How often open files are checked for removal, in milliseconds. Until one is closed, its disk space is not freed. */
const CHECK_INTERVAL_MS = 30_000;
setInterval(closeRemoved, CHECK_INTERVAL_MS).unref();

/**
 * Opens a file that SQLite may also have open, or returns the open descriptor. The caller may close it only if it is
 * not a regular file.
 */
export function keptOpen(path: string, flags: number, mode?: number): number {
  // Follows links only if the open would.
  const look = flags & constants.O_NOFOLLOW ? lstatSync : statSync;
  const there = look(path, { bigint: true, throwIfNoEntry: false });
  if (there) {
    const known = kept.get(nameOf(there));
    if (known !== undefined && isOf(known, nameOf(there))) return known;
  }
  const file = openSync(path, flags, mode);
  const found = fstatSync(file, { bigint: true });
  if (!found.isFile()) return file;
  kept.set(nameOf(found), file);
  return file;
}

/** Asynchronous: an unreachable share may never answer. */
function closeRemoved(): void {
  for (const [name, file] of kept) {
    fstat(file, { bigint: true }, (error, found) => {
      if (error || kept.get(name) !== file) return;
      const isOurs = nameOf(found) === name;
      if (isOurs && found.nlink > 0n) return;
      kept.delete(name);
      if (isOurs) closeSync(file);
    });
  }
}

/** False if somebody else closed the descriptor: its number may belong to any file now. */
function isOf(file: number, name: string): boolean {
  try {
    return nameOf(fstatSync(file, { bigint: true })) === name;
  } catch {
    return false;
  }
}

const nameOf = ({ dev, ino }: Readonly<Record<'dev' | 'ino', bigint>>): string => `${dev} ${ino}`;
