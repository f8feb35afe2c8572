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
  return async (onAnswer: (looked: number) => void = () => {}) => {
    let total = 0;
    const { signal } = new AbortController();
    const answers = archive.answerer(['7']).ask({ kind: 'count', scope }, signal);
    for await (const { answer, of } of answers) {
      total = answer.total;
      onAnswer(of.looked);
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

it('gives up a question after three threads, says why, and answers the next one', async () => {
  const count = await counting();
  const threads: Worker[] = [];
  const end = (worker: Worker) => {
    threads.push(worker);
    void worker.terminate();
  };
  process.on('worker', end);
  onTestFinished(() => void process.off('worker', end));
  await expect(count()).rejects.toThrow(/^The thread that has the file ended: exit code/);
  expect(threads.length).toBe(3);
  process.off('worker', end);
  expect(await count()).toBe(5000);
});

it('asks once more after a part of an answer, and gives no answer from fewer entries then', async () => {
  const count = await counting();
  const looked: number[] = [];
  const part = (id: number, many: number) => {
    const of = { held: 'archived', looked: many, entries: 5000, areCandidates: false };
    return { kind: 'message', message: { id, answered: { answer: { total: many }, of } } };
  };
  const first = nextThread();
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const counted = count((many) => {
    looked.push(many);
    resolve();
  });
  (await first).emit('message', part(1, 3000));
  await answered;
  const second = nextThread();
  await (await first).terminate();
  for (const many of [1000, 4000]) (await second).emit('message', part(2, many));
  expect(await counted).toBe(5000);
  expect(looked.slice(0, 2)).toEqual([3000, 4000]);
  expect(looked).toEqual(looked.toSorted((one, other) => one - other));
});

it('asks once only what needs more memory than a thread has, and answers the next question', async () => {
  const count = await counting();
  const threads: Worker[] = [];
  const started = (worker: Worker) => threads.push(worker);
  process.on('worker', started);
  onTestFinished(() => void process.off('worker', started));
  const first = nextThread();
  const counted = count();
  const error = Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  (await first).emit('error', error);
  await expect(counted).rejects.toThrow('The thread that has the file ended: out of memory.');
  expect(threads).toHaveLength(1);
  await (await first).terminate();
  expect(await count()).toBe(5000);
});

it('answers a question although the system allowed no thread for a moment', async () => {
  const count = await counting();
  const start = vi.spyOn(DatabaseThread, 'start');
  onTestFinished(() => start.mockRestore());
  start.mockRejectedValueOnce(new ThreadEnded('No thread can be started: EAGAIN.'));
  expect(await count()).toBe(5000);
  expect(await count()).toBe(5000);
});
