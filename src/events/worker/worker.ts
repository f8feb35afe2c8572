import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { handedOver, type ReadRequest, read } from './read-handler.ts';
import { type SearchRequest, SearchRequestHandler } from './search-handler.ts';

/* The entry module of the worker thread. */

/*
 * On a busy machine the thread that handles keys has priority. On Linux, a priority applies to a single thread and may
 * always be lowered; elsewhere it would apply to the whole process.
 */
if (os.platform() === 'linux') {
  try {
    os.setPriority(Math.min(os.getPriority() + 5, os.constants.priority.PRIORITY_LOW));
  } catch {
    // Works without it, too.
  }
}

/** The id of the answer being read, for the other thread if this one fails. */
const reading: Int32Array = workerData;

const searches = new SearchRequestHandler((answer) => parentPort?.postMessage(answer));
parentPort?.on('message', (request: ReadRequest | SearchRequest) => {
  if (request.kind !== 'read') return searches.handle(request);
  Atomics.store(reading, 0, request.id);
  const response = read(request);
  parentPort?.postMessage(response, handedOver(response));
  Atomics.store(reading, 0, 0);
});
