import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const OTHERS = 0o077;
/** The names of temporary files. */
const DRAFT = /\.(?:warren-)?(?:new|part|tmp|draft)\b|[\da-f]{8}-[\da-f]{4}-/;
const DATABASE = 'SQLite format 3\0';

/** Files below a home directory that are incomplete, temporary, or accessible to others. */
export async function faultsOfFiles(home: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const found = statSync(path, { throwIfNoEntry: false });
    // The side files of a database disappear when it is closed.
    if (!entry.isFile() || !found) continue;
    if (found.mode & OTHERS) faults.push(`others may use ${entry.name}`);
    if (DRAFT.test(entry.name)) faults.push(`${entry.name} was left`);
    if (entry.name.endsWith('.ndjson')) faults.push(...faultsOfLines(path));
    if (readFileSync(path, 'latin1').startsWith(DATABASE)) faults.push(...faultsOfDatabase(path));
  }
  return faults;
}

function faultsOfLines(path: string): readonly string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.pop() !== '') return [`${path} ends within a line`];
  try {
    for (const line of lines) JSON.parse(line);
    return [];
  } catch {
    return [`${path} has a line that is torn`];
  }
}

function faultsOfDatabase(path: string): readonly string[] {
  const database = new DatabaseSync(path);
  const [found] = database.prepare('PRAGMA integrity_check').all();
  database.close();
  return found?.['integrity_check'] === 'ok' ? [] : [`${path} is damaged`];
}
