/** Milliseconds of processor time that this thread has used, which the system counts in ticks of some milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** From here on a tick is too little to matter, milliseconds, and what other programs take of the processor is not. */
const LONG = 40;

/** Milliseconds that `work` takes; to refuse is an answer, too. */
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

/** A measurement goes on for so long, milliseconds, unless one run takes longer. */
const LONG_ENOUGH = 0.3;
const MOST_RUNS = 200;

/** The quickest of some runs: what other programs take of the processor is not of the work. */
async function quickest(work: () => unknown): Promise<number> {
  const begun = performance.now();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < MOST_RUNS; run += 1) {
    least = Math.min(least, await timeOf(work));
    if (run > 0 && performance.now() - begun > LONG_ENOUGH) break;
  }
  return least;
}

/** Milliseconds for texts of each of `sizes`, in UTF-16 units, ascending. */
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

/** Shorter times tell nothing, milliseconds. */
const LEAST = 0.02;

/**
 * The power of the text's length that the time grows with, from the first size to the last: 1 is linear, 2 quadratic.
 * Where even the longest takes no time it is 0.
 */
export function powerOf(times: readonly number[], sizes: readonly number[]): number {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const longer = (sizes.at(-1) ?? 1) / (sizes[0] ?? 1);
  return Math.max(0, Math.log(last / Math.max(first, LEAST)) / Math.log(longer));
}
