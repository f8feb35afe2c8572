import { clearBit, nextBit } from '../storage/bits.ts';
import type { Test } from './test.ts';

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
