import { closeSync, constants, fstatSync, readSync, type Stats, statSync } from 'node:fs';
import { chmod, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { FileError, makeDirectories, ownUid } from '../edges/files.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { fileRefusal, refusalText, trustedPath } from '../edges/trusted-file.ts';
import { isDate } from '../text/time.ts';
import { createTables, type DatabaseFormat, formatOf, raiseVersion, rootsOf } from './format.ts';
import { keptOpen } from './kept-open.ts';
import { areTrees, type FileLook, listsTablesOnFirstPage } from './page-trees.ts';

/** How long a process waits for the transaction of another, milliseconds. */
const PATIENCE = 10_000;

/** How long one statement waits for the transaction of another process: a key may have to wait as long. */
const BUSY_TIMEOUT = 25;
/** Bytes in a value: more than the largest answer of the service has. */
const LONGEST_VALUE = 32 << 20;

/** How a file is opened to read. */
export interface DatabaseOpening extends FileLook {
  /** Only what it is, or what this process has looked through before: its pages are not. */
  readonly isKnown?: boolean;
}

/**
 * Opens a database file of a format. With `mode` `write` it is created when missing. Another process that holds it is
 * waited for, without holding up anything else.
 *
 * The file is not believed: it must have exactly the tables of its format before anything in it is used.
 *
 * @throws DatabaseError for a file of another format, of a newer program, or that cannot be used
 */
export async function openDatabase(
  path: string,
  mode: 'write' | 'read',
  format: DatabaseFormat,
  opening: DatabaseOpening = {},
): Promise<DatabaseSync> {
  const real = await ensureOwnFile(path, mode === 'write' ? 'make' : 'find');
  try {
    if (!listsTablesOnFirstPage(real)) throw hasOtherTables(path, format);
    return await opened({ file: real, real, path }, mode, format, opening);
  } catch (error) {
    if (mode === 'write' || !isOnReadOnlyMedium(error)) throw troubleOf(path, error);
  }
  // SQLite shares a write-ahead log through files beside the database, which cannot be made here.
  const log = await lstatIfThere(`${real}-wal`);
  if (log && log.size > 0) {
    throw new DatabaseError(
      `${path} has entries in ${path}-wal that cannot be read where nothing can be written. Copy both files to a directory of your own.`,
    );
  }
  const unchanging = pathToFileURL(real);
  unchanging.searchParams.set('immutable', '1');
  try {
    return await opened({ file: unchanging, real, path }, mode, format, opening);
  } catch (error) {
    throw troubleOf(path, error);
  }
}

/** A file as SQLite is to open it, without links, and for people. */
interface Named {
  readonly file: string | URL;
  readonly real: string;
  readonly path: string;
}

async function opened(
  { file, real, path }: Named,
  mode: 'write' | 'read',
  format: DatabaseFormat,
  opening: DatabaseOpening,
): Promise<DatabaseSync> {
  // Imported on demand: older versions of Node print a warning.
  const { DatabaseSync: Database } = await import('node:sqlite');
  const database = new Database(file, {
    readOnly: mode === 'read',
    defensive: true,
    limits: { length: LONGEST_VALUE, attach: 0 },
  });
  const empty = new Database(':memory:');
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
    database.exec('PRAGMA trusted_schema = OFF');
    database.exec('PRAGMA cell_size_check = ON');
    if (mode === 'write') await whileBusy(() => createTables(database, format));
    switch (await whileBusy(() => formatOf(database, format, empty))) {
      case 'other':
        throw new DatabaseError(`${path} is no ${format.noun} of warren.`);
      case 'newer':
        throw new DatabaseError(`${path} was written by a newer warren; this one cannot read it.`);
      case 'changed':
        throw hasOtherTables(path, format);
      case 'same':
        if (mode === 'write') {
          // Not before: a file of somebody else's that was named by mistake stays as it is.
          await closeToOthers(String(file));
          await whileBusy(() => enableWriteAheadLog(database));
          await whileBusy(() => raiseVersion(database, format));
        } else if (!opening.isKnown) await ensureTrees(database, { real, path }, opening);
        return database;
    }
  } catch (error) {
    database.close();
    throw error;
  } finally {
    empty.close();
  }
}

