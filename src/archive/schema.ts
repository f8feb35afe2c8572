import type { DatabaseSync } from 'node:sqlite';

/** In the header of every archive ("warn"): tells an archive from other databases. */
const APPLICATION_ID = 0x7761726e;
const SCHEMA_VERSION = 1;

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

/** Creates the tables in an empty file; a file that has anything is left as it is. */
export function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    if (schemaOf(database).length === 0 && pragma(database, 'application_id') === 0) {
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

/**
 * Whether a database is an archive. One that says it is and has other tables, a view, an index or a trigger of its
 * own is `changed`: its definitions could run any statement when they are used, so none of it may be read.
 *
 * @param empty a database in memory, to compare with
 */
export function archiveKind(
  database: DatabaseSync,
  empty: DatabaseSync,
): 'archive' | 'newer' | 'changed' | 'other' {
  if (pragma(database, 'application_id') !== APPLICATION_ID) return 'other';
  if (pragma(database, 'user_version') > SCHEMA_VERSION) return 'newer';
  empty.exec(SCHEMA);
  const [found, due] = [database, empty].map((of) => JSON.stringify(schemaOf(of)));
  return found === due ? 'archive' : 'changed';
}

/** More objects than an archive has. */
const MOST_OBJECTS = 20;

/** What a database has, as it was created. `sqlite_schema` itself cannot be replaced by a view. */
const schemaOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ${MOST_OBJECTS}`)
    .all()
    .map(({ type, name, tbl_name: table, sql }) =>
      // Not how it is laid out: that may change here.
      JSON.stringify([type, name, table, typeof sql === 'string' ? sql.replace(/\s+/g, ' ') : sql]),
    )
    .sort();

/** The statement, not the function of that name, which a view could stand in for. */
const pragma = (database: DatabaseSync, name: 'application_id' | 'user_version'): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
