import { type Bits, noBits, subtractBits, uniteBits } from '../storage/bits.ts';
import type { Test } from './test.ts';

/** Holds where all do; the cheapest first. */
export function allTests<Over>(tests: readonly Test<Over>[]): Test<Over> {
  const ordered = [...tests].sort((a, b) => a.cost - b.cost);
  return {
    cost: costOf(ordered),
    narrow(block, bits) {
      for (const test of ordered) {
        if (noBits(bits)) return;
        test.narrow(block, bits);
      }
    },
  };
}

/** Holds where any does; each looks only at the rows that none before it took. */
export function anyTest(tests: readonly Test[]): Test {
  const ordered = [...tests].sort((a, b) => a.cost - b.cost);
  return {
    cost: costOf(ordered),
    narrow(block, bits) {
      const rest = bits.slice();
      bits.fill(0);
      for (const test of ordered) {
        if (noBits(rest)) return;
        const taken = rest.slice();
        test.narrow(block, taken);
        uniteBits(bits, taken);
        subtractBits(rest, taken);
      }
    },
  };
}

/** Holds where `test` does not. */
export const notTest = (test: Test): Test => ({
  cost: test.cost,
  narrow(block, bits) {
    const taken: Bits = bits.slice();
    test.narrow(block.negated, taken);
    subtractBits(bits, taken);
  },
});

/** A conjunction costs what its dearest part costs. */
const costOf = (tests: readonly { readonly cost: number }[]) =>
  Math.max(0, ...tests.map(({ cost }) => cost));
