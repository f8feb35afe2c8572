import type { Clock } from '../edges/clock.ts';

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