/** A file that is only read may be anybody's. */
async function ensureTrees(
  database: DatabaseSync,
  { real, path }: Pick<Named, 'real' | 'path'>,
  look: FileLook,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    database.exec('BEGIN');
    try {
      const found = await areTrees(real, await whileBusy(() => rootsOf(database)), look);
      if (found === true) return;
      if (found === false) throw damaged(path, 'its pages do not make trees');
    } catch (error) {
      if (look.signal?.aborted) throw new DatabaseError(`${path} was not opened: interrupted.`);
      throw error;
    } finally {
      database.exec('COMMIT');
    }
  }
  throw inUse(path);
}

/** So often another program may change a file while it is looked at. */
const MOST_TRIES = 10;

const inUse = (path: string): DatabaseError =>
  new DatabaseError(`${path} is in use by another program.`, true);

const hasOtherTables = (path: string, { noun }: DatabaseFormat): DamagedError =>
  new DamagedError(`${path} is no ${noun} that warren made: it has other tables. It was not read.`);

/** With a write-ahead log, readers and one writer do not block each other, and a killed process loses nothing. */
function enableWriteAheadLog(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA foreign_keys = ON');
}

/** Between two attempts at what another process holds, milliseconds. */
const BETWEEN_ATTEMPTS = 20;

/**
 * Does `work` again while another process holds the file, for as long as PATIENCE. Some statements do not wait at
 * all, whatever the timeout: of two consoles that open a new archive at once, one has to ask again.
 */
async function whileBusy<Value>(work: () => Value): Promise<Value> {
  for (let waited = 0; ; waited += BETWEEN_ATTEMPTS) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waited >= PATIENCE) throw error;
      await setTimeout(BETWEEN_ATTEMPTS);
    }
  }
}

/** SQLite's primary result codes. */
const BUSY: readonly number[] = [5, 6];
const READ_ONLY_OR_NOT_OPENED: readonly number[] = [8, 14];
const DAMAGED: readonly number[] = [11, 26];

const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** Whether another process holds the file just now. */
export const isBusy = (error: unknown): boolean => BUSY.includes(resultCode(error));

const isOnReadOnlyMedium = (error: unknown): boolean =>
  READ_ONLY_OR_NOT_OPENED.includes(resultCode(error));

/** What node:sqlite fails with: a result of SQLite's, and an integer that no number of JavaScript's can hold. */
const SQLITE_FAILURES: readonly unknown[] = ['ERR_SQLITE_ERROR', 'ERR_OUT_OF_RANGE'];

/** An error of SQLite as an DatabaseError; any other error as it is. */
export function sqliteTrouble(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && SQLITE_FAILURES.includes(error.code)))
    return error;
  if (isBusy(error)) return inUse(path);
  if (DAMAGED.includes(resultCode(error))) return damaged(path, error.message);
  return new DatabaseError(`${path} cannot be used: ${error.message}.`);
}

/** A file holds what no run has written. */
export const damaged = (path: string, how: string): DamagedError =>
  new DamagedError(`${path} is damaged, or was not written by warren: ${how}.`);

/** Why a database file cannot be used, as a sentence. Hostile text: it may hold the path. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** Another program holds the file just now. */
  readonly isBusy: boolean;

  constructor(message: string, isBusy = false) {
    super(message);
    this.isBusy = isBusy;
  }
}

/** The file is there, and is not as a run of this program left it. */
export class DamagedError extends DatabaseError {}

/**
 * What throws once the file at `path` is another than it is now, or none: SQLite goes on without an error in a file that
 * was removed under it, and all that is written then is lost.
 *
 * @throws DatabaseError
 */
