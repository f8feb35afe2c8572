import { Worker } from 'node:worker_threads';
import type { Clock } from '../edges/clock.ts';
import { type Demo, openDemo } from './demo-platform.ts';
import { DEMO_THREAD } from './parse/launch.ts';
import type { OpenDemo } from './session.ts';

/** What the thread is told. */
export interface DemoOrders {
  /** Of the world. */
  readonly seed: number;
  /** When the console's clock stands still, milliseconds since the epoch. */
  readonly frozenAt: number | undefined;
}

/** What the thread answers once it listens. */
export type DemoAnswer = Omit<Demo, 'close'>;

/**
 * A demo whose platform has a thread of its own, where it is built, and answers, while this thread loads and
 * draws the console. Where a thread cannot be had, it runs here.
 *
 * @param program the file that this program runs from
 */
export function demoInThread({
  program,
  clock,
  frozenAt,
}: {
  readonly program: string;
  readonly clock: Clock;
  readonly frozenAt: number | undefined;
}): OpenDemo {
  return async (seed) => {
    try {
      return await openThread(program, { seed, frozenAt });
    } catch {
      return openDemo({ clock, seed });
    }
  };
}

async function openThread(program: string, orders: DemoOrders): Promise<Demo> {
  const thread = new Worker(program, {
    argv: [DEMO_THREAD],
    workerData: orders,
    // The terminal is the painter's.
    stdout: true,
    stderr: true,
  });
  const answer = await new Promise<DemoAnswer>((resolve, reject) => {
    thread.once('message', resolve);
    // Stays: a thread that ends later is a service that is away, and the console says so.
    thread.on('error', reject);
    thread.once('exit', (code) => reject(new Error(`The demo’s thread ended with ${code}.`)));
  });
  return {
    ...answer,
    close: async () => {
      await thread.terminate();
    },
  };
}
