import { workerData } from 'node:worker_threads';
import { serveCalls, tell } from '../sqlite/serve-calls.ts';
import type { FactSubject } from './fact.ts';
import { type HistoryBatch, HistoryKeeper, type KeptBatch } from './history-keeper.ts';
import { inMemory, openHistoryFile } from './read-history.ts';

/* The first module of the thread that keeps a history: a keeper there does what it is told by the one here. */

/** What the thread can be asked. */
export type HistoryCalls = typeof calls;

// Handed over by `thread-keeper.ts`.
const { directory, service } = workerData as {
  readonly directory: string;
  readonly service: string;
};
const keeper = new HistoryKeeper({
  open: () => openHistoryFile(directory, service, 'write'),
  openInMemory: () => inMemory(service),
  isKept: true,
});
keeper.retry = tell;
const calls = {
  open: (now: number) => keeper.open(now),
  keep: (batch: HistoryBatch, now: number) =>
    new Promise<KeptBatch>((resolve) => keeper.keep(batch, now, resolve)),
  reopen: (now: number) => keeper.reopen(now),
  at: (subject: FactSubject, time: number) => keeper.at(subject, time),
  observations: (...asked: Parameters<HistoryKeeper['observations']>) =>
    keeper.observations(...asked),
  close: (batches: readonly HistoryBatch[], now: number): void => keeper.close(batches, now),
};
serveCalls(calls);
