import { parentPort, workerData } from 'node:worker_threads';
import { preflight } from './preflight.ts';
import type { Checked, Told } from './preflight-thread.ts';
import { slicesOf } from './sliced-graph.ts';

/* The first module of the thread that checks a document. */

/** Milliseconds between two reports of progress. */
const PACE = 100;

function check(text: string, tell: (told: Told) => void): Checked {
  let toldAt = Number.NEGATIVE_INFINITY;
  const checked = preflight(text, (read) => {
    const now = performance.now();
    if (read < 1 && now - toldAt < PACE) return;
    toldAt = now;
    tell({ kind: 'progress', read });
  });
  if (checked.kind === 'unreadable') return checked;
  const { placeOf, specification, ...rest } = checked;
  return { ...rest, root: specification.root };
}

// A text that is no YAML gives a million errors: their stack traces take longer than the errors.
Error.stackTraceLimit = 0;
const tell = (told: Told) => parentPort?.postMessage(told);
const slices = slicesOf(check(String(workerData), tell));
const sendNext = () => tell({ kind: 'slice', slice: slices.next().value ?? null });
parentPort?.on('message', sendNext);
sendNext();
