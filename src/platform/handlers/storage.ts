import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ScriptVariable } from '../world/scripts.ts';

/** Above the ids of the variables the world starts with. */
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
 * What requests have changed, the platform's only state: in an SQLite file, or in memory if no file is named. A file
 * is opened at once, so an unusable one is noticed early; SQLite in memory is loaded with the first change.
 *
 * Rejects with a sentence for users if the file is not a database or cannot be written.
 */
export async function openStorage(file: string | undefined) {
  let database = file === undefined ? undefined : await openFile(file);
  let opening: Promise<DatabaseSync> | undefined;

  return {
    /** When deletion was requested, milliseconds since the epoch. */
    deletionOf(appId: string): number | undefined {
      const row = database
        ?.prepare('SELECT requested_at FROM deletion WHERE application = ?')
        .get(appId);
      return row === undefined ? undefined : Number(row.requested_at);
    },
    /** Variables added to a script, oldest first. */
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
    /** The stored API Guardian configuration of a zone, as JSON. */
    guardianOf(zoneId: number): string | undefined {
      const row = database
        ?.prepare('SELECT configuration FROM guardian WHERE zone = ?')
        .get(zoneId);
      return row === undefined ? undefined : String(row.configuration);
    },
    /** The access key stored in the file, which is `made` if it has none yet. In memory always `made`. */
    accessKey(made: string): string {
      if (!database) return made;
      // If two processes open one file, the first key wins.
      database
        .prepare("INSERT OR IGNORE INTO setting (name, value) VALUES ('access_key', ?)")
        .run(made);
      const row = database.prepare("SELECT value FROM setting WHERE name = 'access_key'").get();
      return row === undefined ? made : String(row.value);
    },
    /** Resolves when changes can be made. Reads and writes without an await in between are atomic. */
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

function writerOf(database: DatabaseSync) {
  return {
    markDeleted(appId: string, now: number): void {
      database
        .prepare('INSERT OR IGNORE INTO deletion (application, requested_at) VALUES (?, ?)')
        .run(appId, Math.floor(now));
    },
    /** Adds a variable and returns its id, which is unique across all scripts and never reused. */
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
    // The file holds the platform's key and possibly secret values: only its owner may read or replace it.
    const { closeToOthers, ensureOwnFile } = await import('../../sqlite/database.ts');
    // A missing directory is most likely a typo.
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

/** How long a platform waits for another one on the same file, milliseconds. */
const BUSY_TIMEOUT = 5000;

async function openDatabase(location: string): Promise<DatabaseSync> {
  // Imported late: older versions of Node print a warning when it is loaded.
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
