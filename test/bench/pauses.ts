/** Pauses of the event loop, milliseconds. */
export interface Pauses {
  /** How late a timer of one millisecond fired. */
  readonly wall: readonly number[];
  /** Processor time of this thread meanwhile. */
  readonly own: readonly number[];
}

/** Watches the event loop of this thread until `end` is called. */
export function watchPauses(): { end(): Pauses } {
  const wall: number[] = [];
  const own: number[] = [];
  const worked = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let at = performance.now();
  let work = worked();
  const look = () => {
    const [now, done] = [performance.now(), worked()];
    wall.push(Math.max(0, now - at - 1));
    own.push(done - work);
    [at, work] = [now, done];
    timer = setTimeout(look, 1);
  };
  let timer = setTimeout(look, 1);
  return {
    end() {
      clearTimeout(timer);
      return { wall, own };
    },
  };
}
