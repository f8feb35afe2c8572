import { workerData } from 'node:worker_threads';
import { realClock } from '../edges/clock.ts';
import { HistoryKeeper, keeperCalls } from '../history/history-keeper.ts';
import { inMemory } from '../history/read-history.ts';
import { DatabaseError, isBusy, sqliteTrouble, whileThere } from '../sqlite/database.ts';
import { serveCalls, tell } from '../sqlite/serve-calls.ts';
import type { RecordedCall } from './recorded-call.ts';
import { joinedWorkspace } from './recorded-workspace.ts';
import { type About, historyIn, openRecording, type RecordingFile } from './recording-file.ts';

/* The first module of the thread that writes a recording: calls, and what changed. */

/** How often it is looked whether the file is too large, and its write-ahead log is moved into it, milliseconds. */
const MEASURED_EVERY = 60_000;
/** A recording takes no more room than this, bytes: then its oldest calls go. */
const MOST_BYTES = 500 << 20;
/** Calls in one transaction. */
const AT_ONCE = 16;
/** A file that another program holds is tried again after so long, milliseconds. */
const AGAIN_AFTER = 500;
/** In the end another program is waited for so often, 25 ms each time. */
const LAST_TRIES = 40;

/** What the thread can be asked. */
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
  keeper.retry = tell;

  /** Writes what waits. While another program is at the file it goes on waiting. */
  function write(): void {
    if (!file) return;
    clearTimeout(again);
    try {
      ensureThere();
      while (waiting.length > 0) {
        const some = waiting.slice(0, AT_ONCE);
        file.keep(some.map(({ call }) => call));
        waiting.splice(0, some.length);
        for (const { written } of some) written();
      }
      if (performance.now() - measuredAt < MEASURED_EVERY) return;
      measuredAt = performance.now();
      file.prune(MOST_BYTES);
      // Whoever copies the file alone, while it is written or after a kill, has all but the last minute.
      file.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (!isBusy(error)) throw sqliteTrouble(path, error);
      again = setTimeout(writeLater, AGAIN_AFTER);
    }
  }

  /** The same, while nobody asks: who waits is told why it failed. */
  function writeLater(): void {
    try {
      write();
    } catch (error) {
      for (const { failed } of waiting) failed(error);
    }
  }

  return {
    ...keeperCalls(keeper),
    /** Opens the file: rejects with a DatabaseError where it cannot be used, or is of another service. */
    async begin(): Promise<void> {
      file = await openRecording(path, 'write');
      try {
        const before = file.about();
        if (before && before.service !== about.service) {
          throw new DatabaseError(`${path} is a recording of another service: ${before.host}.`);
        }
        // What was recorded before of other things would be found by nobody.
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
    /** Resolves once the call is written. */
    record: (call: RecordedCall): Promise<void> =>
      new Promise((written, failed) => {
        waiting.push({ call, written, failed });
        write();
      }),
    /** Writes what is left, and closes the file, once. Throws when not all of it could be written. */
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
