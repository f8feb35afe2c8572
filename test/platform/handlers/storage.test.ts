import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../../src/platform/handlers/storage.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const STORAGE = new URL('../../../src/platform/handlers/storage.ts', import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

/** Begins a change of a database, says so, and is done with it a moment later. */
const HOLDS = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('held');
  setTimeout(() => database.exec('COMMIT'), 300);
`;

const variable = { name: 'Token', required: true, defaultValue: null };

describe('storage in memory', () => {
  test('is empty at first', async () => {
    const storage = await openStorage(undefined);
    expect(storage.deletionOf('a')).toBeUndefined();
    expect(storage.variablesOf(1)).toEqual([]);
    expect(storage.guardianOf(1)).toBeUndefined();
    storage.close();
  });

  test('returns what was stored', async () => {
    const storage = await openStorage(undefined);
    const changes = await storage.writer();
    const id = changes.addVariable(1, variable);
    const other = changes.addVariable(2, { ...variable, defaultValue: "it's; DROP TABLE x" });
    expect(other).not.toBe(id);
    expect(storage.variablesOf(1)).toEqual([{ id, ...variable }]);
    expect(storage.variablesOf(2)[0]?.defaultValue).toBe("it's; DROP TABLE x");
    changes.keepGuardian(9, '{"a":1}');
    changes.keepGuardian(9, '{"a":2}');
    expect(storage.guardianOf(9)).toBe('{"a":2}');
    storage.close();
  });

  test('can be changed by two processes at once', async () => {
    const storage = await openStorage(undefined);
    const [one, other] = await Promise.all([storage.writer(), storage.writer()]);
    one.markDeleted('a', 1_000);
    other.markDeleted('b', 2_000);
    expect([storage.deletionOf('a'), storage.deletionOf('b')]).toEqual([1_000, 2_000]);
    storage.close();
  });
});

describe('storage in a file', () => {
  test('waits for another process that is changing it', async () => {
    const file = join(folder, 'data.db');
    const storage = await openStorage(file);
    const changes = await storage.writer();
    const other = spawn(process.execPath, ['--no-warnings', '-e', HOLDS, file]);
    await once(other.stdout, 'data');
    changes.markDeleted('a', 1);
    changes.markDeleted('a', 2);
    expect(storage.deletionOf('a')).toBe(1);
    storage.close();
  });

  test('outlives its writer, readable only by its owner', async () => {
    const file = join(folder, 'world.db');
    const before = await openStorage(file);
    const changes = await before.writer();
    changes.markDeleted('a', 1_000);
    const id = changes.addVariable(1, variable);
    before.close();
    const after = await openStorage(file);
    expect(after.deletionOf('a')).toBe(1_000);
    expect(after.variablesOf(1)).toEqual([{ id, ...variable }]);
    after.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is refused in a sentence when it is no database, or cannot be written', async () => {
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'these are my notes, and no database at all');
    await expect(openStorage(file)).rejects.toThrow(/notes\.txt cannot keep the platform's data: /);
    await expect(openStorage(join(folder, 'missing', 'world.db'))).rejects.toThrow(
      /world\.db cannot keep/,
    );
    await expect(openStorage(folder)).rejects.toThrow(/cannot keep/);
  });

  test('is refused if it is a pipe, without waiting for a writer', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const opening = `import { openStorage } from ${JSON.stringify(STORAGE)};
      openStorage(${JSON.stringify(pipe)}).catch(({ message }) => console.log(message));`;
    // A process of its own: opening a pipe would hold this one up for ever.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', opening],
      { timeout: 10_000, killSignal: 'SIGKILL' },
    );
    expect(stdout).toContain(`${pipe} is not a regular file.`);
  });

  test('is refused where others could read its key or replace it, and closed to those who could read it', async () => {
    const file = join(folder, 'world.db');
    (await openStorage(file)).close();
    const link = join(folder, 'link.db');
    symlinkSync(file, link);
    await expect(openStorage(link)).rejects.toThrow('link.db cannot keep');
    chmodSync(file, 0o666);
    await expect(openStorage(file)).rejects.toThrow('Other users may write');
    chmodSync(file, 0o644);
    (await openStorage(file)).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(folder, 0o777);
    await expect(openStorage(file)).rejects.toThrow('Other users may write');
  });

  test('is refused if another file’s journal was put beside it', async () => {
    const file = join(folder, 'world.db');
    (await openStorage(file)).close();
    symlinkSync(join(folder, 'elsewhere'), `${file}-journal`);
    await expect(openStorage(file)).rejects.toThrow('-journal is not a regular file.');
  });
});
