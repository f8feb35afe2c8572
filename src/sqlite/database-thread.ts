import type { ResourceLimits, Worker } from 'node:worker_threads';
import { startThread } from '../edges/thread.ts';
import { DatabaseError } from './database.ts';

/** What a thread can be asked to do, by its name. */
export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A call of a method. */
export interface ThreadCall {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
  /** One number, which is {@link DONE} once it is done, or {@link FAILED}: for a caller that sleeps meanwhile. */
  readonly done?: Int32Array<SharedArrayBuffer>;
}

export const [DONE, FAILED] = [1, 2];

/** What became of a call, or something that the thread tells by itself. */
export type ThreadReport =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  /** What a DatabaseError said; `isBug`: any other error. */
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly reason: string;
      readonly isBusy: boolean;
      readonly isBug: boolean;
    }
  | { readonly kind: 'told'; readonly what: unknown };

/**
 * A thread that has a database file, so that no key waits for a disk. It keeps no process from ending. Calls are begun in
 * their order.
 */
export class DatabaseThread<Served extends Methods> {
  readonly #worker: Worker;
  readonly #told: (what: unknown) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;
  #isOver = false;

  private constructor(worker: Worker, told: (what: unknown) => void) {
    this.#worker = worker;
    this.#told = told;
    const lost = (error: unknown) =>
      this.#end(error instanceof Error ? error.message : String(error));
    worker.on('message', (report: ThreadReport) => this.#take(report));
    worker.on('error', lost).on('messageerror', lost);
    worker.unref();
  }

  /** @param source a module, or the text of a script, that serves calls: {@link serveCalls} */
  static async start<Served extends Methods>(
    source: URL | string,
    workerData: unknown,
    told: (what: unknown) => void = () => {},
    resourceLimits: ResourceLimits = {},
  ): Promise<DatabaseThread<Served>> {
    const worker = await startThread(source, {
      workerData,
      resourceLimits,
      // Closed with the thread, they would take the locks of other threads along (kept-open.ts).
      trackUnmanagedFds: false,
    });
    return new DatabaseThread<Served>(worker, told);
  }

  /** Whether it has ended: it does nothing more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Rejects with a DatabaseError as the method does, and when the thread ends before. */
  call<Name extends keyof Served & string>(
    method: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    if (this.#isOver) return Promise.reject(new DatabaseError(`${THREAD} ended.`));
    this.#count += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#count, waiting);
    this.#post({ id: this.#count, method, args });
    // The thread answers what it was asked.
    return waiting.promise as Promise<Awaited<ReturnType<Served[Name]>>>;
  }

  /**
   * Calls a method that is waited for here, `ms` milliseconds at most: the process is about to end. Tells whether it was
   * done by then.
   */
  finish<Name extends keyof Served & string>(
    method: Name,
    ms: number,
    ...args: Parameters<Served[Name]>
  ): boolean {
    if (this.#isOver) return false;
    const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#count += 1;
    this.#post({ id: this.#count, method, args, done });
    Atomics.wait(done, 0, 0, ms);
    return Atomics.load(done, 0) === DONE;
  }

  /** Ends the thread, once the disk lets it. */
  close(): void {
    this.#end('was closed');
    void this.#worker.terminate();
  }

  #post(call: ThreadCall): void {
    this.#worker.postMessage(call);
  }

  #take(report: ThreadReport): void {
    if (report.kind === 'told') {
      this.#told(report.what);
      return;
    }
    const waiting = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    if (report.kind === 'done') waiting?.resolve(report.value);
    else if (report.isBug) waiting?.reject(new Error(report.reason));
    else waiting?.reject(new DatabaseError(report.reason, report.isBusy));
  }

  #end(why: string): void {
    this.#isOver = true;
    for (const { reject } of this.#waiting.values())
      reject(new DatabaseError(`${THREAD} ended: ${why}.`));
    this.#waiting.clear();
  }
}

const THREAD = 'The thread that has the file';
