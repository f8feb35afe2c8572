import { parentPort, workerData } from 'node:worker_threads';
import { preflight } from './preflight.ts';
import type { Checked, ThreadMessage } from './preflight-thread.ts';

/* Entry point of the thread that checks a document. */

/** Minimum interval between progress reports, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100;

function check(text: string, send: (message: ThreadMessage) => void): Checked {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const checked = preflight(text, (read) => {
    const now = performance.now();
    if (read < 1 && now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    send({ kind: 'progress', read });
  });
  if (checked.kind === 'unreadable') return checked;
  const { placeOf, specification, ...rest } = checked;
  return { ...rest, root: specification.root };
}

// Text that is no YAML causes a million errors, and their stack traces take longer than the errors.
Error.stackTraceLimit = 0;
const send = (message: ThreadMessage) => parentPort?.postMessage(message);
send({ kind: 'checked', checked: check(String(workerData), send) });
