import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openEventArchive, readEventArchive } from '../../../src/archive/open.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { DatabaseThread, ThreadEnded } from '../../../src/sqlite/database-thread.ts';
import { utcDay } from '../../../src/text/time.ts';
import { MOMENT } from '../../events/arbitrary-scope.ts';
import { SAMPLE_DAY, sampleEntries } from '../../events/sample-entries.ts';
import { nextThread } from '../../support/next-thread.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** Counts the entries of a file of 5,000, with a thread that may end. */
async function counting() {
  const file = join(temporaryDirectory(), 'events.db');
  const written = await openEventArchive(file);
  const day = utcDay(SAMPLE_DAY);
  await written.append('7', day, sampleEntries(1)(5000), noCoverage(day));
  await written.close();
  const archive = await readEventArchive(file);
  onTestFinished(() => archive.close());
  const scope = { filter: parseFilter('').filter, moment: MOMENT };
  return async () => {
    let total = 0;
    const { signal } = new AbortController();
    const answers = archive.answerer(['7']).ask({ kind: 'count', scope }, signal);
    for await (const { answer } of answers) total = answer.total;
    return total;
  };
}

it('fails with the reason when its thread ends, and answers the next question', async () => {
  const count = await counting();
  const thread = nextThread();
  const counted = count();
  await (await thread).terminate();
  await expect(counted).rejects.toThrow(/^The thread that has the file ended: exit code/);
  expect(await count()).toBe(5000);
});

it('answers the next question when the system allowed no thread for a moment', async () => {
  const count = await counting();
  const start = vi.spyOn(DatabaseThread, 'start');
  onTestFinished(() => start.mockRestore());
  start.mockRejectedValueOnce(new ThreadEnded('No thread can be started: EAGAIN.'));
  await expect(count()).rejects.toThrow('No thread can be started');
  expect(await count()).toBe(5000);
});
