import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLogArchive, readEventArchive } from '../../src/archive/open.ts';
import { openRecording } from '../../src/recording/recording-file.ts';
import { keptOpen } from '../../src/sqlite/kept-open.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Locks of this process on a file, as the system has them. */
const locksOn = (path: string): number => {
  const { ino } = statSync(path);
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `)).length;
};

it.runIf(process.platform === 'linux')(
  'an archive that is written keeps its locks while it is opened for reading, queried and closed',
  async () => {
    const file = join(temporaryDirectory(), 'shop.db');
    const writer = await openLogArchive(file, { inThread: true });
    const locks = locksOn(file);
    expect(locks).toBeGreaterThan(0);
    const reader = await readEventArchive(file);
    expect(locksOn(file)).toBe(locks);
    await reader.close();
    expect(locksOn(file)).toBe(locks);
    // The last one to close a file removes its log.
    const other = `const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      database.exec('UPDATE zone SET id = id');
      database.close();`;
    execFileSync(process.execPath, ['-e', other, file], { stdio: 'ignore' });
    expect(statSync(`${file}-wal`).isFile()).toBe(true);
    await writer.close();
  },
);

it.runIf(process.platform === 'linux')(
  'a recording that is written keeps its locks while it is read',
  async () => {
    const file = join(temporaryDirectory(), 'shop.db');
    const writer = await openRecording(file, 'write');
    const locks = locksOn(file);
    expect(locks).toBeGreaterThan(0);
    (await openRecording(file, 'read')).close();
    expect(locksOn(file)).toBe(locks);
    writer.close();
  },
);

it('a file is opened once, and its disk space is freed within half a minute after it is removed', async () => {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [path, other] = ['one', 'other'].map((name) => join(temporaryDirectory(), name));
  for (const name of [path, other]) writeFileSync(String(name), 'one');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  // Like a thread that opens its first file.
  vi.resetModules();
  const fresh = await import('../../src/sqlite/kept-open.ts');
  const [file, left] = [path, other].map((name) =>
    fresh.keptOpen(String(name), constants.O_RDONLY),
  );
  expect(fresh.keptOpen(String(path), constants.O_RDONLY)).toBe(file);
  rmSync(String(path));
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(() => fstatSync(Number(file))).toThrow('EBADF'));
  expect(fstatSync(Number(left)).size).toBe(3);
});

it('a file that cannot be checked, as on an unreachable share, does not prevent opening others', async () => {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [lost, other] = ['lost', 'other'].map((name) => join(temporaryDirectory(), name));
  writeFileSync(String(lost), 'lost');
  writeFileSync(String(other), 'other');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.resetModules();
  const fresh = await import('../../src/sqlite/kept-open.ts');
  closeSync(fresh.keptOpen(String(lost), constants.O_RDONLY));
  expect(() => vi.advanceTimersByTime(30_000)).not.toThrow();
  expect(fstatSync(fresh.keptOpen(String(other), constants.O_RDONLY)).size).toBe(5);
});

it('a file opened through a link is opened once, and not at all if links are not followed', () => {
  const directory = temporaryDirectory();
  const [one, link] = [join(directory, 'one'), join(directory, 'link')];
  writeFileSync(one, 'one');
  symlinkSync(one, link);
  const file = keptOpen(link, constants.O_RDONLY);
  expect(keptOpen(link, constants.O_RDONLY)).toBe(file);
  expect(keptOpen(one, constants.O_RDONLY)).toBe(file);
  expect(() => keptOpen(link, constants.O_RDONLY | constants.O_NOFOLLOW)).toThrow('ELOOP');
});
