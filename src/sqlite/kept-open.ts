import { closeSync, constants, fstatSync, lstatSync, openSync, statSync } from 'node:fs';

/*
 * Where a process closes any descriptor of a file, the system ends all locks that it has on that file, those of SQLite
 * among them: another program then takes itself for the last one and removes the write-ahead log under a writer, and
 * what is written from then on is lost (howtocorrupt.html of SQLite, section 2.2). Only the newest versions find out. So
 * what was opened of a database file stays open, once a thread, until the file itself is gone.
 */

/** Descriptors by device and inode, each with what looks after it. */
const kept = new Map<string, { readonly file: number; readonly timer: NodeJS.Timeout }>();
/** It is looked whether a file is gone this often, milliseconds: until it is closed the disk has no room of it. */
const LOOKED_EVERY = 30_000;

function closeIfGone(name: string): void {
  const known = kept.get(name);
  if (!known || fstatSync(known.file).nlink > 0) return;
  clearInterval(known.timer);
  closeSync(known.file);
  kept.delete(name);
}

/**
 * Opens a file that SQLite may have open, too, or gives the descriptor that is open. Only of what is no regular file it
 * may be closed.
 */
export function keptOpen(path: string, flags: number, mode?: number): number {
  for (const name of kept.keys()) closeIfGone(name);
  // Through a link only where the file would be opened through it.
  const look = flags & constants.O_NOFOLLOW ? lstatSync : statSync;
  const there = look(path, { bigint: true, throwIfNoEntry: false });
  const known = there && kept.get(nameOf(there))?.file;
  if (known !== undefined) return known;
  const file = openSync(path, flags, mode);
  const found = fstatSync(file, { bigint: true });
  if (!found.isFile()) return file;
  const name = nameOf(found);
  const timer = setInterval(() => closeIfGone(name), LOOKED_EVERY).unref();
  kept.set(name, { file, timer });
  return file;
}

const nameOf = ({ dev, ino }: Readonly<Record<'dev' | 'ino', bigint>>): string => `${dev} ${ino}`;
