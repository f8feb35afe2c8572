import { setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { EventLogEntry } from '../../contract/operations/event-logs.ts';
import { keepAsWritten } from '../../contract/shape.ts';
import type { Coverage } from '../../events/coverage.ts';
import type { Answered, Question } from '../../events/questions/question.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { serveCalls, tell } from '../../sqlite/serve-calls.ts';
import type { UtcDay } from '../../text/time.ts';
import type { ArchiveReader, EventArchive } from '../archive.ts';
import { pagedAnswerer } from '../paged-answers.ts';
import { openSqliteArchive, readSqliteArchive } from './event-archive.ts';

/* The first module of the threads beside the one that draws: one answers questions about a file, one writes to it. */

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

const answerCalls = () => {
  const running = new Map<number, AbortController>();
  let opening: Promise<ArchiveReader> | undefined;
  /** The archive, opened once. Whoever asks has looked through it, and sees to it that it is the same still. */
  const opened = (path: string): Promise<ArchiveReader> => {
    opening ??= readSqliteArchive(path, { isKnown: true }).catch((error: unknown) => {
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

/** An entry on its way to the thread, and its stamp as it was written where no double holds that. */
export type SentEntry = readonly [entry: EventLogEntry, stamp: string | undefined];

/** What the thread that writes to an archive can be asked. */
export type WriteCalls = ReturnType<typeof writeCalls>;

const writeCalls = () => {
  const giveUp = new AbortController();
  /** Entries of pages that have not come whole, by the number of the page. */
  const coming = new Map<number, EventLogEntry[]>();
  let archive: Promise<EventArchive> | undefined;
  const opened = (): Promise<EventArchive> => {
    if (!archive) throw new Error('The archive was not opened');
    return archive;
  };
  return {
    async open(path: string): Promise<void> {
      archive = openSqliteArchive(path, { signal: giveUp.signal, late: tell });
      await archive;
    },
    days: async (zone: string) => (await opened()).days(zone),
    coverage: async (zone: string, day: UtcDay) => (await opened()).coverage(zone, day),
    covered: async (zone: string, day: UtcDay) => (await opened()).covered(zone, day),
    entries(page: number, sent: readonly SentEntry[]): void {
      const entries = coming.get(page) ?? [];
      for (const [entry, stamp] of sent) {
        if (stamp !== undefined) keepAsWritten(entry, 'timestamp', stamp);
        entries.push(entry);
      }
      coming.set(page, entries);
    },
    async append(
      page: number,
      zone: string,
      day: UtcDay,
      coverage: Coverage,
      withdrawn: readonly TimeRange[],
    ): Promise<number> {
      const entries = coming.get(page) ?? [];
      coming.delete(page);
      return (await opened()).append(zone, day, entries, coverage, withdrawn);
    },
    giveUp: (): void => giveUp.abort(),
    close: async (): Promise<void> => (await opened()).close(),
  };
};

serveCalls(workerData === 'write' ? writeCalls() : answerCalls());
