import { DatabaseThread } from '../sqlite/database-thread.ts';
import { printable } from '../text/printable.ts';
import type { Observed } from './app-differences.ts';
import type { FactSubject } from './fact.ts';
import type { HistoryBatch, Keeper, KeptBatch } from './history-keeper.ts';
import type { HistoryState } from './history-state.ts';
import type { HistoryCalls } from './worker.ts';

/** What is left is waited for so long when a console ends, milliseconds: a disk may have stalled. */
const LAST_WAIT = 2000;

/** A keeper in a thread of its own: however long a disk takes, no key waits. */
export class ThreadKeeper implements Keeper {
  retry: (now: number) => void = () => {};
  readonly #directory: string;
  readonly #service: string;
  #thread: DatabaseThread<HistoryCalls> | undefined;

  constructor(directory: string, service: string) {
    this.#directory = directory;
    this.#service = service;
  }

  async open(now: number): Promise<HistoryState> {
    const { workerSource } = await import('./worker-source.ts');
    const place = { directory: this.#directory, service: this.#service };
    this.#thread = await DatabaseThread.start<HistoryCalls>(workerSource, place, (what) =>
      this.retry(Number(what)),
    );
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

  close(batches: readonly HistoryBatch[], now: number): void {
    this.#thread?.finish('close', LAST_WAIT, batches, now);
    this.#thread?.close();
  }
}
