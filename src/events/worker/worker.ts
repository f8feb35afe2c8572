import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { handedOver, type ReadRequest, read } from './read-handler.ts';
import { type SearchRequest, SearchRequestHandler } from './search-handler.ts';

/* The first module of the thread that reads answers and searches log texts. */

/*
 * Where all cores are busy the thread that answers keys goes first. On Linux a priority is that of a single thread, and
 * anybody may lower his own; elsewhere it would be that of the whole process.
 */
if (os.platform() === 'linux') {
  try {
    os.setPriority(Math.min(os.getPriority() + 5, os.constants.priority.PRIORITY_LOW));
  } catch {
    // It is as quick without.
  }
}

/** What it is reading, for the thread that waits for it, should this one fall. */
const reading: Int32Array = workerData;

const searches = new SearchRequestHandler((answer) => parentPort?.postMessage(answer));
parentPort?.on('message', (request: ReadRequest | SearchRequest) => {
  if (request.kind !== 'read') return searches.handle(request);
  Atomics.store(reading, 0, request.id);
  const response = read(request);
  parentPort?.postMessage(response, handedOver(response));
  Atomics.store(reading, 0, 0);
});
