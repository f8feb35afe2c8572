import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects what nobody holds any more: what a WeakRef was of is undefined after it. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  await turn();
  gc();
}
