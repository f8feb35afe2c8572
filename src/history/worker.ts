import { workerData } from 'node:worker_threads';
import { realClock } from '../edges/clock.ts';
import { sendMessage, serveCalls } from '../sqlite/serve-calls.ts';
import { HistoryKeeper } from './history-keeper.ts';
import { keeperCalls } from './keeper-calls.ts';
import { inMemory, openHistoryFile } from './read-history.ts';

/* Entry point of the thread that keeps a history. */

// Handed over by `thread-keeper.ts`.
const { directory, service } = workerData as {
  readonly directory: string;
  readonly service: string;
};
const keeper = new HistoryKeeper({
  open: () => openHistoryFile(directory, service, 'write'),
  openInMemory: () => inMemory(service),
  isKept: true,
  machine: realClock(),
});
keeper.retry = sendMessage;
serveCalls(keeperCalls(keeper));
