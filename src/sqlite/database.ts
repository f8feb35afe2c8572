import { closeSync, constants, fstatSync, readSync, type Stats, statSync } from 'node:fs';
import { chmod, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { FileError, makeDirectories, ownUid } from '../edges/files.ts';
import { shellWord } from '../edges/shell-word.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { fileRefusal, refusalText, trustedPath } from '../edges/trusted-file.ts';
import { isDate } from '../text/time.ts';
import { createTables, type DatabaseFormat, formatOf, raiseVersion, rootsOf } from './format.ts';
import { keptOpen } from './kept-open.ts';
import { areTrees, type FileLook, listsTablesOnFirstPage } from './page-trees.ts';

/** How long to wait for another process's transaction, in milliseconds. */
const PATIENCE = 10_000;

/** How long one statement blocks for another process's transaction, in milliseconds. A key may wait as long. */
const BUSY_TIMEOUT = 25;
/** Limit of a value in bytes, above the service's largest answer. */
const LONGEST_VALUE = 32 << 20;

export interface DatabaseOpening extends FileLook {
  /** Skips the page check: the file was created or checked by this process. */
  readonly isKnown?: boolean;
}

/**
 * Opens a database file; mode `write` creates it if missing. Waits asynchronously for a process that holds it.
 *
 * The file is not trusted: it must have exactly the tables of its format before anything in it is used.
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
    if (isGzipped(real)) {
      // `gunzip FILE` would refuse most names.
      throw new DatabaseError(
        `${path} is compressed: run \`gunzip < ${shellWord(path)} > NEW.db\`, and open NEW.db.`,
      );
    }
    if (!listsTablesOnFirstPage(real)) throw hasOtherTables(path, format);
    return await opened(real);
  } catch (error) {
    if (mode === 'write' || !isOnReadOnlyMedium(error)) throw troubleOf(path, error);
  }
  // SQLite needs files beside the database to share a write-ahead log. They cannot be created here.
  const log = await lstatIfThere(`${real}-wal`);
  if (log && log.size > 0) {
    throw new DatabaseError(
      `${path} has entries in ${path}-wal that cannot be read where nothing can be written. Copy both files to a directory of your own.`,
    );
  }
  const unchanging = pathToFileURL(real);
  unchanging.searchParams.set('immutable', '1');
  try {
    return await opened(unchanging);
  } catch (error) {
    throw troubleOf(path, error);
  }

  async function opened(file: string | URL): Promise<DatabaseSync> {
    // Imported on demand: older versions of Node print a warning.
    const { DatabaseSync: Database } = await import('node:sqlite');
    const database = new Database(file, {
      readOnly: mode === 'read',
      defensive: true,
      limits: { length: LONGEST_VALUE, attach: 0 },
    });
    const empty = new Database(':memory:');
    try {
      database.exec(
        `PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON`,
      );
      if (mode === 'write') await whileBusy(() => createTables(database, format));
      switch (await whileBusy(() => formatOf(database, format, empty))) {
        case 'other':
          throw new DatabaseError(`${path} is no ${format.noun} of warren.`);
        case 'newer':
          throw new DatabaseError(
            `${path} was written by a newer warren; this one cannot read it.`,
          );
        case 'changed':
          throw hasOtherTables(path, format);
        case 'same':
          if (mode === 'write') {
            // Only now: a foreign file named by mistake stays unchanged.
            await closeToOthers(String(file));
            // With a write-ahead log, readers and one writer do not block each other, and a killed process loses nothing.
            await whileBusy(() =>
              database.exec(
                'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON',
              ),
            );
            await whileBusy(() => raiseVersion(database, format));
          } else if (!opening.isKnown) await ensureTrees(database, real, path, opening);
          return database;
      }
    } catch (error) {
      database.close();
      throw error;
    } finally {
      empty.close();
    }
  }
}

/** The gzip magic number. */
const GZIP = Buffer.from([0x1f, 0x8b]);

function isGzipped(real: string): boolean {
  const start = Buffer.alloc(GZIP.length);
  readSync(keptOpen(real, constants.O_RDONLY), start, 0, start.length, 0);
  return start.equals(GZIP);
}

/** Checks the pages of a file that may come from anybody. */
async function ensureTrees(
  database: DatabaseSync,
  real: string,
  path: string,
  look: FileLook,
): Promise<void> {
  for (let tries = 0; tries < MAX_TREE_CHECKS; tries += 1) {
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

/** Attempts while another program changes the file. */
const MAX_TREE_CHECKS = 10;

const inUse = (path: string): DatabaseError =>
  new DatabaseError(`${path} is in use by another program.`, true);

const hasOtherTables = (path: string, { noun }: DatabaseFormat): DamagedError =>
  new DamagedError(`${path} is no ${noun} that warren made: it has other tables. It was not read.`);

/** Delay between attempts while another process holds the file, in milliseconds. */
const BETWEEN_ATTEMPTS = 20;

/**
 * Retries `work` while another process holds the file, for up to PATIENCE. Some statements ignore the busy timeout,
 * such as two consoles opening a new archive at once.
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
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** Whether another process holds the file. */
export const isBusy = (error: unknown): boolean => BUSY.includes(resultCode(error));

const isOnReadOnlyMedium = (error: unknown): boolean =>
  READ_ONLY_OR_NOT_OPENED.includes(resultCode(error));

/** Error codes of node:sqlite: an SQLite result, or an integer beyond JavaScript's numbers. */
const SQLITE_FAILURES: readonly unknown[] = ['ERR_SQLITE_ERROR', 'ERR_OUT_OF_RANGE'];

/** An SQLite error as a DatabaseError; any other error unchanged. */
export function sqliteTrouble(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && SQLITE_FAILURES.includes(error.code)))
    return error;
  if (isBusy(error)) return inUse(path);
  if (resultCode(error) === NOT_A_DATABASE) return damaged(path);
  if (resultCode(error) === CORRUPT) return damaged(path, error.message);
  return new DatabaseError(`${path} cannot be used: ${error.message}.`);
}

/** The file holds what no run has written. `how`: what is wrong, if it looks like a database. */
export const damaged = (path: string, how?: string): DamagedError =>
  new DamagedError(
    `${path} is not a warren file, or is damaged${how === undefined ? '' : `: ${how}`}.`,
  );

/** Why a database file cannot be used, as a sentence. Hostile text: may contain the path. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** Another program holds the file: trying again may succeed. */
  readonly isBusy: boolean;

  constructor(message: string, isBusy = false) {
    super(message);
    this.isBusy = isBusy;
  }
}

