import { breathe } from '../../feeds/breathe.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';
import type { Steps } from '../../guardian/steps.ts';

/** The longest that a slice of work may keep a key waiting, milliseconds; a single step may take longer. */
const SLICE = 8;

/** What the steps come to, when one slice is enough for those that are left. */
function slice<Value>(steps: Steps<Value>): { readonly value: Value } | undefined {
  const end = performance.now() + SLICE;
  do {
    const { done, value } = steps.next();
    if (done) return { value };
  } while (performance.now() < end);
  return undefined;
}

/**
 * Works off `steps` as the feed `name`, in place of what it did before, and hands over what they come to.
 * The first slice is done at once, so that little work is done when this returns; the others let keys,
 * timers and sockets have their turn in between.
 */
export function inSlices<Value>(
  feeds: Pick<Supervisor, 'run' | 'stop'>,
  name: string,
  steps: Steps<Value>,
  done: (value: Value) => void,
): void {
  feeds.stop(name);
  const atOnce = slice(steps);
  if (atOnce) {
    done(atOnce.value);
    return;
  }
  feeds.run(name, name, async (signal) => {
    for (;;) {
      await breathe();
      if (signal.aborted) return;
      const ended = slice(steps);
      if (ended) {
        done(ended.value);
        return;
      }
    }
  });
}
