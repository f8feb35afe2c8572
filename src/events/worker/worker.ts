import { parentPort } from 'node:worker_threads';
import { handedOver, type ReadRequest, read } from './read-handler.ts';
import { type SearchRequest, SearchRequestHandler } from './search-handler.ts';

/* The first module of the thread that reads answers and searches log texts. */

const searches = new SearchRequestHandler((answer) => parentPort?.postMessage(answer));
parentPort?.on('message', (request: ReadRequest | SearchRequest) => {
  if (request.kind !== 'read') return searches.handle(request);
  const response = read(request);
  parentPort?.postMessage(response, handedOver(response));
});
