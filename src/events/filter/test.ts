import { type Bits, clearBit, nextBit, noBits, subtractBits, uniteBits } from '../storage/bits.ts';
import type { Block, TextBlock } from './block.ts';

/**
 * A compiled part of a filter. It removes the rows that do not match from the candidates. So each part of a conjunction
 * sees fewer rows, and text is not read for rows that a label has excluded.
 */
export interface Test<Over = Block> {
  /** Cost per row: 0 negligible, 1 a column lookup, up to 5 a pattern on text. */
  readonly cost: number;
  /** May throw `PatternTooSlow`; the bits are then invalid. */
  narrow(block: Over, bits: Bits): void;
}

/** A test that only reads log texts. */
export type TextTest = Test<TextBlock>;

/** A test of single rows. */
export function rowTest<Over extends { readonly from: number }>(
  cost: number,
  passes: (block: Over, row: number) => boolean,
): Test<Over> {
  return {
    cost,
    narrow(block, bits) {
      for (let row = nextBit(bits, block.from); row >= 0; row = nextBit(bits, row + 1)) {
        if (!passes(block, row)) clearBit(bits, row);
      }
    },
  };
}

/** Matches if all do; cheapest first. */
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

/** Matches if any does. Each test only sees the rows that no earlier one matched. */
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

/** Matches if `test` does not. */
export const notTest = (test: Test): Test => ({
  cost: test.cost,
  narrow(block, bits) {
    const taken: Bits = bits.slice();
    test.narrow(block.negated, taken);
    subtractBits(bits, taken);
  },
});

/** The cost of the most expensive part. */
const costOf = (tests: readonly { readonly cost: number }[]) =>
  Math.max(0, ...tests.map(({ cost }) => cost));
