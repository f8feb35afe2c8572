import type { Worker } from 'node:worker_threads';

/** The next thread that this process starts, once it runs. */
export function nextThread(): Promise<Worker> {
  const { promise, resolve } = Promise.withResolvers<Worker>();
  // One that an earlier test has ended meanwhile never gets that far.
  const started = (worker: Worker) => worker.once('online', () => resolve(worker));
  process.on('worker', started);
  void promise.then(() => process.off('worker', started));
  return promise;
}
