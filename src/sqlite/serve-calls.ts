import { parentPort } from 'node:worker_threads';
import { DatabaseError } from './database.ts';
import {
  DONE,
  FAILED,
  type Methods,
  type ThreadCall,
  type ThreadReport,
} from './database-thread.ts';

const report = (sent: ThreadReport) => parentPort?.postMessage(sent);

/** Sends a message to the thread that started this one. */
export const sendMessage = (message: unknown): void => report({ kind: 'message', message });

/** Serves calls in a thread, see {@link DatabaseThread}. */
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
