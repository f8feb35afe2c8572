import { setImmediate } from 'node:timers/promises';
import type { Answered, Question } from '../../events/questions/question.ts';
import { tell } from '../../sqlite/serve-calls.ts';
import type { ArchiveReader } from '../archive.ts';
import { pagedAnswerer } from '../paged-answers.ts';
import { readSqliteArchive } from './event-archive.ts';

/** An answer to the question of a number, told as soon as it is there. */
export interface ToldAnswer {
  readonly id: number;
  readonly answered: Answered;
}

/** What the thread that answers can be asked. */
export type AnswerCalls = ReturnType<typeof answerCalls>;

/** Pages that are taken in at a time: few enough that every question has its turn, and an end is heard soon. */
const PAGES = 8;
/** What is known so far is told so often, milliseconds. */
const EVERY = 250;

export const answerCalls = () => {
  const running = new Map<number, AbortController>();
  let opening: Promise<ArchiveReader> | undefined;
  /** The archive, opened once: all of it is read for that. */
  const opened = (path: string): Promise<ArchiveReader> => {
    opening ??= readSqliteArchive(path).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    /** Tells answers to a question, until it is answered or nobody waits any more. */
    async ask(
      id: number,
      path: string,
      zones: readonly string[],
      question: Question,
    ): Promise<void> {
      const end = new AbortController();
      running.set(id, end);
      try {
        const pace = { pages: PAGES, every: EVERY, rest: () => setImmediate() };
        const answers = pagedAnswerer(await opened(path), zones, pace).ask(question, end.signal);
        for await (const answered of answers) tell({ id, answered } satisfies ToldAnswer);
      } finally {
        running.delete(id);
      }
    },
    /** Nobody waits for it any more. */
    end: (id: number): void => running.get(id)?.abort(),
  };
};
