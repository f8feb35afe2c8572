import { setTimeout } from 'node:timers/promises';
import type { Answered, Answerer, Question } from '../../events/questions/question.ts';
import { DatabaseError, whileThere } from '../../sqlite/database.ts';
import { DatabaseThread, ThreadEnded } from '../../sqlite/database-thread.ts';
import type { AnswerCalls, ReportedAnswer } from './worker.ts';

/** Heap limit of the thread in megabytes: part of an archive, and the results of a few questions. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/** Pause before a question is asked again, in milliseconds. */
const PAUSE_MS = 500;

/**
 * Answers questions about an archive file in a thread, so that no key waits for a disk. The first question starts the
 * thread, and the first one after its end starts another. A question that had no answer yet when its thread ended is
 * asked once more.
 */
export class AnswerThread {
  readonly #path: string;
  readonly #ensureThere: () => void;
  /** Receivers of answers, by question id. */
  readonly #waiting = new Map<number, (answered: Answered) => void>();
  #thread: Promise<DatabaseThread<AnswerCalls>> | undefined;
  #isClosed = false;
  #count = 0;

  constructor(path: string) {
    this.#path = path;
    this.#ensureThere = whileThere(path);
  }

  answerer(zones: readonly string[]): Answerer {
    return { ask: (question, signal) => this.#ask(zones, question, signal) };
  }

  close(): void {
    this.#isClosed = true;
    this.#thread?.then((thread) => thread.close()).catch(() => {});
  }

  async *#ask<Asked extends Question>(
    ...asked: readonly [zones: readonly string[], question: Asked, signal: AbortSignal]
  ): AsyncGenerator<Answered<Asked>, void, void> {
    let isAnswered = false;
    try {
      for await (const answered of this.#askOnce(...asked)) {
        isAnswered = true;
        yield answered;
      }
      return;
    } catch (error) {
      if (isAnswered || this.#isClosed || !(error instanceof ThreadEnded)) throw error;
    }
    const [, , signal] = asked;
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {});
    if (!signal.aborted) yield* this.#askOnce(...asked);
  }

  async *#askOnce<Asked extends Question>(
    zones: readonly string[],
    question: Asked,
    signal: AbortSignal,
  ): AsyncGenerator<Answered<Asked>, void, void> {
    const thread = await this.#running();
    if (signal.aborted) return;
    this.#count += 1;
    const id = this.#count;
    const answers: Answered[] = [];
    let isDone = false;
    let news = Promise.withResolvers<void>();
    const wake = () => news.resolve();
    this.#waiting.set(id, (answered) => {
      answers.push(answered);
      wake();
    });
    signal.addEventListener('abort', wake, { once: true });
    const done = thread.call('ask', id, this.#path, zones, question).then(
      () => {
        isDone = true;
      },
      (error: unknown) => {
        if (error instanceof DatabaseError) throw error;
        // A failing question must not end the console.
        throw new DatabaseError(`${this.#path} answers no more: ${String(error)}.`);
      },
    );
    try {
      while (!signal.aborted) {
        const answered = answers.shift();
        if (answered) {
          this.#ensureThere();
          // The thread's answers match the question's type.
          yield answered as Answered<Asked>;
        } else if (isDone) return;
        else {
          await Promise.race([news.promise, done]);
          news = Promise.withResolvers();
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.#waiting.delete(id);
      done.catch(() => {});
      if (!isDone) thread.call('end', id).catch(() => {});
    }
  }

  async #running(): Promise<DatabaseThread<AnswerCalls>> {
    const before = this.#thread;
    const isOver = await before?.then(
      (thread) => thread.isOver,
      () => true,
    );
    // When several callers find it ended, the first one starts another.
    if (isOver && this.#thread === before) this.#thread = undefined;
    if (this.#isClosed) throw new DatabaseError(`${this.#path} was closed.`);
    this.#thread ??= this.#start();
    return this.#thread;
  }

  async #start(): Promise<DatabaseThread<AnswerCalls>> {
    const { workerSource } = await import('./worker-source.ts');
    const onMessage = (message: unknown) => {
      const { id, answered } = message as ReportedAnswer;
      this.#waiting.get(id)?.(answered);
    };
    return DatabaseThread.start(workerSource, 'answer', onMessage, LIMITS);
  }
}
