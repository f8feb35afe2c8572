import type { Clock } from '../edges/clock.ts';

/** Turns a burst of signs into few: at once for the first, then at most one every `every` milliseconds. */
export interface Batch {
  /** Something happened. */
  sign(): void;
  /** Does not wait any longer with what is due. */
  now(): void;
  end(): void;
}

export function createBatch(clock: Clock, every: number, act: () => void): Batch {
  let due = false;
  let waiting: AbortController | undefined;

  const wait = () => {
    const own = new AbortController();
    waiting = own;
    void clock.sleep(every, own.signal).then(() => {
      if (own.signal.aborted) return;
      waiting = undefined;
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
    now() {
      if (!due) return;
      due = false;
      act();
    },
    end: () => waiting?.abort(),
  };
}
