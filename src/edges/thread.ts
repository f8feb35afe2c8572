import type { Worker, WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread that sees neither the environment, where the access key may be, nor the flags of the process.
 *
 * @param source its first module; the bundle has a text in its place: it is one file, and may stand inside an executable
 */
export async function startThread(source: URL | string, options: WorkerOptions): Promise<Worker> {
  // Read when first needed: many runs have no work that is worth a thread.
  const { Worker } = await import('node:worker_threads');
  const own = { eval: typeof source === 'string', env: {}, execArgv: [] };
  return new Worker(source, { ...options, ...own });
}
