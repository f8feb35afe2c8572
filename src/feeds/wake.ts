/** Cuts a wait short: "refresh now". */
export interface Wake {
  /** Ends the wait under way, or the next one if none is. */
  now(): void;
  /** Waits by `sleep`, which is given a signal to end early by. */
  during(sleep: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
}

export function createWake(): Wake {
  let rung = false;
  let current: AbortController | null = null;
  return {
    now() {
      rung = true;
      current?.abort();
    },
    async during(sleep, signal) {
      if (!rung && !signal.aborted) {
        const wait = new AbortController();
        const end = () => wait.abort();
        // By hand rather than AbortSignal.any: `signal` outlives thousands of waits.
        signal.addEventListener('abort', end, { once: true });
        current = wait;
        await sleep(wait.signal);
        current = null;
        signal.removeEventListener('abort', end);
      }
      rung = false;
    },
  };
}
