import type { DatabaseSync } from 'node:sqlite';

/** What a database file of this program has in it. */
export interface DatabaseFormat {
  /** What such a file is called in sentences: `archive`. */
  readonly noun: string;
  /** In the header of every such file: tells it from other databases. */
  readonly applicationId: number;
  /** One more where files may hold what an older program does not know: such a one refuses them by it. */
  readonly version: number;
  /** The statements that create its tables. */
  readonly schema: string;
}

/** Creates the tables in an empty file; a file that has anything is left as it is. */
export function createTables(database: DatabaseSync, format: DatabaseFormat): void {
  transaction(database, () => {
    if (schemaOf(database).length > 0 || pragma(database, 'application_id') !== 0) return;
    database.exec(
      `${format.schema}; PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version}`,
    );
  });
}

/** Says of an older file with the same tables that this program writes to it from now on. */
export function raiseVersion(database: DatabaseSync, { version }: DatabaseFormat): void {
  if (pragma(database, 'user_version') < version) {
    database.exec(`PRAGMA user_version = ${version}`);
  }
}

/**
 * Whether a database is of a format. One that says it is and has other tables, a view, an index or a trigger of its
 * own is `changed`: its definitions could run any statement when they are used, so none of it may be read.
 *
 * @param empty a database in memory, to compare with
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

/** More objects than any format has. */
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

/** The first pages of all tables and indexes. */
export const rootsOf = (database: DatabaseSync): readonly number[] =>
  database
    .prepare(`SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 LIMIT ${MOST_OBJECTS}`)
    .all()
    .map(({ rootpage }) => Number(rootpage));

/** The value of a setting of SQLite that is a number: by the statement, not the function, which a view could stand in for. */
export const pragma = (database: DatabaseSync, name: string): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);

/** Bytes of the file that hold something. */
export const sizeOf = (database: DatabaseSync): number =>
  (pragma(database, 'page_count') - pragma(database, 'freelist_count')) *
  pragma(database, 'page_size');

/** Does `work` in one transaction that no other process can come between; `undone` is told when nothing of it was kept. */
export function transaction<Value>(
  database: DatabaseSync,
  work: () => Value,
  undone: () => void = () => {},
): Value {
  // Immediate: a transaction that turns from reading to writing fails instead of waiting for another.
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
