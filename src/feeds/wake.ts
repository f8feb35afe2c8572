import { WOKEN } from '../edges/clock.ts';

/** Cuts a wait short: "refresh now". */
export interface Wake {
  /** Ends all waits under way, or the next one if none is. */
  now(): void;
  /** Waits by `sleep`, which is given a signal to end early by. */
  during(sleep: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
}

export function createWake(): Wake {
  let rung = false;
  const waits = new Set<AbortController>();
  return {
    now() {
      rung = true;
      for (const wait of waits) wait.abort(WOKEN);
    },
    async during(sleep, signal) {
      if (!rung && !signal.aborted) {
        const wait = new AbortController();
        const end = () => wait.abort(WOKEN);
        // By hand rather than AbortSignal.any: `signal` outlives thousands of waits.
        signal.addEventListener('abort', end, { once: true });
        waits.add(wait);
        await sleep(wait.signal);
        waits.delete(wait);
        signal.removeEventListener('abort', end);
      }
      rung = false;
    },
  };
}
