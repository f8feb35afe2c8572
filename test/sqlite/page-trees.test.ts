import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { rootsOf } from '../../src/sqlite/format.ts';
import { areTrees, listsTablesOnFirstPage } from '../../src/sqlite/page-trees.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const SIZE = 512;

/** A file with a table and an index, small pages and a write-ahead log that nothing is taken over from by itself. */
function made() {
  const path = join(temporaryDirectory(), 'made.db');
  const database = new DatabaseSync(path);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  database.exec(`PRAGMA page_size = ${SIZE}; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT); CREATE INDEX i ON t (b)`);
  return { path, database };
}

/** The same file and log, as somebody else would open them. */
function copied(path: string): string {
  const copy = join(temporaryDirectory(), 'copy.db');
  for (const kind of ['', '-wal']) copyFileSync(path + kind, copy + kind);
  return copy;
}

it('A6: accepts valid trees after any changes, in the file, in its log, and after a killed program', async () => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'remove', 'checkpoint', 'undone', 'torn'),
    at: fc.nat(400),
    length: fc.constantFrom(3, 100, 3000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { path, database } = made();
      const add = database.prepare('INSERT OR REPLACE INTO t VALUES (?, ?)');
      for (const { kind, at, length } of steps) {
        if (kind === 'add') for (let n = 0; n < 20; n += 1) add.run(at + n, 'x'.repeat(length) + n);
        if (kind === 'remove') database.exec(`DELETE FROM t WHERE a > ${at}`);
        if (kind === 'checkpoint') database.exec('PRAGMA wal_checkpoint(RESTART)');
        if (kind === 'undone') database.exec(`BEGIN; DELETE FROM t WHERE a < ${at}; ROLLBACK`);
      }
      const copy = copied(path);
      if (steps.some(({ kind }) => kind === 'torn')) {
        const log = readFileSync(`${copy}-wal`);
        writeFileSync(`${copy}-wal`, Buffer.concat([log, log.subarray(32, 32 + 24 + SIZE)]));
      }
      expect(await areTrees(copy, rootsOf(database))).toBe(true);
      database.close();
    }),
    { numRuns: 15 },
  );
});

it('A6: detects a page that is referenced twice, in the file and in its log, by a table and by an index', async () => {
  for (const where of ['file', 'log'] as const) {
    const { path, database } = made();
    const add = database.prepare('INSERT INTO t VALUES (?, ?)');
    for (let n = 0; n < 200; n += 1) add.run(n, `text ${n}`);
    if (where === 'file') database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (const root of rootsOf(database)) {
      const copy = copied(path);
      const twice = (page: Buffer) =>
        page.writeUInt32BE(page.readUInt32BE(page.readUInt16BE(12)), 8);
      const name = where === 'file' ? copy : `${copy}-wal`;
      const bytes = readFileSync(name);
      if (where === 'file') twice(bytes.subarray((root - 1) * SIZE, root * SIZE));
      else {
        const frames = framesOf(bytes).filter((frame) => frame.readUInt32BE(0) === root);
        for (const frame of frames.slice(-1)) twice(frame.subarray(24));
        writeFileSync(name, bytes);
        // SQLite ignores pages with a wrong checksum.
        expect(await areTrees(copy, rootsOf(database))).toBe(true);
        sign(bytes);
      }
      writeFileSync(name, bytes);
      expect(await areTrees(copy, rootsOf(database)), `${where} ${root}`).toBe(false);
    }
    database.close();
  }
});

it('A6: does not read a hole larger than any disk, in the file or in its log', async () => {
  const { path, database } = made();
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const [file, log] = [copied(path), copied(path)];
  truncateSync(file, 2 ** 38);
  truncateSync(`${log}-wal`, 2 ** 38);
  expect(await areTrees(file, rootsOf(database))).toBe(false);
  expect(listsTablesOnFirstPage(log)).toBe(true);
  expect(await areTrees(log, rootsOf(database))).toBe(true);
});

/** The pages of a log, each behind its header of 24 bytes. */
const framesOf = (log: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.floor((log.length - 32) / (24 + SIZE)) }, (_, n) =>
    log.subarray(32 + n * (24 + SIZE), 32 + (n + 1) * (24 + SIZE)),
  );

/** Gives a log the checksums that SQLite expects. */
function sign(log: Buffer): void {
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  let [a, b] = [0, 0];
  const sum = (bytes: Buffer) => {
    const word = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + word(at) + b) >>> 0;
      b = (b + word(at + 4) + a) >>> 0;
    }
  };
  sum(log.subarray(0, 24));
  for (const frame of framesOf(log)) {
    sum(frame.subarray(0, 8));
    sum(frame.subarray(24));
    frame.writeUInt32BE(a, 16);
    frame.writeUInt32BE(b, 20);
  }
}
