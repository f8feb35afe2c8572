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
 * Where a process closes any descriptor of a file, the system ends all locks that it has on that file, those of SQLite
 * among them: another program then takes itself for the last one and removes the write-ahead log under a writer, and
 * what is written from then on is lost (howtocorrupt.html of SQLite, section 2.2). Only the newest versions find out. So
 * what was opened of a database file stays open, once a thread, until the file itself is gone.
 */

interface Kept {
  readonly file: number;
  /** Looks whether the file is gone. */
  readonly timer: NodeJS.Timeout;
}

/** By device and inode. */
const kept = new Map<string, Kept>();
/** It is looked whether a file is gone this often, milliseconds: until it is closed the disk has no room of it. */
const LOOKED_EVERY = 30_000;

/** Closes a file that is gone. */
function closeIfGone(name: string, known: Kept, found: BigIntStats): void {
  // It was closed meanwhile.
  if (kept.get(name) !== known) return;
  // Somebody else closed it, and its number is another file's by now, which is not ours to close.
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
    // Of a file on a share that is away nothing is known.
  }
}

/** Nothing waits for the answer: a share that is away may give none. */
const lookAt = (name: string, known: Kept): void =>
  fstat(known.file, { bigint: true }, (error, found) => {
    if (!error) closeIfGone(name, known, found);
  });

/**
 * Opens a file that SQLite may have open, too, or gives the descriptor that is open. Only of what is no regular file it
 * may be closed.
 */
export function keptOpen(path: string, flags: number, mode?: number): number {
  for (const [name, known] of kept) lookAtOnce(name, known);
  // Through a link only where the file would be opened through it.
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
    timer: setInterval(() => lookAt(name, opened), LOOKED_EVERY).unref(),
  };
  kept.set(name, opened);
  return file;
}

const nameOf = ({ dev, ino }: Readonly<Record<'dev' | 'ino', bigint>>): string => `${dev} ${ino}`;
