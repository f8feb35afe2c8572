import { chai } from 'vitest';

/*
 * Loaded by `test/proof/frames.ts` alone, which plays the journeys at other sizes than their own to look at their
 * frames. What they expect of a screen holds at their own size: where it does not, their steps go on all the same.
 */

const { prototype }: { prototype: { assert(...facts: unknown[]): unknown } } =
  chai.Assertion as never;
const { assert } = prototype;
prototype.assert = function judgedLoosely(...facts: unknown[]) {
  try {
    return assert.apply(this, facts);
  } catch {
    return undefined;
  }
};
