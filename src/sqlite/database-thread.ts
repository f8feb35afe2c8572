import type { ResourceLimits, Worker } from 'node:worker_threads';
import { startThread, type Thread } from '../edges/thread.ts';
import { DatabaseError } from './database.ts';

/** The methods a thread serves, by name. */
export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface ThreadCall {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
  /** One number, set to {@link DONE} or {@link FAILED} at the end, for a caller that blocks meanwhile. */
  readonly done?: Int32Array<SharedArrayBuffer>;
}

export const [DONE, FAILED] = [1, 2];

/** The result of a call, or a message that the thread sends on its own. */
export type ThreadReport =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  /** `reason` is the message of a DatabaseError; of any other error when `isBug`. */
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly reason: string;
      readonly isBusy: boolean;
      readonly isBug: boolean;
    }
  | { readonly kind: 'message'; readonly message: unknown };

/** A thread could not be started, or it has ended. */
export class ThreadEnded extends DatabaseError {}

/**
 * A thread that owns a database file, so that no key waits for a disk. It does not keep the process alive. Calls run
 * in order.
 */
export class DatabaseThread<Served extends Methods> {
  readonly #worker: Worker;
  readonly #onMessage: (message: unknown) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;
  readonly #ended = Promise.withResolvers<ThreadEnded>();
  /** Why it ended; undefined while it runs. */
  #reason: ThreadEnded | undefined;

  private constructor({ worker, ended }: Thread, onMessage: (message: unknown) => void) {
    this.#worker = worker;
    this.#onMessage = onMessage;
    worker.on('message', (report: ThreadReport) => this.#take(report));
    worker.unref();
    void ended.then((error) => this.#end(error.message));
  }

  /**
   * @param source a module, or the text of a script, that serves calls: {@link serveCalls}
   * @throws ThreadEnded when the system allows no more threads
   */
  static async start<Served extends Methods>(
    source: URL | string,
    workerData: unknown,
    onMessage: (message: unknown) => void = () => {},
    resourceLimits: ResourceLimits = {},
  ): Promise<DatabaseThread<Served>> {
    const thread = await startThread(source, {
      workerData,
      resourceLimits,
      // Closing them with the thread would drop other threads' locks (kept-open.ts).
      trackUnmanagedFds: false,
    }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ThreadEnded(`No thread can be started: ${why}.`);
    });
    return new DatabaseThread<Served>(thread, onMessage);
  }

  /** Resolves with the reason once it has ended or was closed. */
  get ended(): Promise<ThreadEnded> {
    return this.#ended.promise;
  }

  get isOver(): boolean {
    return this.#reason !== undefined;
  }

  /** Rejects with the method's DatabaseError, and with ThreadEnded when the thread ends first. */
  call<Name extends keyof Served & string>(
    method: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    if (this.#reason) return Promise.reject(this.#reason);
    this.#count += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#count, waiting);
    this.#post({ id: this.#count, method, args });
    return waiting.promise as Promise<Awaited<ReturnType<Served[Name]>>>;
  }

  /**
   * Calls a method and blocks for at most `ms` milliseconds, for a process that is about to end. Returns whether it
   * was done.
   */
  finish<Name extends keyof Served & string>(
    method: Name,
    ms: number,
    ...args: Parameters<Served[Name]>
  ): boolean {
    if (this.#reason) return false;
    const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#count += 1;
    this.#post({ id: this.#count, method, args, done });
    Atomics.wait(done, 0, 0, ms);
    return Atomics.load(done, 0) === DONE;
  }

  close(): void {
    this.#end('it was closed');
    void this.#worker.terminate();
  }

  #post(call: ThreadCall): void {
    this.#worker.postMessage(call);
  }

  #take(report: ThreadReport): void {
    if (report.kind === 'message') {
      this.#onMessage(report.message);
      return;
    }
    const waiting = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    if (report.kind === 'done') waiting?.resolve(report.value);
    else if (report.isBug) waiting?.reject(new Error(report.reason));
    else waiting?.reject(new DatabaseError(report.reason, report.isBusy));
  }

  #end(why: string): void {
    if (this.#reason) return;
    const reason = new ThreadEnded(`The thread that has the file ended: ${why}.`);
    this.#reason = reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    this.#ended.resolve(reason);
  }
}
