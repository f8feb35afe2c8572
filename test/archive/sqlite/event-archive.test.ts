import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventArchive } from '../../../src/archive/archive.ts';
import { openEventArchive, openLogArchive, readEventArchive } from '../../../src/archive/open.ts';
import type { EventLogEntry } from '../../../src/contract/operations/event-logs.ts';
import { type Coverage, noCoverage } from '../../../src/events/coverage.ts';
import { startOfDay, utcDay } from '../../../src/text/time.ts';
import { entryWith } from '../../support/event-entries.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const STAMP = 1_759_913_310_543;
const DAY = utcDay(STAMP);
const ZONE = '4711';

let directory = '';
let file = '';
const open: EventArchive[] = [];

beforeEach(async () => {
  directory = temporaryDirectory();
  file = join(directory, 'kept', 'events.db');
  await mkdir(join(directory, 'kept'), { mode: 0o700 });
});
afterEach(async () => {
  for (const archive of open.splice(0)) archive.close();
});

async function opened(): Promise<EventArchive> {
  const archive = await openEventArchive(file);
  open.push(archive);
  return archive;
}

const covering = (...loaded: readonly (readonly [number, number])[]): Coverage => ({
  ...noCoverage(DAY),
  order: 'newest-first',
  loaded: loaded.map(([from, until]) => ({ from: STAMP + from, until: STAMP + until })),
  oldest: STAMP,
  newest: STAMP + 500,
});

/** All entries of the day, page by page. */
async function read(archive: Pick<EventArchive, 'page'>): Promise<EventLogEntry[]> {
  const entries: EventLogEntry[] = [];
  for (let token: string | undefined; ; ) {
    const page = await archive.page(ZONE, DAY, token);
    expect(page.logs.length).toBeLessThanOrEqual(1000);
    entries.push(...page.logs);
    if (!page.hasMoreData) return entries;
    token = page.continuationToken ?? undefined;
  }
}

describe('an archive', () => {
  it('returns its entries after it was closed, newest first', async () => {
    const first = await opened();
    const entries = [1, 3, 2].map((n) => entryWith({ logId: `id-${n}`, timestamp: STAMP + n }));
    await first.append(ZONE, DAY, entries, covering([0, 4]));
    await first.close();
    open.pop();
    const again = await readEventArchive(file);
    expect((await read(again)).map(({ logId }) => logId)).toEqual(['id-3', 'id-2', 'id-1']);
    expect((await read(again))[0]).toEqual(entries[1]);
    expect(await again.zones()).toEqual([ZONE]);
    expect(await again.days(ZONE)).toEqual([DAY]);
    await again.close();
  });

  it('stores a repeated entry once, and different content under one id twice', async () => {
    const [archive, beside] = [await opened(), await opened()];
    const entry = entryWith();
    const other = entryWith({ log: 'something else' });
    await archive.append(ZONE, DAY, [entry, entry], covering());
    await beside.append(ZONE, DAY, [entry, other], covering());
    await archive.append('another zone', DAY, [entry], covering());
    expect(await read(archive)).toHaveLength(2);
    expect(await read(archive)).toEqual(expect.arrayContaining([entry, other]));
    expect((await archive.coverage(ZONE, DAY)).entries).toBe(2);
  });

  it('merges the coverage of its runs, and keeps the gap between', async () => {
    const archive = await opened();
    await archive.append(ZONE, DAY, [], covering([0, 100]));
    await archive.append(ZONE, DAY, [], covering([300, 400]));
    await archive.append(ZONE, DAY, [], covering([100, 200]));
    expect((await archive.coverage(ZONE, DAY)).loaded).toEqual(
      covering([0, 200], [300, 400]).loaded,
    );
    expect(await archive.coverage(ZONE, DAY + 1)).toEqual(noCoverage(DAY + 1));
  });

  it('no longer covers what is withdrawn, whichever run had covered it', async () => {
    const archive = await opened();
    await archive.append(ZONE, DAY, [], covering([0, 100], [300, 400]));
    const { loaded: withdrawn } = covering([50, 350]);
    await archive.append(ZONE, DAY, [], covering([340, 400]), withdrawn);
    expect((await archive.coverage(ZONE, DAY)).loaded).toEqual(
      covering([0, 50], [340, 400]).loaded,
    );
  });

  it('does not return coverage that rests on a clock rather than on an entry', async () => {
    const archive = await opened();
    await archive.append(ZONE, DAY, [], covering([0, 100], [300, 9000]));
    expect(await archive.covered(ZONE, DAY)).toEqual(covering([0, 100], [300, 500]).loaded);
  });

  it.each([
    ['s', 1000],
    ['ms', 1],
    ['µs', 0.001],
    ['ns', 0.000_001],
  ])('orders timestamps in %s', async (_unit, divisor) => {
    const archive = await opened();
    const entries = [1, 3, 2].map((n) =>
      entryWith({ logId: `${n}`, timestamp: Math.round((STAMP + n * 1000) / divisor) }),
    );
    await archive.append(ZONE, DAY, entries, covering());
    expect((await read(archive)).map(({ logId }) => logId)).toEqual(['3', '2', '1']);
  });

  it('returns the first page for an invalid token', async () => {
    const archive = await opened();
    await archive.append(ZONE, DAY, [entryWith()], covering());
    for (const token of ['', '..', 'x_y', '1_2_3', 'NaN_1']) {
      expect((await archive.page(ZONE, DAY, token)).logs).toHaveLength(1);
    }
  });
});

