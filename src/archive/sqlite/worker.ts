import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../sqlite/serve-calls.ts';
import { answerCalls } from './answer-worker.ts';
import { writeCalls } from './write-worker.ts';

/* The first module of the threads beside the one that draws: one answers questions about a file, one writes to it. */

serveCalls(workerData === 'write' ? writeCalls() : answerCalls());
