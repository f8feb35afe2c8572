/** Processor time of this thread, milliseconds. The system counts it in ticks of several milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * From this duration on, processor time is used instead of elapsed time: the error of a tick is small, and the load of other
 * programs is not. Milliseconds.
 */
const LONG = 40;

/** The duration of `work` in milliseconds, also if it throws. */
async function timeOf(work: () => unknown): Promise<number> {
  const [begun, used] = [performance.now(), processorTime()];
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  const took = performance.now() - begun;
  return took < LONG ? took : processorTime() - used;
}

/** The least duration of all runs of a measurement, milliseconds. */
const LONG_ENOUGH = 0.3;
const MOST_RUNS = 200;

/** The fastest of several runs, which was disturbed least by other programs. */
async function quickest(work: () => unknown): Promise<number> {
  const begun = performance.now();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < MOST_RUNS; run += 1) {
    least = Math.min(least, await timeOf(work));
    if (run > 0 && performance.now() - begun > LONG_ENOUGH) break;
  }
  return least;
}

/** The durations for texts of `sizes` (UTF-16 units, ascending), milliseconds. */
export async function timesOf(
  work: (text: string) => unknown,
  make: (length: number) => string,
  sizes: readonly number[],
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const size of sizes) {
    const text = make(size);
    times.push(await quickest(() => work(text)));
  }
  return times;
}

/** Shorter times are noise, milliseconds. */
const LEAST = 0.02;

/** The exponent of growth from first to last size: 1 is linear, 2 quadratic. 0 if even the longest text takes no time. */
export function powerOf(times: readonly number[], sizes: readonly number[]): number {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const longer = (sizes.at(-1) ?? 1) / (sizes[0] ?? 1);
  return Math.max(0, Math.log(last / Math.max(first, LEAST)) / Math.log(longer));
}
