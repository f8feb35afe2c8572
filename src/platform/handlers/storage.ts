import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ScriptVariable } from '../world/scripts.ts';

/** Beyond the ids that the world's own variables have. */
const FIRST_VARIABLE_ID = 1_000_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS deletion (
    application TEXT PRIMARY KEY,
    requested_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS variable (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    script INTEGER NOT NULL,
    name TEXT NOT NULL,
    required INTEGER NOT NULL,
    default_value TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS guardian (
    zone INTEGER PRIMARY KEY,
    configuration TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`;

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/**
 * What requests have changed in the world, the platform's only state: in an SQLite file, or in memory when none is
 * named. SQLite is loaded when first needed: a file's at once, so that a file that cannot be used is known before
 * anybody relies on it; memory's with the first change.
 *
 * Rejects with a sentence for people, for a file that is no database or cannot be written.
 */
export async function openStorage(file: string | undefined) {
  let database = file === undefined ? undefined : await openFile(file);
  let opening: Promise<DatabaseSync> | undefined;

  return {
    /** When the deletion of an application was asked for, milliseconds since the epoch. */
    deletionOf(appId: string): number | undefined {
      const row = database
        ?.prepare('SELECT requested_at FROM deletion WHERE application = ?')
        .get(appId);
      return row === undefined ? undefined : Number(row.requested_at);
    },
    /** The variables added to a script, oldest first. */
    variablesOf(scriptId: number): readonly ScriptVariable[] {
      const rows = database
        ?.prepare(
          'SELECT id, name, required, default_value FROM variable WHERE script = ? ORDER BY id',
        )
        .all(scriptId);
      return (rows ?? []).map((row) => ({
        id: FIRST_VARIABLE_ID + Number(row.id),
        name: String(row.name),
        required: row.required === 1,
        defaultValue: row.default_value === null ? null : String(row.default_value),
      }));
    },
    /** What was kept of a zone's API Guardian, as the JSON it was kept as. */
    guardianOf(zoneId: number): string | undefined {
      const row = database
        ?.prepare('SELECT configuration FROM guardian WHERE zone = ?')
        .get(zoneId);
      return row === undefined ? undefined : String(row.configuration);
    },
    /** The access key that is kept with the file: `made` where it has none yet; `made` always in memory. */
    accessKey(made: string): string {
      if (!database) return made;
      // Of two that open one file, the first one's key counts.
      database
        .prepare("INSERT OR IGNORE INTO setting (name, value) VALUES ('access_key', ?)")
        .run(made);
      const row = database.prepare("SELECT value FROM setting WHERE name = 'access_key'").get();
      return row === undefined ? made : String(row.value);
    },
    /** Resolves when changes can be made. What is then read and changed without a pause is not come between. */
    async writer() {
      if (!database) {
        opening ??= openDatabase(':memory:');
        database = await opening;
      }
      return writerOf(database);
    },
    close(): void {
      database?.close();
      database = undefined;
    },
  };
}

/** The changes that can be made. */
function writerOf(database: DatabaseSync) {
  return {
    markDeleted(appId: string, now: number): void {
      database
        .prepare('INSERT OR IGNORE INTO deletion (application, requested_at) VALUES (?, ?)')
        .run(appId, Math.floor(now));
    },
    /** Adds a variable and gives its id, which no other variable of any script has had. */
    addVariable(
      scriptId: number,
      { name, required, defaultValue }: Omit<ScriptVariable, 'id'>,
    ): number {
      const { lastInsertRowid } = database
        .prepare('INSERT INTO variable (script, name, required, default_value) VALUES (?, ?, ?, ?)')
        .run(scriptId, name, required ? 1 : 0, defaultValue);
      return FIRST_VARIABLE_ID + Number(lastInsertRowid);
    },
    keepGuardian(zoneId: number, json: string): void {
      database
        .prepare('INSERT OR REPLACE INTO guardian (zone, configuration) VALUES (?, ?)')
        .run(zoneId, json);
    },
  };
}

async function openFile(file: string): Promise<DatabaseSync> {
  try {
    // It holds the platform's key, and values that may be secret: nobody else reads or replaces it.
    const { closeToOthers, ensureOwnFile } = await import('../../sqlite/database.ts');
    // A directory that is not there was mistyped.
    await stat(dirname(resolve(file)));
    const real = await ensureOwnFile(file, 'make');
    const database = await openDatabase(real);
    await closeToOthers(real);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot keep the platform's data: ${reason}`, { cause: error });
  }
}

/** How long one of two platforms on one file waits for the other, milliseconds. */
const BUSY_TIMEOUT = 5000;

async function openDatabase(location: string): Promise<DatabaseSync> {
  // Not with the other imports: older versions of Node warn when it is loaded.
  const { DatabaseSync: Database } = await import('node:sqlite');
  const database = new Database(location, { timeout: BUSY_TIMEOUT });
  try {
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
