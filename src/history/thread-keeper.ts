import { DatabaseThread } from '../sqlite/database-thread.ts';
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

/** A keeper in a separate thread, so that no key waits for a disk. Once the thread has ended, it keeps nothing. */
export class ThreadKeeper implements Keeper {
  retry: (now: number) => void = () => {};
  /** Answers are only copied here; the thread compresses them. */
  readonly atOnce = 64;
  readonly #start: StartThread;
  readonly #ended = Promise.withResolvers<Error>();
  #thread: DatabaseThread<HistoryCalls> | undefined;

  constructor(start: StartThread) {
    this.#start = start;
  }

  /** Resolves with the reason once the thread has ended or could not be started. */
  get ended(): Promise<Error> {
    return this.#ended.promise;
  }

  async open(now: number): Promise<HistoryState> {
    try {
      this.#thread = await this.#start((message) => this.retry(Number(message)));
      void this.#thread.ended.then(this.#ended.resolve);
      return await this.#thread.call('open', now);
    } catch (error) {
      this.#ended.resolve(error as Error);
      throw error;
    }
  }

  /** A batch that is being kept when the thread ends gets no answer. */
  keep(batch: HistoryBatch, now: number, done: (kept: KeptBatch) => void): void {
    this.#thread?.call('keep', batch, now).then(done, (error: Error) => {
      this.#ended.resolve(error);
      this.#thread?.close();
    });
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
