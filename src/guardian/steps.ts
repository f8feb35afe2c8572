/** Work in steps: whoever has it done may do something else between two of them, or leave the rest. */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/** Does all of it at once. */
export function finished<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
