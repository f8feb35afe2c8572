export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. May jump; use it for timestamps shown to people. */
  now(): number;
  /** Monotonic milliseconds since an arbitrary start; use it for ages and waits. */
  elapsed(): number;
  /**
   * Resolves after `ms` milliseconds, or at once when `signal` aborts. Never rejects: callers check their signal, as
   * after every wait.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * The minimum by which `now` is ahead of the service's clock, milliseconds; null or absent while the service's time
   * is unknown.
   */
  ahead?(): number | null;
}

/** The longest delay of a timer, milliseconds (about 25 days). */
export const LONGEST_WAIT = 2 ** 31 - 1;

/** The reason to end a sleep early. Without a reason `abort` creates an error with a stack, which nobody reads. */
export const WOKEN = 'woken';

/** Runs `work` after `ms` milliseconds, unless the returned function is called first. */
export function after(clock: Pick<Clock, 'sleep'>, ms: number, work: () => void): () => void {
  const own = new AbortController();
  void clock.sleep(ms, own.signal).then(() => {
    if (!own.signal.aborted) work();
  });
  return () => own.abort(WOKEN);
}

export function realClock(): Clock {
  return {
    now: () => Date.now(),
    // `performance` takes a millisecond to load, which would delay the first frame.
    elapsed: () => process.uptime() * 1000,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        let timer: NodeJS.Timeout;
        // Longer waits are split: Node would wait a millisecond and print a warning.
        const wait = (left: number) => {
          const part = Math.min(left, LONGEST_WAIT);
          timer = setTimeout(() => (left > part ? wait(left - part) : done()), part);
        };
        // The deadline may have passed; Node prints a warning for negative timeouts.
        wait(Math.max(0, ms));
        signal?.addEventListener('abort', done, { once: true });
      }),
  };
}

/**
 * A clock for screenshots, whose wall clock stands still at `at` (milliseconds since the epoch). Waits under a
 * second, such as a debounce, work; longer ones, such as polling intervals, never end, so that data is loaded once.
 */
export function frozenClock(at: number): Clock {
  const real = realClock();
  return {
    now: () => at,
    elapsed: () => 0,
    sleep: (ms, signal) => real.sleep(ms < 1000 ? ms : LONGEST_WAIT, signal),
  };
}

/** A difference from the service's clock below this is ignored, milliseconds. */
export const HARMLESS_SKEW = 30_000;
/** Maximum difference between two consecutive measurements: rounding to seconds, plus transfer time. */
const MAX_DISAGREEMENT_MS = 5000;
/** The service's time is in whole seconds. */
const SECOND = 1000;
/** Number of measurements compared; the fastest answer is the most exact. */
const MAX_OFFSETS = 8;

/** A clock that adopts the service's time if this machine's clock is clearly wrong. */
export interface CorrectedClock extends Clock {
  /** The service's clock minus this machine's, milliseconds; 0 if they agree. */
  correction(): number;
  ahead(): number | null;
  /**
   * Records the skew seen in one answer, milliseconds; returns whether it changed the correction. Two consecutive
   * answers must agree: a cache may return an old date.
   */
  learn(skew: number): boolean;
}

/** Shows the service's time, because its log timestamps and days follow that clock. */
export function correctedClock(clock: Clock): CorrectedClock {
  let correction = 0;
  let suspected: number | null = null;
  /** Differences between the service's clock and the monotonic clock, milliseconds. */
  let offsets: readonly number[] = [];
  const wallOverElapsed = () => clock.now() - clock.elapsed();
  return {
    ...clock,
    now: () => clock.now() + correction,
    correction: () => correction,
    // Uses the monotonic clock, so that a jump of the wall clock is noticed before the next answer.
    ahead: () =>
      offsets.length === 0
        ? null
        : Math.max(0, correction + wallOverElapsed() - Math.max(...offsets) - SECOND),
    learn(skew) {
      const next = Math.abs(skew) < HARMLESS_SKEW ? 0 : skew;
      if (Math.abs(next - correction) < HARMLESS_SKEW) {
        suspected = null;
        offsets = [...offsets, skew + wallOverElapsed()].slice(-MAX_OFFSETS);
        return false;
      }
      if (suspected === null || Math.abs(skew - suspected) > MAX_DISAGREEMENT_MS) {
        suspected = skew;
        return false;
      }
      suspected = null;
      offsets = [skew + wallOverElapsed()];
      correction = next;
      return true;
    },
  };
}
