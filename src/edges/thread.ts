import type { Worker, WorkerOptions } from 'node:worker_threads';
import { codeOf } from './system-error.ts';

export interface Thread {
  readonly worker: Worker;
  /** Resolves with the reason when the thread has ended, however it ended. */
  readonly ended: Promise<Error>;
}

/**
 * Starts a thread without the environment, which may contain the access key, and without the process's flags.
 *
 * @param source its first module, or its text: the bundle is a single file, possibly inside an executable
 */
export async function startThread(source: URL | string, options: WorkerOptions): Promise<Thread> {
  // Loaded on first use: many runs need no thread.
  const { Worker } = await import('node:worker_threads');
  const own = { eval: typeof source === 'string', env: {}, execArgv: [] };
  const worker = new Worker(source, { ...options, ...own });
  const { promise: ended, resolve } = Promise.withResolvers<Error>();
  const end = (error: unknown) =>
    resolve(error instanceof Error ? error : new Error(String(error)));
  worker.once('error', end);
  worker.once('exit', (code) => end(new Error(`it exited with code ${code}`)));
  worker.once('messageerror', (error) => {
    end(error);
    // Whoever waits for the message would wait forever.
    void worker.terminate();
  });
  return { worker, ended };
}

/** Whether a thread ended because it exceeded its memory limit. */
export const isOutOfMemory = (reason: Error): boolean =>
  codeOf(reason) === 'ERR_WORKER_OUT_OF_MEMORY';
