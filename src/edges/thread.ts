import type { Worker, WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread without the environment, which may contain the access key, and without the process's flags.
 *
 * @param source its first module, or its text: the bundle is a single file, possibly inside an executable
 */
export async function startThread(source: URL | string, options: WorkerOptions): Promise<Worker> {
  // Loaded on first use: many runs need no thread.
  const { Worker } = await import('node:worker_threads');
  const own = { eval: typeof source === 'string', env: {}, execArgv: [] };
  return new Worker(source, { ...options, ...own });
}