export function whileThere(path: string): () => void {
  const find = () => {
    try {
      const { dev, ino } = statSync(path);
      return `${dev} ${ino}`;
    } catch {
      return null;
    }
  };
  const opened = find();
  return () => {
    if (find() !== opened) throw new DatabaseError(`${path} was removed or replaced.`);
  };
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

const JOURNALS = ['journal', 'wal', 'shm'] as const;

/**
 * Ensures that `path` is a regular file of this user which nobody else can write or replace, before SQLite opens it
 * by its name. With `make`, the file and its directory are created when missing (see {@link ensureDirectory}), for the owner alone; what is there
 * keeps its permissions.
 *
 * @returns the path without links
 * @throws DatabaseError
 */
export async function ensureOwnFile(path: string, how: 'make' | 'find'): Promise<string> {
  const trust = trustedPath(path, ownUid());
  if (trust.kind === 'refused') throw new DatabaseError(refusalText(trust));
  const real = trust.path;
  try {
    if (how === 'make') makeDirectories(dirname(real));
    const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = (how === 'make' ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;
    // `path`, not `real`: with O_NOFOLLOW the file itself must not be a link.
    const file = keptOpen(path, flags, OWNER_ONLY);
    const found = fstatSync(file);
    try {
      judge(found, path, how);
    } finally {
      if (!found.isFile()) closeSync(file);
    }
    // Files that the kernel makes up say 0 bytes whatever they hold, and SQLite might wait in one for ever.
    // The size is asked for again: another run may have begun the file meanwhile.
    const holdsMore = found.size === 0 && readSync(file, Buffer.alloc(1), 0, 1, 0) > 0;
    if (holdsMore && fstatSync(file).size === 0)
      throw new DatabaseError(`${path} has another size than the file system says.`);
    // SQLite trusts its journals, and follows them when they are links.
    for (const kind of JOURNALS) {
      const found = await lstatIfThere(`${real}-${kind}`);
      if (found) judge(found, `${real}-${kind}`, how);
    }
    return real;
  } catch (error) {
    throw troubleOf(path, error);
  }
}

/**
 * What the operator names is made in a directory that is there: one that is missing was mistyped, and is not made.
 *
 * @throws DatabaseError
 */
export async function ensureDirectory(path: string): Promise<void> {
  const directory = dirname(path);
  const missing = await stat(directory).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );
  if (missing) throw new DatabaseError(`There is no directory ${directory}.`);
}

/** Takes from others what they may do with a file of ours and with what lies beside it. */
export async function closeToOthers(real: string): Promise<void> {
  for (const path of [real, ...JOURNALS.map((kind) => `${real}-${kind}`)]) {
    const found = await lstatIfThere(path);
    if (found && found.mode & OTHERS) await chmod(path, OWNER_ONLY);
  }
}

const lstatIfThere = (path: string) =>
  lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Root's files may be read, as on a mounted medium or of a backup: root could change ours as well. */
function judge(found: Stats, path: string, how: 'make' | 'find'): void {
  const refusal = fileRefusal(found, path, {
    uid: ownUid(),
    orRoot: how === 'find',
    others: 'read',
  });
  if (refusal) throw new DatabaseError(refusalText(refusal));
}

/** An error of SQLite or of the file system as a DatabaseError; any other error as it is. */
function troubleOf(path: string, error: unknown): unknown {
  const trouble = sqliteTrouble(path, error);
  const code = codeOf(trouble);
  if (trouble instanceof FileError) return new DatabaseError(trouble.message);
  if (!(trouble instanceof Error) || trouble instanceof DatabaseError || code === undefined)
    return trouble;
  const isOfLog = 'path' in trouble && `${trouble.path}`.endsWith('-wal');
  const name = isOfLog ? `${path}-wal` : path;
  return new DatabaseError(`${name} could not be opened: ${reasonOf(code)}.`);
}

/** A row as SQLite hands it over: the file is not believed. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A time, milliseconds since the epoch.
 *
 * @throws DatabaseError for what is none
 */
export function timeOf(value: unknown, path: string): number {
  if (isDate(value)) return value;
  throw damaged(path, 'a time is none');
}

/** Characters of a text: more than the service says, and few enough to be drawn. */
const LONGEST_TEXT = 20_000;

/**
 * A column of texts in SQL, under its name or another; NULL where one takes more bytes than {@link textOf} may need. A
 * forged file may have the same long text in many rows: it is not loaded.
 */
export function textColumn(column: string, name = column, longest = LONGEST_TEXT): string {
  return `iif(octet_length(${column}) > ${4 * longest}, NULL, ${column}) AS ${name}`;
}

export const textOf = (value: unknown, longest = LONGEST_TEXT): string | null =>
  typeof value === 'string' ? value.slice(0, longest) : null;

export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
