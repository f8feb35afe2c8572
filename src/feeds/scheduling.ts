import { type Clock, WOKEN } from '../edges/clock.ts';

/** Lets input, timers and sockets have their turn; work in slices awaits it between two of them. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

/** Acts on the first call at once, and then at most once every `every` milliseconds. */
export function createThrottle(clock: Clock, every: number, act: () => void): () => void {
  let due = false;
  let waiting = false;
  const run = () => {
    due = waiting;
    if (waiting) return;
    waiting = true;
    act();
    void clock.sleep(every).then(() => {
      waiting = false;
      if (due) run();
    });
  };
  return run;
}

/** Between two drawings there are so many times as long as one takes: they share a processor with keys and answers. */
const REST = 2;
/** The longest that is, milliseconds: a process that was stopped in a drawing has not drawn all the while. */
const LONGEST_REST = 500;

/**
 * Draws once for many changes: when the work that caused them is done, or when they have waited long enough.
 *
 * A burst of changes that is over within `longest` milliseconds is drawn once, at its end; a longer one, or
 * many short ones, once every `longest` milliseconds; more rarely where drawing itself takes long.
 *
 * @param first how long the first frame may wait
 */
export function createFrameScheduler(
  clock: Clock,
  { longest, first = longest }: { readonly longest: number; readonly first?: number },
  frame: () => void,
) {
  let wait = first;
  let isDue = false;
  /** So many have been drawn: a wait that was cut short by one ends for nothing. */
  let drawn = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const draw = () => {
    isDue = false;
    drawn += 1;
    const began = clock.elapsed();
    frame();
    drawnAt = clock.elapsed();
    wait = Math.max(longest, Math.min((drawnAt - began) * REST, LONGEST_REST));
  };

  return {
    /** Something has changed. */
    schedule(): void {
      if (isDue) return;
      isDue = true;
      const before = drawn;
      void clock.sleep(wait).then(() => {
        if (drawn === before) draw();
      });
    },
    /** No more changes are expected just now. */
    settle(): void {
      if (isDue && clock.elapsed() - drawnAt >= wait) draw();
    },
    /** Draws now what is due, if anything is. */
    flush(): void {
      if (isDue) draw();
    },
  };
}

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
