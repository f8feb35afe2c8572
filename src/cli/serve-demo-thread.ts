import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { frozenClock, realClock } from '../edges/clock.ts';
import { openDemo } from './demo-platform.ts';
import type { DemoAnswer, DemoOrders } from './demo-thread.ts';

/**
 * Serves a demo until the thread is ended.
 *
 * @returns whether this is a thread for that; anybody can write its argument at the prompt
 */
export async function serveDemoThread(): Promise<boolean> {
  if (!parentPort) return false;
  const { seed, frozenAt }: DemoOrders = workerData;
  const clock = frozenAt === undefined ? realClock() : frozenClock(frozenAt);
  const { baseUrl, accessKey, workspace } = await openDemo({ clock, seed });
  const answer: DemoAnswer = { baseUrl, accessKey, workspace };
  parentPort.postMessage(answer);
  await once(parentPort, 'close');
  return true;
}
