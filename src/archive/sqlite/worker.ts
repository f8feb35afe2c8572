import { setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { EventLogEntry } from '../../contract/operations/event-logs.ts';
import { keepAsWritten } from '../../contract/shape.ts';
import type { Coverage } from '../../events/coverage.ts';
import type { Answered, Question } from '../../events/questions/question.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { sendMessage, serveCalls } from '../../sqlite/serve-calls.ts';
import type { UtcDay } from '../../text/time.ts';
import type { ArchiveReader, EventArchive } from '../archive.ts';
import { pagedAnswerer } from '../paged-answers.ts';
import { openSqliteArchive, readSqliteArchive } from './event-archive.ts';

/* Entry point of two threads: one answers questions about a file, one writes to it. */

/** An answer to the question with this id, reported as soon as it is known. */
export interface ReportedAnswer {
  readonly id: number;
  readonly answered: Answered;
}

export type AnswerCalls = ReturnType<typeof answerCalls>;

/** Pages loaded at a time: few, so that other questions and cancellations are not delayed. */
const PAGES = 8;
/** Interval between partial results, in milliseconds. */
const REPORT_INTERVAL_MS = 250;

const answerCalls = () => {
  const running = new Map<number, AbortController>();
  let opening: Promise<ArchiveReader> | undefined;
  /** The archive, opened once. The asking thread has already checked the file and watches that it stays the same. */
  const opened = (path: string): Promise<ArchiveReader> => {
    opening ??= readSqliteArchive(path, { isKnown: true }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    /** Reports answers until the question is answered or cancelled. */
    async ask(
      id: number,
      path: string,
      zones: readonly string[],
      question: Question,
    ): Promise<void> {
      const end = new AbortController();
      running.set(id, end);
      try {
        const pace = { pages: PAGES, every: REPORT_INTERVAL_MS, rest: () => setImmediate() };
        const answers = pagedAnswerer(await opened(path), zones, pace).ask(question, end.signal);
        for await (const answered of answers)
          sendMessage({ id, answered } satisfies ReportedAnswer);
      } finally {
        running.delete(id);
      }
    },
    /** Cancels a question. */
    end: (id: number): void => running.get(id)?.abort(),
  };
};

/** An entry sent to the thread, and the digits of a timestamp that no double can hold. */
export type SentEntry = readonly [entry: EventLogEntry, stamp: string | undefined];

export type WriteCalls = ReturnType<typeof writeCalls>;

const writeCalls = () => {
  const giveUp = new AbortController();
  /** Entries of pages that are still being received, by page number. */
  const received = new Map<number, EventLogEntry[]>();
  let archive: Promise<EventArchive> | undefined;
  const opened = (): Promise<EventArchive> => {
    if (!archive) throw new Error('The archive was not opened');
    return archive;
  };
  return {
    async open(path: string): Promise<void> {
      archive = openSqliteArchive(path, { signal: giveUp.signal, onDelay: sendMessage });
      await archive;
    },
    days: async (zone: string) => (await opened()).days(zone),
    coverage: async (zone: string, day: UtcDay) => (await opened()).coverage(zone, day),
    covered: async (zone: string, day: UtcDay) => (await opened()).covered(zone, day),
    entries(page: number, sent: readonly SentEntry[]): void {
      const entries = received.get(page) ?? [];
      for (const [entry, stamp] of sent) {
        if (stamp !== undefined) keepAsWritten(entry, 'timestamp', stamp);
        entries.push(entry);
      }
      received.set(page, entries);
    },
    async append(
      page: number,
      zone: string,
      day: UtcDay,
      coverage: Coverage,
      withdrawn: readonly TimeRange[],
    ): Promise<number> {
      const entries = received.get(page) ?? [];
      received.delete(page);
      return (await opened()).append(zone, day, entries, coverage, withdrawn);
    },
    giveUp: (): void => giveUp.abort(),
    close: async (): Promise<void> => (await opened()).close(),
  };
};

serveCalls(workerData === 'write' ? writeCalls() : answerCalls());
