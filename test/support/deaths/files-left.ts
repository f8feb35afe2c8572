import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const OTHERS = 0o077;
/** What a console may leave: its notes and logs, and databases with what SQLite has beside them. */
const KNOWN =
  /^(crash-\w+\.txt|debug\.log(\.\d)?|audit\.ndjson|audit\.head|[\w-]+\.db(-wal|-shm)?)$/;

/** What is not whole, or not the owner's alone, of the files below a home. */
export async function faultsOfFiles(home: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (statSync(path).mode & OTHERS) faults.push(`others may use ${entry.name}`);
    if (!KNOWN.test(entry.name)) faults.push(`${entry.name} was left`);
    if (entry.name.endsWith('.ndjson')) faults.push(...faultsOfLines(path));
    if (entry.name.endsWith('.db')) faults.push(...faultsOfDatabase(path));
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
