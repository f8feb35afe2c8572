/** @param idle called whenever nothing is in flight any more */
export function createActivity(idle: () => void = () => {}) {
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
    /** Counts `work` as in flight until it settles; returns it unchanged. */
    track<Value>(work: Promise<Value>) {
      inFlight += 1;
      work.then(release, release);
      return work;
    },
    get inFlight() {
      return inFlight;
    },
    /** Resolves once nothing is in flight and nothing new was started by what just ended. */
    settled: () =>
      new Promise<void>((resolve) => {
        setImmediate(() => {
          if (inFlight === 0) resolve();
          else waiting.add(resolve);
        });
      }),
  };
}

/** Counts what is in flight, so that "everything has settled" can be awaited instead of slept for. */
export type Activity = ReturnType<typeof createActivity>;