describe('the file of an archive', () => {
  it('is readable only by its owner', async () => {
    const archive = await opened();
    await archive.append(ZONE, DAY, [entryWith()], covering());
    const modes = await Promise.all(
      [file, `${file}-wal`].map(async (path) => (await stat(path)).mode),
    );
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['600', '600']);
  });

  it('is not created in a missing directory, which is named', async () => {
    const missing = join(directory, 'new', 'dir');
    for (const inThread of [false, true]) {
      await expect(openLogArchive(join(missing, 'x.db'), { inThread })).rejects.toThrow(
        `There is no directory ${missing}.`,
      );
    }
    expect(await readdir(directory)).toEqual(['kept']);
  });

  it.each([
    {
      said: 'a link',
      lay: () => symlink('/etc/passwd', file),
      sentence: 'it is a symbolic link',
    },
    { said: 'a directory', lay: () => mkdir(file), sentence: 'it is a directory' },
    {
      said: 'a file that is not a database',
      lay: () => writeFile(file, 'not a database, but long enough to look at'.repeat(9)),
      sentence: 'is not a warren file, or is damaged.',
    },
    {
      said: 'a database of another program',
      lay: async () => {
        const other = new DatabaseSync(file);
        other.exec('CREATE TABLE t (a)');
        other.close();
      },
      sentence: 'no archive of warren',
    },
    {
      said: 'an archive of a newer program',
      lay: async () => {
        await (await openEventArchive(file)).close();
        const later = new DatabaseSync(file);
        later.exec('PRAGMA user_version = 99');
        await later.close();
      },
      sentence: 'newer warren',
    },
    {
      said: 'a journal that is a link',
      lay: () => symlink('/etc/passwd', `${file}-wal`),
      sentence: 'not a regular file',
    },
    {
      said: 'A7: a hot journal of another user',
      lay: () => symlink('/etc/passwd', `${file}-journal`),
      sentence: 'not a regular file',
    },
    {
      said: 'a directory others can write to',
      lay: () => chmod(join(directory, 'kept'), 0o777),
      sentence: 'Other users may write to',
    },
    {
      said: 'A7: a sticky directory others can write to',
      lay: () => chmod(join(directory, 'kept'), 0o1777),
      sentence: 'keep the file in a directory of your own',
    },
  ])('cannot be $said', async ({ lay, sentence }) => {
    await lay();
    await expect(openEventArchive(file)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringContaining(sentence),
    });
  });

  it('is not created by reading', async () => {
    await expect(readEventArchive(file)).rejects.toThrow('it does not exist');
  });

  it('can be read while it is written to', async () => {
    const archive = await opened();
    await archive.append(ZONE, DAY, [entryWith()], covering());
    const reader = await readEventArchive(file);
    await archive.append(ZONE, DAY, [entryWith({ logId: 'later' })], covering());
    expect(await read(reader)).toHaveLength(2);
    await reader.close();
  });

  it('claims nothing of a page that could not be written with the pages that follow it', async () => {
    const archive = await opened();
    // Larger than a value of a file may be.
    const large = entryWith({ logId: 'large', log: 'x'.repeat(33 << 20) });
    const pages = [
      archive.append(ZONE, DAY, [large], covering([0, 10])),
      archive.append(ZONE, DAY, [entryWith({ logId: 'next' })], covering([0, 20])),
    ];
    const reason = expect.objectContaining({ name: 'DatabaseError' });
    const refused = { status: 'rejected', reason };
    expect(await Promise.allSettled(pages)).toEqual([refused, refused]);
    expect(await read(archive)).toEqual([]);
    expect((await archive.coverage(ZONE, DAY)).loaded).toEqual([]);
  });

  it('stores a page completely or not at all', async () => {
    const archive = await opened();
    const spoilt = [entryWith(), null as unknown as EventLogEntry];
    await expect(archive.append(ZONE, DAY, spoilt, covering([0, 10]))).rejects.toThrow();
    expect(await read(archive)).toEqual([]);
    expect((await archive.coverage(ZONE, DAY)).loaded).toEqual([]);
    expect(startOfDay(DAY)).toBeLessThan(STAMP);
  });
});
