import { workerData } from 'node:worker_threads';
import { realClock } from '../edges/clock.ts';
import { HistoryKeeper } from '../history/history-keeper.ts';
import { keeperCalls } from '../history/keeper-calls.ts';
import { inMemory } from '../history/read-history.ts';
import { DatabaseError, isBusy, sqliteTrouble, whileThere } from '../sqlite/database.ts';
import { sendMessage, serveCalls } from '../sqlite/serve-calls.ts';
import type { RecordedCall } from './recorded-call.ts';
import { joinedWorkspace } from './recorded-workspace.ts';
import { type About, historyIn, openRecording, type RecordingFile } from './recording-file.ts';

/* Entry point of the thread that writes a recording. */

/** How often the file's size is checked and its write-ahead log copied back, in milliseconds. */
const CHECK_INTERVAL_MS = 60_000;
/** Size limit in bytes. Beyond it the oldest calls are removed. */
const MAX_BYTES = 500 << 20;
/** Calls per transaction. */
const BATCH = 16;
/** Delay before a file held by another program is tried again, in milliseconds. */
const RETRY_MS = 500;
/** Attempts at the end while another program holds the file, 25 ms each. */
const LAST_TRIES = 40;

export type RecordingCalls = ReturnType<typeof recordingCalls>;

function recordingCalls(path: string, about: About) {
  let file: RecordingFile | undefined;
  let ensureThere = () => {};
  let measuredAt = Number.NEGATIVE_INFINITY;
  const waiting: {
    readonly call: RecordedCall;
    readonly written: () => void;
    readonly failed: (error: unknown) => void;
  }[] = [];
  let again: NodeJS.Timeout | undefined;
  const keeper = new HistoryKeeper({
    async open() {
      if (!file) throw new DatabaseError(`${path} is not open.`);
      return historyIn(file, about.service, 'write');
    },
    openInMemory: () => inMemory(about.service),
    isKept: true,
    machine: realClock(),
  });
  keeper.retry = sendMessage;

  /** Writes the queue, or schedules a retry while another program holds the file. */
  function write(): void {
    if (!file) return;
    clearTimeout(again);
    try {
      ensureThere();
      while (waiting.length > 0) {
        const some = waiting.slice(0, BATCH);
        file.keep(some.map(({ call }) => call));
        waiting.splice(0, some.length);
        for (const { written } of some) written();
      }
      if (performance.now() - measuredAt < CHECK_INTERVAL_MS) return;
      measuredAt = performance.now();
      file.prune(MAX_BYTES);
      // A copy of the file alone, taken while it is written or after a kill, then lacks at most the last minute.
      file.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (!isBusy(error)) throw sqliteTrouble(path, error);
      again = setTimeout(writeLater, RETRY_MS);
    }
  }

  /** Retries later; waiting callers get the error. */
  function writeLater(): void {
    try {
      write();
    } catch (error) {
      for (const { failed } of waiting) failed(error);
    }
  }

  return {
    ...keeperCalls(keeper),
    /** Rejects with a DatabaseError for a file that cannot be used, is a bundle, or is of another service. */
    async begin(): Promise<void> {
      file = await openRecording(path, 'write');
      try {
        const before = file.about();
        if (before?.bundle) {
          throw new DatabaseError(`${path} is a bundle: nothing is recorded into it.`);
        }
        if (before && before.service !== about.service) {
          throw new DatabaseError(`${path} is a recording of another service: ${before.host}.`);
        }
        // Keeps earlier items in the workspace, so that their recorded calls can be found.
        const workspace = before
          ? joinedWorkspace(before.workspace, about.workspace)
          : about.workspace;
        file.keepAbout({ ...about, workspace });
        ensureThere = whileThere(path);
      } catch (error) {
        file.close();
        throw sqliteTrouble(path, error);
      }
    },
    record: (call: RecordedCall): Promise<void> =>
      new Promise((written, failed) => {
        waiting.push({ call, written, failed });
        write();
      }),
    /** Writes the rest and closes the file, once. Throws if not all could be written. */
    close(...left: Parameters<HistoryKeeper['close']>): void {
      try {
        for (let tries = 0; tries < LAST_TRIES && waiting.length > 0; tries += 1) write();
        if (waiting.length > 0) throw new DatabaseError(`${path} is in use by another program.`);
      } finally {
        clearTimeout(again);
        keeper.close(...left);
        file?.close();
        file = undefined;
      }
    },
  };
}

// Handed over by `recorder.ts`.
const { path, about } = workerData as { readonly path: string; readonly about: About };
serveCalls(recordingCalls(path, about));
