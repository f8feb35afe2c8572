// The embedded platform of a simulated day, in its own thread so that its memory and work are not counted as the console's.
import { parentPort, workerData } from 'node:worker_threads';
import { frozenClock } from '../../../src/edges/clock.ts';
import { openPlatform, type PlatformOptions } from '../observed-platform.ts';

interface Told {
  /** The time, set by the console's thread: one double, milliseconds since the epoch. */
  readonly time: SharedArrayBuffer;
  readonly options: Omit<PlatformOptions, 'clock'>;
}

const { time, options } = workerData as Told;
const now = new Float64Array(time);
const platform = await openPlatform({
  ...options,
  clock: { ...frozenClock(now[0] ?? 0), now: () => now[0] ?? 0 },
});
parentPort?.postMessage({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
parentPort?.on('message', async (isReachable: boolean) => {
  await (isReachable ? platform.faults.acceptConnections() : platform.faults.refuseConnections());
  parentPort?.postMessage('done');
});
