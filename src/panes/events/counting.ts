import type { Clock } from '../../edges/clock.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';

/** The longest that counting may keep a key waiting, milliseconds. */
const SLICE = 4;
/** Between two counts there are so many times as long as one takes: they share a processor with keys and drawing. */
const REST = 4;

/** What a count is of: another one of the same subject may be shown until it is done. */
interface Wanted<Result> {
  /** What is counted. Another subject has nothing to do with what was counted before. */
  readonly subject: object;
  /** What it is asked. */
  readonly asked: string;
  /** How what is counted stands: the same for equal results of what is asked. */
  readonly version: string;
  begin(): Iterator<void, Result, void>;
}

/** Counts over all entries in slices, so that keys are answered meanwhile. */
interface Counting<Result> {
  /**
   * The latest result for the subject, which the key may be a little ahead of; undefined until there is one. What
   * takes no longer than a slice is there at once.
   */
  latest(wanted: Wanted<Result>): Result | undefined;
}

/** @param changed told when another result is there */
export function createCounting<Result>(
  name: string,
  { feeds, clock }: { readonly feeds: Supervisor; readonly clock: Clock },
  changed: () => void,
): Counting<Result> {
  let subject: object | undefined;
  let result: { readonly of: Wanted<Result>; readonly value: Result } | undefined;
  let underWay: Wanted<Result> | undefined;
  let serial = 0;

  const start = (of: Wanted<Result>): void => {
    const work = of.begin();
    let spent = 0;
    /** Whether it is done. */
    const slice = (): boolean => {
      const began = performance.now();
      for (;;) {
        const step = work.next();
        const took = performance.now() - began;
        if (step.done) result = { of, value: step.value };
        if (step.done || took >= SLICE) {
          spent += took;
          return step.done === true;
        }
      }
    };
    if (slice()) return;
    underWay = of;
    serial += 1;
    feeds.run(name, String(serial), async (signal) => {
      for (let done = false; !done; ) {
        await yieldToEventLoop();
        if (signal.aborted) return;
        done = slice();
      }
      changed();
      await clock.sleep(spent * REST, signal);
      if (signal.aborted) return;
      underWay = undefined;
      changed();
    });
  };

  return {
    latest(wanted) {
      if (wanted.subject !== subject) {
        subject = wanted.subject;
        result = undefined;
      }
      const going = underWay ?? result?.of;
      const isOther = going?.subject !== wanted.subject || going.asked !== wanted.asked;
      if (isOther) {
        feeds.stop(name);
        underWay = undefined;
      }
      // What only came since is counted once the processor has had its rest.
      if (isOther || (!underWay && result?.of.version !== wanted.version)) start(wanted);
      return result?.value;
    },
  };
}
