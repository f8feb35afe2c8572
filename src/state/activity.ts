/** Counts what is in flight, so that "everything has settled" can be awaited instead of slept for. */
export interface Activity {
  /** Counts `work` as in flight until it settles; returns it unchanged. */
  track<Value>(work: Promise<Value>): Promise<Value>;
  readonly inFlight: number;
  /** Resolves once nothing is in flight and nothing new was started by what just ended. */
  settled(): Promise<void>;
}

/** @param idle called whenever nothing is in flight any more */
export function createActivity(idle: () => void = () => {}): Activity {
  let inFlight = 0;
  const waiting = new Set<() => void>();

  const release = () => {
    inFlight -= 1;
    if (inFlight > 0) return;
    // What awaited the work may start more of it in the same turn: look again after a macrotask.
    setImmediate(() => {
      if (inFlight > 0) return;
      idle();
      for (const wake of waiting) wake();
      waiting.clear();
    });
  };

  return {
    track(work) {
      inFlight += 1;
      work.then(release, release);
      return work;
    },
    get inFlight() {
      return inFlight;
    },
    settled: () =>
      new Promise((resolve) => {
        setImmediate(() => {
          if (inFlight === 0) resolve();
          else waiting.add(resolve);
        });
      }),
  };
}
