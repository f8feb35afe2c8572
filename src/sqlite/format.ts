import type { DatabaseSync } from 'node:sqlite';

/** A kind of database file of this program. */
export interface DatabaseFormat {
  /** The kind's name in sentences: `archive`. */
  readonly noun: string;
  /** In the file header: distinguishes it from other databases. */
  readonly applicationId: number;
  /** Incremented when files may hold what an older program does not know. That program then refuses them. */
  readonly version: number;
  /** The CREATE statements. */
  readonly schema: string;
}

/** Creates the tables in an empty file; any other file stays unchanged. */
export function createTables(database: DatabaseSync, format: DatabaseFormat): void {
  transaction(database, () => {
    if (schemaOf(database).length > 0 || pragma(database, 'application_id') !== 0) return;
    database.exec(
      `${format.schema}; PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version}`,
    );
  });
}

/** Marks an older file with the same tables as written by this program. */
export function raiseVersion(database: DatabaseSync, { version }: DatabaseFormat): void {
  if (pragma(database, 'user_version') < version) {
    database.exec(`PRAGMA user_version = ${version}`);
  }
}

/**
 * Compares a database with a format. It is `changed` when it claims the format but has other tables, a view, an index
 * or a trigger: these definitions could run any statement, so nothing of it may be read.
 *
 * @param empty an in-memory database to compare with
 */
export function formatOf(
  database: DatabaseSync,
  format: DatabaseFormat,
  empty: DatabaseSync,
): 'same' | 'newer' | 'changed' | 'other' {
  if (pragma(database, 'application_id') !== format.applicationId) return 'other';
  if (pragma(database, 'user_version') > format.version) return 'newer';
  empty.exec(format.schema);
  const [found, due] = [database, empty].map((of) => JSON.stringify(schemaOf(of)));
  return found === due ? 'same' : 'changed';
}

/** Above the number of objects in any format. */
const MAX_OBJECTS = 20;

/** The definitions in a database. A view cannot replace `sqlite_schema` itself. */
const schemaOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ${MAX_OBJECTS}`)
    .all()
    .map(({ type, name, tbl_name: table, sql }) =>
      // Ignores white space, which may change in our source.
      JSON.stringify([type, name, table, typeof sql === 'string' ? sql.replace(/\s+/g, ' ') : sql]),
    )
    .sort();

/** The root pages of all tables and indexes. */
export const rootsOf = (database: DatabaseSync): readonly number[] =>
  database
    .prepare(`SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 LIMIT ${MAX_OBJECTS}`)
    .all()
    .map(({ rootpage }) => Number(rootpage));

/** A numeric SQLite setting. Read with the statement, since a view could replace the function. */
export const pragma = (database: DatabaseSync, name: string): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);

/** Bytes in use, without free pages. */
export const sizeOf = (database: DatabaseSync): number =>
  (pragma(database, 'page_count') - pragma(database, 'freelist_count')) *
  pragma(database, 'page_size');

/** Runs `work` in one write transaction. `undone` is called when it was rolled back. */
export function transaction<Value>(
  database: DatabaseSync,
  work: () => Value,
  undone: () => void = () => {},
): Value {
  // Immediate: a transaction that upgrades from reading to writing fails instead of waiting.
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    undone();
    throw error;
  }
}
