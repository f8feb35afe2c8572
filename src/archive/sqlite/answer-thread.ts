import type { Worker } from 'node:worker_threads';
import type { Answered, Answerer, Question } from '../../events/questions/question.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import type { AnswerOrder, AnswerReport } from './answer-worker.ts';

/** What it may have in memory, megabytes: a part of an archive, and the sums of a few questions. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/** A question whose answers are waited for. */
interface Waiting {
  readonly reports: AnswerReport[];
  /** Wakes whoever waits for the next of them. */
  wake(): void;
}

/**
 * A thread that reads an archive file and answers questions about it, so that no key waits for a disk. The first
 * question starts it; it keeps no process from ending.
 */
export class AnswerThread {
  readonly #path: string;
  /** By the number of the question. */
  readonly #waiting = new Map<number, Waiting>();
  #worker: Promise<Worker> | undefined;
  #isClosed = false;
  #count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  answerer(zones: readonly string[]): Answerer {
    return { ask: (question, signal) => this.#ask(zones, question, signal) };
  }

  close(): void {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#fall('it was closed');
    worker?.then(
      (running) => running.terminate(),
      () => {},
    );
  }

  async *#ask<Asked extends Question>(
    zones: readonly string[],
    question: Asked,
    signal: AbortSignal,
  ): AsyncGenerator<Answered<Asked>, void, void> {
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    if (this.#isClosed) throw this.#over('it was closed');
    if (signal.aborted) return;
    this.#count += 1;
    const id = this.#count;
    let next = Promise.withResolvers<void>();
    const reports: AnswerReport[] = [];
    this.#waiting.set(id, { reports, wake: () => next.resolve() });
    const post = (order: AnswerOrder) => worker.postMessage(order);
    const end = () => next.resolve();
    signal.addEventListener('abort', end, { once: true });
    post({ kind: 'ask', id, path: this.#path, zones, question });
    try {
      while (!signal.aborted) {
        const report = reports.shift();
        if (report?.kind === 'done') return;
        if (report?.kind === 'failed') throw new DatabaseError(report.reason, report.isBusy);
        // The thread answers what it was asked.
        if (report?.kind === 'answer') yield report.answered as Answered<Asked>;
        else if (!report) {
          await next.promise;
          next = Promise.withResolvers();
        }
      }
    } finally {
      signal.removeEventListener('abort', end);
      this.#waiting.delete(id);
      post({ kind: 'end', id });
    }
  }

  async #start(): Promise<Worker> {
    const { Worker } = await import('node:worker_threads');
    const { workerSource } = await import('./worker-source.ts');
    const worker = new Worker(workerSource, {
      eval: typeof workerSource === 'string',
      env: {},
      execArgv: [],
      resourceLimits: LIMITS,
    });
    worker.on('message', (report: AnswerReport) => {
      const waiting = this.#waiting.get(report.id);
      waiting?.reports.push(report);
      waiting?.wake();
    });
    const lost = () => {
      this.#worker = undefined;
      this.#fall('the thread that reads it ended');
    };
    worker.on('error', lost).on('messageerror', lost);
    worker.unref();
    return worker;
  }

  #fall(why: string): void {
    const reason = this.#over(why).message;
    for (const [id, { reports, wake }] of this.#waiting) {
      reports.push({ kind: 'failed', id, reason, isBusy: false });
      wake();
    }
  }

  #over(why: string): DatabaseError {
    return new DatabaseError(`${this.#path} answers no more: ${why}.`);
  }
}
