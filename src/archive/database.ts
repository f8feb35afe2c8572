import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { isOwn, ownUid } from '../edges/files.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { refusalText, trustedPath } from '../edges/trusted-path.ts';

/** In the header of every archive ("warn"): tells an archive from other databases. */
const APPLICATION_ID = 0x7761726e;
const SCHEMA_VERSION = 1;
/** How long a process waits for the transaction of another, milliseconds. */
const PATIENCE = 10_000;

/*
 * A hash of its whole content identifies an entry: the same content is one row, other content under the same log
 * id is another row. Times are milliseconds since the epoch, or UNDATED_TIME where the timestamp is not a time.
 * `day` counts from the epoch and is the day of the request.
 */
const SCHEMA = `
  CREATE TABLE zone (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    zone INTEGER NOT NULL REFERENCES zone (number),
    day INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    log_id TEXT,
    stamp REAL,
    time REAL NOT NULL,
    labels TEXT NOT NULL,
    log BLOB,
    log_encoding TEXT NOT NULL,
    UNIQUE (zone, content_hash)
  ) STRICT;
  CREATE INDEX entry_by_time ON entry (zone, day, time, number);
  CREATE TABLE loaded (
    zone INTEGER NOT NULL REFERENCES zone (number),
    day INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (zone, day, since)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE walked (
    zone INTEGER NOT NULL REFERENCES zone (number),
    day INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    oldest REAL,
    newest REAL,
    page_order TEXT NOT NULL,
    stopped TEXT,
    unit TEXT,
    PRIMARY KEY (zone, day)
  ) STRICT, WITHOUT ROWID;
`;

/** The time of an entry whose timestamp is not a time: sorts before all others. */
export const UNDATED_TIME = -8.64e15;

/**
 * Opens an archive's database. With `mode` `write` it is created when missing.
 *
 * @throws ArchiveError for a file that is no archive, is newer than this program, or cannot be used
 */
export async function openDatabase(path: string, mode: 'write' | 'read'): Promise<DatabaseSync> {
  const real = await ensurePrivateFile(path, mode === 'write' ? 'make' : 'find');
  // Imported on demand: older versions of Node print a warning.
  const { DatabaseSync: Database } = await import('node:sqlite');
  try {
    const database = new Database(real, { readOnly: mode === 'read', timeout: PATIENCE });
    try {
      if (mode === 'write') {
        createTables(database);
        check(database, path);
        await enableWriteAheadLog(database);
      }
      check(database, path);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw sqliteTrouble(path, error);
  }
}

/** An error of SQLite as an ArchiveError; any other error as it is. */
export function sqliteTrouble(path: string, error: unknown): unknown {
  const isSqlite = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
  return isSqlite ? new ArchiveError(`${path} cannot be used: ${error.message}.`) : error;
}

/** Creates the tables in an empty file. */
function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const isEmpty = numberOf(database, 'SELECT count(*) AS value FROM sqlite_schema') === 0;
    const id = numberOf(database, 'SELECT application_id AS value FROM pragma_application_id');
    if (isEmpty && id === 0) {
      database.exec(SCHEMA);
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
      database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Between two attempts to change the journal, milliseconds. */
const BETWEEN_ATTEMPTS = 20;
/** SQLite's result codes for a file that another connection uses: SQLITE_BUSY and SQLITE_LOCKED. */
const BUSY: readonly unknown[] = [5, 6];

/**
 * With a write-ahead log, readers and one writer do not block each other, and a killed process loses nothing.
 * SQLite does not wait for others before it changes the journal, whatever the timeout: of two consoles that open
 * a new archive at once, one has to ask again.
 */
async function enableWriteAheadLog(database: DatabaseSync): Promise<void> {
  for (let waited = 0; ; waited += BETWEEN_ATTEMPTS) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      break;
    } catch (error) {
      const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
      if (!BUSY.includes(code) || waited >= PATIENCE) throw error;
      await setTimeout(BETWEEN_ATTEMPTS);
    }
  }
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA foreign_keys = ON');
}

function check(database: DatabaseSync, path: string): void {
  const id = numberOf(database, 'SELECT application_id AS value FROM pragma_application_id');
  if (id !== APPLICATION_ID) throw new ArchiveError(`${path} is no archive of warren.`);
  const version = numberOf(database, 'SELECT user_version AS value FROM pragma_user_version');
  if (version > SCHEMA_VERSION) {
    throw new ArchiveError(`${path} was written by a newer warren; this one cannot read it.`);
  }
}

const numberOf = (database: DatabaseSync, query: string): number =>
  Number(database.prepare(query).get()?.['value'] ?? 0);

/** Why an archive cannot be used, as a sentence. Hostile text: it may hold the path. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;

/**
 * Ensures that `path` is a regular file of this user which nobody else can read or replace, before SQLite opens it
 * by its name. With `make`, the file and its directory are created when missing, for the owner alone; an existing
 * directory keeps its permissions.
 *
 * @returns the path without links
 * @throws ArchiveError
 */
async function ensurePrivateFile(path: string, how: 'make' | 'find'): Promise<string> {
  const trust = trustedPath(path, ownUid());
  if (trust.kind === 'refused') throw new ArchiveError(refusalText(trust));
  const real = trust.path;
  try {
    if (how === 'make') {
      await mkdir(dirname(real), { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    }
    const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = (how === 'make' ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;
    // `path`, not `real`: with O_NOFOLLOW the file itself must not be a link.
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
    // SQLite trusts its journals, and follows them when they are links.
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
