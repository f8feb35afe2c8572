import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { Answered, Question } from '../../events/questions/question.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { pagedAnswerer } from '../paged-answers.ts';
import { readSqliteArchive } from './event-archive.ts';

/* The answering thread reads a file of its own, question after question by turns. */

/** What the thread is told. */
export type AnswerOrder =
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly path: string;
      readonly zones: readonly string[];
      readonly question: Question;
    }
  /** Nobody waits for it any more. */
  | { readonly kind: 'end'; readonly id: number };

/** What it says. */
export type AnswerReport =
  | { readonly kind: 'answer'; readonly id: number; readonly answered: Answered }
  | { readonly kind: 'done'; readonly id: number }
  /** What a DatabaseError said. */
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly reason: string;
      readonly isBusy: boolean;
    };

/** Pages that are taken in at a time: few enough that every question has its turn, and an end is heard soon. */
const PAGES = 8;
/** What is known so far is told so often, milliseconds. */
const EVERY = 250;

const running = new Map<number, AbortController>();
const report = (said: AnswerReport) => parentPort?.postMessage(said);

async function answer(order: AnswerOrder & { readonly kind: 'ask' }, signal: AbortSignal) {
  const { id, path, zones, question } = order;
  const archive = await readSqliteArchive(path);
  try {
    const pace = { pages: PAGES, every: EVERY, rest: () => setImmediate() };
    const answers = pagedAnswerer(archive, zones, pace).ask(question, signal);
    for await (const answered of answers) report({ kind: 'answer', id, answered });
  } finally {
    await archive.close();
  }
}

/** Begins the work of the thread. */
export const serveAnswers = (): void => void parentPort?.on('message', begin);

function begin(order: AnswerOrder): void {
  if (order.kind === 'end') {
    running.get(order.id)?.abort();
    return;
  }
  const { id } = order;
  const end = new AbortController();
  running.set(id, end);
  answer(order, end.signal)
    .then(
      () => report({ kind: 'done', id }),
      (error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        report({ kind: 'failed', id, reason: error.message, isBusy: error.isBusy });
      },
    )
    .finally(() => running.delete(id));
}
