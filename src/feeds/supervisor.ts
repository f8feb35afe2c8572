export type Supervisor = ReturnType<typeof createSupervisor>;

/**
 * Starts and stops feeds: at most one a name, each on one subject.
 *
 * @param failed hears of errors that are not the service's: bugs
 */
export function createSupervisor(failed: (error: unknown) => void) {
  const running = new Map<string, { subject: string; end: AbortController }>();

  const stop = (name: string) => {
    running.get(name)?.end.abort();
    running.delete(name);
  };

  return {
    /**
     * Sees to it that the feed `name` runs on `subject`: leaves it alone when it already does, otherwise aborts the old
     * one and starts `feed`. A `null` subject only stops. Tells whether it started one, so that whoever wants an answer
     * now wakes a feed that was running already.
     */
    run(
      name: string,
      subject: string | null,
      feed: (signal: AbortSignal) => Promise<void>,
    ): 'started' | 'running' | 'stopped' {
      if (subject !== null && running.get(name)?.subject === subject) return 'running';
      stop(name);
      if (subject === null) return 'stopped';
      const end = new AbortController();
      running.set(name, { subject, end });
      feed(end.signal).then(
        () => {
          // A feed that came to its end may be started again on the same subject.
          if (running.get(name)?.end === end) running.delete(name);
        },
        (error: unknown) => {
          if (!end.signal.aborted) failed(error);
        },
      );
      return 'started';
    },
    stop,
    stopAll(): void {
      for (const name of [...running.keys()]) stop(name);
    },
  };
}