/** The file exists, but not as this program left it. */
export class DamagedError extends DatabaseError {}

/**
 * Returns a function that throws a DatabaseError once the file at `path` was removed or replaced. SQLite continues
 * without an error in a removed file, and everything written from then on is lost.
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
 * Ensures, before SQLite opens `path` by name, that it is a regular file of this user which nobody else can write or
 * replace. `make` creates the file and its directory (see {@link ensureDirectory}) for the owner alone; existing
 * permissions stay.
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
    // `path`, not `real`: O_NOFOLLOW must reject a link.
    const file = keptOpen(path, flags, OWNER_ONLY);
    const found = fstatSync(file);
    try {
      judge(found, path, how);
    } finally {
      if (!found.isFile()) closeSync(file);
    }
    // Kernel files report 0 bytes whatever they hold, and SQLite might wait in one forever. The size is read again:
    // another run may have begun the file meanwhile.
    const holdsMore = found.size === 0 && readSync(file, Buffer.alloc(1), 0, 1, 0) > 0;
    if (holdsMore && fstatSync(file).size === 0)
      throw new DatabaseError(`${path} has another size than the file system says.`);
    // SQLite trusts its journals, and follows links to them.
    for (const kind of JOURNALS) {
      const found = await lstatIfThere(`${real}-${kind}`);
      if (found) judge(found, `${real}-${kind}`, how);
    }
    return real;
  } catch (error) {
    throw troubleOf(path, error);
  }
}

/** Rejects with a DatabaseError when the directory of `path` is missing: it was probably mistyped. */
export async function ensureDirectory(path: string): Promise<void> {
  const directory = dirname(path);
  const missing = await stat(directory).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );
  if (missing) throw new DatabaseError(`There is no directory ${directory}.`);
}

/** Removes other users' permissions on our file and its journals. */
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

/** Root's files may be read, as on a mounted medium or in a backup: root could change ours anyway. */
function judge(found: Stats, path: string, how: 'make' | 'find'): void {
  const refusal = fileRefusal(found, path, {
    uid: ownUid(),
    orRoot: how === 'find',
    others: 'read',
  });
  if (refusal) throw new DatabaseError(refusalText(refusal));
}

/** An SQLite or file system error as a DatabaseError; any other error unchanged. */
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

/** A row of a file that is not trusted. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A time in milliseconds since the epoch.
 *
 * @throws DatabaseError for any other value
 */
export function timeOf(value: unknown, path: string): number {
  if (isDate(value)) return value;
  throw damaged(path, 'a time is none');
}

/** Text limit in characters: above what the service sends, and short enough to draw. */
const MAX_TEXT_LENGTH = 20_000;

/**
 * SQL for a text column, NULL for a value longer than {@link textOf} may need. A forged file may repeat one long text
 * in many rows: it is not loaded.
 */
export function textColumn(column: string, name = column, longest = MAX_TEXT_LENGTH): string {
  return `iif(octet_length(${column}) > ${4 * longest}, NULL, ${column}) AS ${name}`;
}

export const textOf = (value: unknown, longest = MAX_TEXT_LENGTH): string | null =>
  typeof value === 'string' ? value.slice(0, longest) : null;

export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
