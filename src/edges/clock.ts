/** The passing of time, as the program sees it. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. May jump; use it for stamps that people read. */
  now(): number;
  /** Monotonic milliseconds since an arbitrary start. Never jumps back; use it for ages and waits. */
  elapsed(): number;
  /**
   * Resolves after `ms` milliseconds, or at once when `signal` aborts (it never rejects: the caller
   * looks at its signal, as it does after every other wait).
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The reason to end a sleep early. Without a reason `abort` creates an error with a stack, which nobody reads. */
export const WOKEN = 'woken';

/** The machine's clocks. */
export function realClock(): Clock {
  return {
    now: () => Date.now(),
    // `performance` takes a millisecond to load, and the first picture waits for this.
    elapsed: () => process.uptime() * 1000,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        // The deadline may have passed; Node prints a warning for negative timeouts.
        const timer = setTimeout(done, Math.max(0, ms));
        signal?.addEventListener('abort', done, { once: true });
      }),
  };
}

/**
 * A clock whose wall stands still at `at` (milliseconds since the epoch): waits under a second, such as
 * a debounce, pass as ever; longer ones, such as a poll's interval, never end. So everything is loaded
 * once and the picture stays. Screenshots are drawn under it.
 */
export function frozenClock(at: number): Clock {
  const real = realClock();
  return {
    now: () => at,
    elapsed: () => 0,
    sleep: (ms, signal) => real.sleep(ms < 1000 ? ms : 2 ** 31 - 1, signal),
  };
}
