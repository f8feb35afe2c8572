import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** The next thread that this process starts, once it runs. */
export async function nextThread(): Promise<Worker> {
  const [worker]: readonly Worker[] = await once(process, 'worker');
  if (!worker) throw new Error('unreachable: the event has a worker');
  await once(worker, 'online');
  return worker;
}
