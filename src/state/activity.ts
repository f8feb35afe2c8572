/**
 * Counts work in flight, so that tests can await "everything has settled" instead of sleeping.
 *
 * @param idle called whenever nothing is in flight any more
 */
export function createActivity(idle: () => void = () => {}) {
  let inFlight = 0;
  const waiting = new Set<() => void>();

  const release = () => {
    inFlight -= 1;
    if (inFlight > 0) return;
    // Whoever awaited the work may start more in the same turn: check again after a macrotask.
    setImmediate(() => {
      if (inFlight > 0) return;
      idle();
      for (const wake of waiting) wake();
      waiting.clear();
    });
  };

  return {
    /** Counts `work` as in flight until it settles. */
    track<Value>(work: Promise<Value>) {
      inFlight += 1;
      work.then(release, release);
      return work;
    },
    get inFlight() {
      return inFlight;
    },
    /** Resolves once nothing is in flight and no new work was started by what just ended. */
    settled: () =>
      new Promise<void>((resolve) => {
        setImmediate(() => {
          if (inFlight === 0) resolve();
          else waiting.add(resolve);
        });
      }),
  };
}

export type Activity = ReturnType<typeof createActivity>;
