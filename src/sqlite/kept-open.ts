import {
  type BigIntStats,
  closeSync,
  constants,
  fstat,
  fstatSync,
  lstatSync,
  openSync,
  statSync,
} from 'node:fs';

/*
 * When a process closes any descriptor of a file, the system drops all its locks on that file, SQLite's included.
 * Another program may then remove the write-ahead log under a writer, and later writes are lost (SQLite's
 * howtocorrupt.html, section 2.2). Only the newest versions notice. So a descriptor of a database file stays open,
 * once per thread, until the file itself is gone.
 */

interface Kept {
  readonly file: number;
  readonly timer: NodeJS.Timeout;
}

/** By device and inode. */
const kept = new Map<string, Kept>();
/** How often open files are checked for removal, in milliseconds. Until one is closed, its disk space is not freed. */
const CHECK_INTERVAL_MS = 30_000;

function closeIfGone(name: string, known: Kept, found: BigIntStats): void {
  if (kept.get(name) !== known) return;
  // If the inode differs, somebody else closed the descriptor and its number was reused: it is not ours to close.
  const isOurs = nameOf(found) === name;
  if (isOurs && found.nlink > 0n) return;
  clearInterval(known.timer);
  kept.delete(name);
  if (isOurs) closeSync(known.file);
}

function lookAtOnce(name: string, known: Kept): void {
  try {
    closeIfGone(name, known, fstatSync(known.file, { bigint: true }));
  } catch {
    // A file on an unreachable share cannot be checked.
  }
}

/** Asynchronous: an unreachable share may never answer. */
const lookAt = (name: string, known: Kept): void =>
  fstat(known.file, { bigint: true }, (error, found) => {
    if (!error) closeIfGone(name, known, found);
  });

/**
 * Opens a file that SQLite may also have open, or returns the open descriptor. The caller may close it only if it is
 * not a regular file.
 */
export function keptOpen(path: string, flags: number, mode?: number): number {
  for (const [name, known] of kept) lookAtOnce(name, known);
  // Follows links only if the open would.
  const look = flags & constants.O_NOFOLLOW ? lstatSync : statSync;
  const there = look(path, { bigint: true, throwIfNoEntry: false });
  const known = there && kept.get(nameOf(there))?.file;
  if (known !== undefined) return known;
  const file = openSync(path, flags, mode);
  const found = fstatSync(file, { bigint: true });
  if (!found.isFile()) return file;
  const name = nameOf(found);
  const opened: Kept = {
    file,
    timer: setInterval(() => lookAt(name, opened), CHECK_INTERVAL_MS).unref(),
  };
  kept.set(name, opened);
  return file;
}

const nameOf = ({ dev, ino }: Readonly<Record<'dev' | 'ino', bigint>>): string => `${dev} ${ino}`;
