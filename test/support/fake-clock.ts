import type { Clock } from '../../src/edges/clock.ts';

interface Sleeper {
  readonly at: number;
  wake(): void;
}

/** A clock that only the test advances. */
export interface FakeClock extends Clock {
  /** Advances wall and monotonic time by `ms`, firing timers in order. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock alone, as an operator or NTP does. */
  shiftWall(ms: number): void;
  /** Advances wall and monotonic time without firing timers, as SIGSTOP does. Timers that are due then fire late. */
  stop(ms: number): void;
  /** The number of pending timers. */
  readonly sleeping: number;
}

// A macrotask lets promises and the sockets of the embedded platform proceed.
const macrotask = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * A fake clock whose wall time starts at `start` (milliseconds since the epoch, or an ISO stamp). Between two timers it awaits
 * `settle`, so that everything the first one started ends before the next one fires.
 */
export function fakeClock(
  start: number | string = '2026-03-14T14:02:00Z',
  settle: () => Promise<void> = macrotask,
): FakeClock {
  const begin = typeof start === 'number' ? start : Date.parse(start);
  let elapsed = 0;
  let shift = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => begin + shift + elapsed,
    elapsed: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const sleeper: Sleeper = {
          at: elapsed + Math.max(0, ms),
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      }),
    async advance(ms) {
      const target = elapsed + ms;
      for (;;) {
        await settle();
        let next: Sleeper | undefined;
        for (const sleeper of sleepers) if (!next || sleeper.at < next.at) next = sleeper;
        if (!next || next.at > target) break;
        elapsed = Math.max(elapsed, next.at);
        next.wake();
      }
      elapsed = target;
      await settle();
    },
    shiftWall: (ms) => {
      shift += ms;
    },
    stop: (ms) => {
      elapsed += ms;
    },
    get sleeping() {
      return sleepers.size;
    },
  };
}
