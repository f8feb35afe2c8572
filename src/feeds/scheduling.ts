import { type Clock, WOKEN } from '../edges/clock.ts';

/** Yields to input, timers and sockets between two slices of work. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

/** Acts at once on the first call, then at most once every `every` milliseconds. */
export function createThrottle(clock: Clock, every: number, act: () => void): () => void {
  let due = false;
  let waiting = false;
  const run = () => {
    due = waiting;
    if (waiting) return;
    act();
    // Afterwards, so that an error does not block later calls.
    waiting = true;
    void clock.sleep(every).then(() => {
      waiting = false;
      if (due) run();
    });
  };
  return run;
}

/** Pause after a frame as a multiple of its drawing time, since keys and answers share the processor. */
const REST_FACTOR = 2;
/** Longest pause in milliseconds, in case the process was stopped while drawing. */
const MAX_REST_MS = 500;

/**
 * Draws once for many changes. A burst shorter than `longest` milliseconds is drawn at its end; longer activity every
 * `longest` milliseconds, less often if drawing is slow.
 *
 * @param first longest wait for the first frame
 */
export function createFrameScheduler(
  clock: Clock,
  { longest, first = longest }: { readonly longest: number; readonly first?: number },
  frame: () => void,
) {
  let wait = first;
  let isDue = false;
  /** Frame count: a wait that another frame has overtaken does nothing. */
  let drawn = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const draw = () => {
    isDue = false;
    drawn += 1;
    const began = clock.elapsed();
    frame();
    drawnAt = clock.elapsed();
    wait = Math.max(longest, Math.min((drawnAt - began) * REST_FACTOR, MAX_REST_MS));
  };

  return {
    schedule(): void {
      if (isDue) return;
      isDue = true;
      const before = drawn;
      void clock.sleep(wait).then(() => {
        if (drawn === before) draw();
      });
    },
    /** No more changes are expected for now. */
    settle(): void {
      if (isDue && clock.elapsed() - drawnAt >= wait) draw();
    },
    /** Draws a due frame now. */
    flush(): void {
      if (isDue) draw();
    },
  };
}

/** Ends waits early: "refresh now". */
export interface Wake {
  /** Ends all current waits, or the next one if there is none. */
  now(): void;
  /** Waits with `sleep`, whose signal ends it early. */
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
        // Not AbortSignal.any: `signal` outlives thousands of waits.
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
