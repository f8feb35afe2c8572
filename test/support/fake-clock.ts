import type { Clock } from '../../src/edges/clock.ts';

interface Sleeper {
  readonly at: number;
  wake(): void;
}

/** A clock that moves only when a test says so. */
export interface FakeClock extends Clock {
  /** Moves wall and monotonic time by `ms`, waking sleepers in the order of their time. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock alone, as an operator or NTP would. */
  shiftWall(ms: number): void;
  /** Moves wall and monotonic time while nobody runs, as after SIGSTOP: whoever would have woken is late. */
  stop(ms: number): void;
  /** How many are asleep. */
  readonly sleeping: number;
}

// A macrotask lets chains of promises, sockets of the embedded platform among them, run on.
const macrotask = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * A fake clock whose wall starts at `start` (milliseconds since the epoch, or an ISO stamp). Between two
 * sleepers it awaits `settle`, so that what one of them sets off may come to its end first.
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
