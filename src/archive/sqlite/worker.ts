import { workerData } from 'node:worker_threads';
import { serveAnswers } from './answer-worker.ts';
import { serveWrites } from './write-worker.ts';

/* The first module of the threads beside the one that draws: one answers questions about a file, one writes to it. */

if (workerData === 'write') serveWrites();
else serveAnswers();
