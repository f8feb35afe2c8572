import { parentPort, workerData } from 'node:worker_threads';
import { preflight } from './preflight.ts';
import type { Told } from './preflight-thread.ts';

/* The first module of the thread that checks a document. */

/** Milliseconds between two reports of progress. */
const PACE = 100;

function check(text: string, tell: (told: Told) => void): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const checked = preflight(text, (read) => {
    const now = performance.now();
    if (read < 1 && now - toldAt < PACE) return;
    toldAt = now;
    tell({ kind: 'progress', read });
  });
  if (checked.kind === 'unreadable') tell({ kind: 'checked', checked });
  else {
    // Functions do not go from thread to thread: they are made anew there.
    const { placeOf, specification, ...rest } = checked;
    tell({ kind: 'checked', checked: { ...rest, root: specification.root } });
  }
}

// A text that is no YAML gives a million errors: their stack traces take longer than the errors.
Error.stackTraceLimit = 0;
check(String(workerData), (told) => parentPort?.postMessage(told));
