export type Supervisor = ReturnType<typeof createSupervisor>;

/**
 * Starts and stops feeds, at most one per name, each for one subject.
 *
 * @param failed called with errors that are not the service's: bugs
 */
export function createSupervisor(failed: (error: unknown) => void) {
  const running = new Map<string, { subject: string; end: AbortController }>();

  const stop = (name: string) => {
    running.get(name)?.end.abort();
    running.delete(name);
  };

  return {
    /**
     * Ensures that the feed `name` runs for `subject`: leaves a running one alone, otherwise aborts the old one and
     * starts `feed`. A `null` subject only stops. The result lets a caller who wants an answer now wake a feed that
     * was already running.
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
          // A finished feed may be started again for the same subject.
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
