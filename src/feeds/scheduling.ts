import { type Clock, WOKEN } from '../edges/clock.ts';

/** Lets input, timers and sockets have their turn; work in slices awaits it between two of them. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Turns a burst of signs into few: at once for the first, then at most one every `every` milliseconds. */
export interface Batch {
  /** Something happened. */
  sign(): void;
}

export function createBatch(clock: Clock, every: number, act: () => void): Batch {
  let due = false;
  let waiting = false;

  const wait = () => {
    waiting = true;
    void clock.sleep(every).then(() => {
      waiting = false;
      if (!due) return;
      due = false;
      act();
      wait();
    });
  };

  return {
    sign() {
      if (waiting) {
        due = true;
        return;
      }
      act();
      wait();
    },
  };
}

/** Acts once on many signs: when a lull shows that the last of them has come, or when they have waited. */
export interface Gathering {
  /** Something happened. */
  sign(): void;
  /** Nothing more is expected just now. */
  lull(): void;
  /** Does not wait any longer with what is due. */
  now(): void;
}

/**
 * A burst that is over within `longest` milliseconds is one act, at its end; of a longer one, and of many
 * short ones, there are as many acts as fit at that distance.
 *
 * @param first how long the first act may wait
 */
export function createGathering(
  clock: Clock,
  { longest, first = longest }: { readonly longest: number; readonly first?: number },
  act: () => void,
): Gathering {
  let patience = first;
  let waiting: AbortController | undefined;
  let actedAt = Number.NEGATIVE_INFINITY;

  const perform = () => {
    waiting?.abort(WOKEN);
    waiting = undefined;
    patience = longest;
    actedAt = clock.elapsed();
    act();
  };

  return {
    sign() {
      if (waiting) return;
      const own = new AbortController();
      waiting = own;
      void clock.sleep(patience, own.signal).then(() => {
        if (!own.signal.aborted) perform();
      });
    },
    lull() {
      if (waiting && clock.elapsed() - actedAt >= longest) perform();
    },
    now() {
      if (waiting) perform();
    },
  };
}
