import type { Steps } from '../../src/guardian/diff.ts';

/** Does all of it at once. */
export function finished<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
