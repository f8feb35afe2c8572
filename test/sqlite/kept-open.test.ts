import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('in a thread that opens its first files', () => {
  let fresh: typeof import('../../src/sqlite/kept-open.ts');
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.resetModules();
    fresh = await import('../../src/sqlite/kept-open.ts');
  });
  afterEach(() => {
    vi.useRealTimers();
    // An archive that is opened later would have the descriptors that are closed here.
    vi.resetModules();
  });

  const written = (name: string): string => {
    const path = join(temporaryDirectory(), name);
    writeFileSync(path, name);
    return path;
  };
  const opened = (path: string): number => fresh.keptOpen(path, constants.O_RDONLY);
  /** Opens a file with this number. The system gives the lowest that is free, and other threads may have freed some. */
  const openAs = (number: number, path: string): number => {
    const file = openSync(path, 'r');
    if (file >= number) expect(file).toBe(number);
    else {
      openAs(number, path);
      closeSync(file);
    }
    return number;
  };
  const closed = (file: number) => vi.waitFor(() => expect(() => fstatSync(file)).toThrow('EBADF'));

  it('a file is opened once, and its disk space is freed within half a minute after it is removed', async () => {
    const path = written('one');
    const [file, left] = [opened(path), opened(written('other'))];
    expect(opened(path)).toBe(file);
    rmSync(path);
    vi.advanceTimersByTime(30_000);
    await closed(file);
    expect(fstatSync(left).size).toBe(5);
  });

  it('a file that cannot be checked, as on an unreachable share, does not prevent opening others', () => {
    closeSync(opened(written('lost')));
    expect(() => vi.advanceTimersByTime(30_000)).not.toThrow();
    expect(fstatSync(opened(written('other'))).size).toBe(5);
  });

  it('a descriptor that somebody else closed is not used when its number belongs to another file', () => {
    const path = written('one');
    const file = opened(path);
    closeSync(file);
    const other = openAs(file, written('other'));
    expect(fstatSync(opened(path)).ino).toBe(statSync(path).ino);
    expect(fstatSync(other).size).toBe(5);
    closeSync(other);
  });

  it('a descriptor that somebody else closed is not closed when its number belongs to another file', async () => {
    const file = opened(written('one'));
    const path = written('removed');
    const removed = opened(path);
    closeSync(file);
    const otherPath = written('other');
    const other = openAs(file, otherPath);
    for (const gone of [path, otherPath]) rmSync(gone);
    vi.advanceTimersByTime(30_000);
    await closed(removed);
    expect(fstatSync(other).size).toBe(5);
    closeSync(other);
  });
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
