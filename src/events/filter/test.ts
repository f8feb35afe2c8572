import { type Bits, clearBit, nextBit, noBits, subtractBits, uniteBits } from '../storage/bits.ts';
import type { Block, TextBlock } from './block.ts';

/**
 * One compiled part of a filter. It takes away, from the rows that are still candidates, those it does
 * not hold for; so the parts of a conjunction look at ever fewer rows, and a part that reads text does
 * not read the text of rows that a label has excluded.
 */
export interface Test<Over = Block> {
  /** What a row costs: 0 nothing to speak of, 1 a look at a column, up to 5 a pattern over text. */
  readonly cost: number;
  /** May throw `PatternTooSlow`; the bits are then of no use. */
  narrow(block: Over, bits: Bits): void;
}

/** A test that looks at nothing but log texts. */
export type TextTest = Test<TextBlock>;

/** Holds where `passes` does, asked row by row. */
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
