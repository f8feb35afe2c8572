import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Forces a garbage collection. Afterwards a WeakRef to an unreachable object is empty. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  await turn();
  gc();
}
