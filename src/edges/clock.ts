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
  /**
   * By how much `now` is ahead of the service's clock at least, milliseconds; null, or not there, while the service has
   * not told its time.
   */
  ahead?(): number | null;
}

/** The longest wait that a timer can hold, milliseconds (about 25 days). */
export const LONGEST_WAIT = 2 ** 31 - 1;

/** The reason to end a sleep early. Without a reason `abort` creates an error with a stack, which nobody reads. */
export const WOKEN = 'woken';

/** Does `work` after `ms` milliseconds, unless what it returns is called before. */
export function after(clock: Pick<Clock, 'sleep'>, ms: number, work: () => void): () => void {
  const own = new AbortController();
  void clock.sleep(ms, own.signal).then(() => {
    if (!own.signal.aborted) work();
  });
  return () => own.abort(WOKEN);
}

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
        let timer: NodeJS.Timeout;
        // What no timer can hold is waited for in parts: Node would wait a millisecond, and print a warning.
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
 * A clock whose wall stands still at `at` (milliseconds since the epoch): waits under a second, such as
 * a debounce, pass as ever; longer ones, such as a poll's interval, never end. So everything is loaded
 * once and the picture stays. Screenshots are drawn under it.
 */
export function frozenClock(at: number): Clock {
  const real = realClock();
  return {
    now: () => at,
    elapsed: () => 0,
    sleep: (ms, signal) => real.sleep(ms < 1000 ? ms : LONGEST_WAIT, signal),
  };
}

/** The service and we may differ by less than this, milliseconds, without anybody noticing. */
export const HARMLESS_SKEW = 30_000;
/** What two answers in a row say differs by no more than their whole seconds and the time they took. */
const AGREEMENT = 5000;
/** The service tells its time in whole seconds, milliseconds. */
const WHOLE = 1000;
/** Answers that are compared for the time of the service: the quickest of them tells it best. */
const COMPARED = 8;

/** A clock whose wall is put right by the service's, where this machine's is plainly wrong. */
export interface CorrectedClock extends Clock {
  /** The service's clock minus this machine's, milliseconds; 0 while they agree well enough. */
  correction(): number;
  ahead(): number | null;
  /**
   * Takes note of the skew that one answer shows, milliseconds, and tells whether that corrects the clock anew. Two
   * answers in a row have to agree: a cache on the way may hand out an old date.
   */
  learn(skew: number): boolean;
}

/** Times shown are the service's: its logs are stamped by that clock, and its days begin by it. */
export function correctedClock(clock: Clock): CorrectedClock {
  let correction = 0;
  let suspected: number | null = null;
  /** What the service's clock was seen to be ahead of this machine's monotonic one by, milliseconds. */
  let heard: readonly number[] = [];
  const wallOverElapsed = () => clock.now() - clock.elapsed();
  return {
    ...clock,
    now: () => clock.now() + correction,
    correction: () => correction,
    // By the monotonic clock, so that a step of the wall is known before any answer shows it.
    ahead: () =>
      heard.length === 0
        ? null
        : Math.max(0, correction + wallOverElapsed() - Math.max(...heard) - WHOLE),
    learn(skew) {
      const next = Math.abs(skew) < HARMLESS_SKEW ? 0 : skew;
      if (Math.abs(next - correction) < HARMLESS_SKEW) {
        suspected = null;
        heard = [...heard, skew + wallOverElapsed()].slice(-COMPARED);
        return false;
      }
      if (suspected === null || Math.abs(skew - suspected) > AGREEMENT) {
        suspected = skew;
        return false;
      }
      suspected = null;
      heard = [skew + wallOverElapsed()];
      correction = next;
      return true;
    },
  };
}
