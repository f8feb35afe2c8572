import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ArchiveDelay } from '../../../src/archive/archive.ts';
import { openLogArchive, readEventArchive } from '../../../src/archive/open.ts';
import { stampAsWritten } from '../../../src/contract/operations/event-logs.ts';
import { keepAsWritten } from '../../../src/contract/shape.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { DatabaseError } from '../../../src/sqlite/database.ts';
import { ThreadEnded } from '../../../src/sqlite/database-thread.ts';
import { utcDay } from '../../../src/text/time.ts';
import { entryWith } from '../../support/event-entries.ts';
import { nextThread } from '../../support/next-thread.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const STAMP = 1_759_913_310_543;
const DAY = utcDay(STAMP);
const coverage = { ...noCoverage(DAY), loaded: [{ from: STAMP, until: STAMP + 1000 }] };

it('a thread stores pages in order, each entry once and unchanged, and reports a delay', async () => {
  const file = join(temporaryDirectory(), 'events.db');
  const late: boolean[] = [];
  const writing = {
    inThread: true,
    onDelay: (delay: ArchiveDelay | null) => late.push(delay !== null),
  };
  const archive = await openLogArchive(file, writing);
  const page = Array.from({ length: 600 }, (_, at) =>
    entryWith({ logId: `id-${at}`, timestamp: STAMP + at }),
  );
  const odd = entryWith({ logId: 'odd\ud800', log: 'a\0\u001b', timestamp: 2 ** 53 });
  keepAsWritten(odd, 'timestamp', '9007199254740993');

  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const kept = Promise.all([
    archive.append('7', DAY, page, coverage),
    archive.append('7', DAY, [odd, page[0] ?? odd], coverage),
  ]);
  await expect.poll(() => late).toEqual([true]);
  other.exec('COMMIT');
  other.close();
  expect(await kept).toEqual([600, 1]);
  expect(late).toEqual([true, false]);
  expect(await archive.covered('7', DAY)).toEqual([]);
  expect((await archive.coverage('7', DAY)).loaded).toEqual(coverage.loaded);
  await archive.close();

  const again = await readEventArchive(file);
  expect(await again.count('7', DAY)).toBe(601);
  // It is not a time in milliseconds, so it comes before all others.
  const oldest = [...(await again.page('7', DAY, undefined)).logs].at(-1);
  expect(oldest).toEqual(odd);
  expect(oldest && stampAsWritten(oldest)).toBe('9007199254740993');
  await again.close();
});

it('a thread reports a foreign file in the same words, and its own end', async () => {
  const file = join(temporaryDirectory(), 'other.db');
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE other (id)');
  other.close();
  const opening = openLogArchive(file, { inThread: true });
  await expect(opening).rejects.toThrow(DatabaseError);
  await expect(opening).rejects.toThrow(`${file} is no archive of warren.`);
  const archive = await openLogArchive(`${file}-another`, { inThread: true });
  await archive.close();
  await expect(archive.days('7')).rejects.toThrow(/ended/);
});

it('rejects the pages that wait when the thread ends', async () => {
  const file = join(temporaryDirectory(), 'events.db');
  const thread = nextThread();
  const archive = await openLogArchive(file, { inThread: true });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const page = archive.append('7', DAY, [entryWith({ logId: 'a', timestamp: STAMP })], coverage);
  const ended = page.catch((error: unknown) => error);
  await (await thread).terminate();
  expect(await ended).toEqual(
    new ThreadEnded('The thread that has the file ended: it exited with code 1.'),
  );
  await expect(archive.days('7')).rejects.toThrow('it exited with code 1.');
  await expect(archive.close()).rejects.toThrow('it exited with code 1.');
  other.close();
});

it('reports a delay until no page waits any more, not until the first one is written', async () => {
  const file = join(temporaryDirectory(), 'events.db');
  const late: boolean[] = [];
  const archive = await openLogArchive(file, {
    inThread: true,
    onDelay: (delay) => late.push(delay !== null),
  });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const entry = entryWith({ logId: 'a', timestamp: STAMP });
  const first = archive.append('7', DAY, [entry], coverage);
  const second = archive.append('7', DAY, [entry], coverage);
  await vi.waitUntil(() => vi.getTimerCount() === 2);
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  other.exec('COMMIT');
  other.close();
  await first;
  expect(late).toEqual([true]);
  await second;
  expect(late).toEqual([true, false]);
  await archive.close();
});
