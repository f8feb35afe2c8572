import { parentPort } from 'node:worker_threads';
import { type SearchRequest, SearchRequestHandler } from './request-handler.ts';

/* The first module of the searching thread. */

const looker = new SearchRequestHandler((answer) => parentPort?.postMessage(answer));
parentPort?.on('message', (order: SearchRequest) => looker.handle(order));
