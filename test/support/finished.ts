import type { Steps } from '../../src/guardian/diff.ts';

/** Runs all steps and returns the result. */
export function finished<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
