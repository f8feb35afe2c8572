import { parentPort } from 'node:worker_threads';
import { DatabaseError } from './database.ts';
import {
  DONE,
  FAILED,
  type Methods,
  type ThreadCall,
  type ThreadReport,
} from './database-thread.ts';

const report = (said: ThreadReport) => parentPort?.postMessage(said);

/** Tells whoever started this thread something that was not asked for. */
export const tell = (what: unknown): void => report({ kind: 'told', what });

/** In a thread: does what is called from outside, see {@link DatabaseThread}. */
export function serveCalls(methods: Methods): void {
  parentPort?.on('message', async ({ id, method, args, done }: ThreadCall) => {
    let end = FAILED;
    try {
      const value = await methods[method]?.(...(args as never[]));
      end = DONE;
      report({ kind: 'done', id, value });
    } catch (error) {
      const isBug = !(error instanceof DatabaseError);
      const reason = error instanceof Error ? error.message : String(error);
      report({ kind: 'failed', id, reason, isBusy: !isBug && error.isBusy, isBug });
    } finally {
      if (done) {
        Atomics.store(done, 0, end);
        Atomics.notify(done, 0);
      }
    }
  });
}
