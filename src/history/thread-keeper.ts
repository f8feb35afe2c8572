import { DatabaseThread } from '../sqlite/database-thread.ts';
import { printable } from '../text/printable.ts';
import type { Observed } from './app-differences.ts';
import type { FactSubject } from './fact.ts';
import type { HistoryBatch, Keeper, KeptBatch } from './history-keeper.ts';
import type { HistoryState } from './history-state.ts';
import type { HistoryCalls } from './keeper-calls.ts';

/** Time limit for the last writes at exit, in milliseconds: a disk may have stalled. */
export const MAX_EXIT_WAIT_MS = 2000;

/** Starts a history thread; `onMessage` receives what it sends on its own. */
type StartThread = (onMessage: (message: unknown) => void) => Promise<DatabaseThread<HistoryCalls>>;

export const historyThread =
  (directory: string, service: string): StartThread =>
  async (onMessage) => {
    const source: URL | string = new URL('./worker.ts', import.meta.url);
    return DatabaseThread.start<HistoryCalls>(source, { directory, service }, onMessage);
  };

/** A keeper in a separate thread, so that no key waits for a disk. */
export class ThreadKeeper implements Keeper {
  retry: (now: number) => void = () => {};
  /** Answers are only copied here; the thread compresses them. */
  readonly atOnce = 64;
  readonly #start: StartThread;
  #thread: DatabaseThread<HistoryCalls> | undefined;

  constructor(start: StartThread) {
    this.#start = start;
  }

  async open(now: number): Promise<HistoryState> {
    this.#thread = await this.#start((message) => this.retry(Number(message)));
    return this.#thread.call('open', now);
  }

  keep(batch: HistoryBatch, now: number, done: (kept: KeptBatch) => void): void {
    const failed = (error: unknown) => {
      const why = printable(error instanceof Error ? error.message : String(error));
      const nothing = { facts: [], marks: null, hasMore: false };
      done({ kind: 'failed', ...nothing, keeping: { kind: 'failed', why } });
    };
    this.#thread?.call('keep', batch, now).then(done, failed);
  }

  reopen = async (now: number): Promise<HistoryState | null> =>
    (await this.#thread?.call('reopen', now).catch(() => null)) ?? null;

  at = async (subject: FactSubject, time: number): Promise<Observed<unknown> | null> =>
    (await this.#thread?.call('at', subject, time)) ?? null;

  observations: Keeper['observations'] = async (...asked) =>
    (await this.#thread?.call('observations', ...asked)) ?? [];

  close(batches: readonly HistoryBatch[], now: number): boolean {
    const isDone = this.#thread?.finish('close', MAX_EXIT_WAIT_MS, batches, now) ?? true;
    this.#thread?.close();
    return isDone;
  }

  async end(batches: readonly HistoryBatch[], now: number): Promise<boolean> {
    try {
      await this.#thread?.call('close', batches, now);
      return true;
    } catch {
      return false;
    } finally {
      this.#thread?.close();
    }
  }
}
