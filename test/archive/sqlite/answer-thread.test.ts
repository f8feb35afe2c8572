import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
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
  return async (onAnswer: () => void = () => {}) => {
    let total = 0;
    const { signal } = new AbortController();
    const answers = archive.answerer(['7']).ask({ kind: 'count', scope }, signal);
    for await (const { answer } of answers) {
      total = answer.total;
      onAnswer();
    }
    return total;
  };
}

it('answers a question although its thread ended before the answer', async () => {
  const count = await counting();
  const thread = nextThread();
  const counted = count();
  await (await thread).terminate();
  expect(await counted).toBe(5000);
});

it('fails with the reason when the second thread ends too, and answers the next question', async () => {
  const count = await counting();
  let threads = 0;
  const end = (worker: Worker) => {
    threads += 1;
    void worker.terminate();
  };
  process.on('worker', end);
  onTestFinished(() => void process.off('worker', end));
  await expect(count()).rejects.toThrow(/^The thread that has the file ended: exit code/);
  expect(threads).toBe(2);
  process.off('worker', end);
  expect(await count()).toBe(5000);
});

it('fails with the reason when its thread ends after a part of the answer', async () => {
  const count = await counting();
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const next = nextThread();
  const counted = count(resolve);
  const thread = await next;
  const of = { held: 'archived', looked: 3000, entries: 5000, areCandidates: false };
  const part = { id: 1, answered: { answer: { total: 3000 }, of } };
  thread.emit('message', { kind: 'message', message: part });
  await answered;
  await thread.terminate();
  await expect(counted).rejects.toThrow(/^The thread that has the file ended: exit code/);
});

it('answers a question although the system allowed no thread for a moment', async () => {
  const count = await counting();
  const start = vi.spyOn(DatabaseThread, 'start');
  onTestFinished(() => start.mockRestore());
  start.mockRejectedValueOnce(new ThreadEnded('No thread can be started: EAGAIN.'));
  expect(await count()).toBe(5000);
});
