import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, sqliteTrouble, whileThere } from '../sqlite/database.ts';
import { HISTORY, type HistoryFile, historyFile } from './history-file.ts';
import { type HistoryState, stateFrom } from './history-state.ts';

/** Opens the history file of a service. Rejects with a DatabaseError when it cannot be used. */
export async function openHistoryFile(
  directory: string,
  service: string,
  mode: 'read' | 'write',
): Promise<HistoryFile> {
  const path = join(directory, 'history.db');
  const file = historyFile(await openDatabase(path, mode, HISTORY), service, path);
  const ensureThere = whileThere(path);
  return {
    ...file,
    transaction(work) {
      ensureThere();
      return file.transaction(work);
    },
  };
}

/** The history of a service for reading; null if none was kept. Rejects like {@link openHistoryFile}. */
export const historyFileThere = async (
  directory: string,
  service: string,
): Promise<HistoryFile | null> =>
  existsSync(join(directory, 'history.db')) ? openHistoryFile(directory, service, 'read') : null;

/**
 * Reads the history of a service, by its origin. Rejects with a DatabaseError when it cannot be read.
 *
 * @param now to ignore health facts with future times once newer ones exist
 */
export const readHistory = (
  directory: string,
  service: string,
  now?: number,
): Promise<HistoryState> =>
  readHistoryFile(directory, service, async (file) => stateFrom(file, now));

/** Runs `read` with the history of a service. Rejects like {@link readHistory}. */
export async function readHistoryFile<Read>(
  directory: string,
  service: string,
  read: (file: HistoryFile) => Promise<Read>,
): Promise<Read> {
  const file = await openHistoryFile(directory, service, 'read');
  try {
    return await read(file);
  } catch (error) {
    throw sqliteTrouble(join(directory, 'history.db'), error);
  } finally {
    file.close();
  }
}

/** A history for this run only. */
export async function inMemory(service: string): Promise<HistoryFile> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(':memory:');
  database.exec(HISTORY.schema);
  return historyFile(database, service, 'the history of this run');
}
