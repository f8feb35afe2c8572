import { parentPort } from 'node:worker_threads';
import { type Order, TextLooker } from './request-handler.ts';

/* The first module of the searching thread. */

const looker = new TextLooker((answer) => parentPort?.postMessage(answer));
parentPort?.on('message', (order: Order) => looker.hear(order));
