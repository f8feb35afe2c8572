import { type Bits, clearBit, nextBit, noBits, setBit, uniteBits } from '../storage/bits.ts';
import { QUICK_TEXT } from './quick-pattern.ts';
import { rowTest } from './row-test.ts';
import type { Test, TextTest } from './test.ts';
import type { TextBlock } from './text-block.ts';

/** Runs `work`, which tries values; a pattern runs under the watchdog here. */
export type Guard = (work: () => void) => void;

/** As {@link rowTest}, under a guard. */
export function guarded<Over extends { readonly from: number }>(
  guard: Guard,
  cost: number,
  passes: (block: Over, row: number) => boolean,
): Test<Over> {
  const test = rowTest(cost, passes);
  return { cost, narrow: (block, bits) => guard(() => test.narrow(block, bits)) };
}

/** As {@link guarded}, for log texts, which are unpacked before their time begins. */
export function guardedText(
  guard: Guard,
  cost: number,
  passes: (block: TextBlock, row: number) => boolean,
): TextTest {
  const test = guarded(guard, cost, passes);
  return {
    cost,
    narrow(block, bits) {
      block.bytes();
      test.narrow(block, bits);
    },
  };
}

/** Milliseconds that a segment may take outside of the guard. */
const UNGUARDED = 10;

/**
 * As {@link guardedText}, for a pattern that is quick on short texts: these are tried outside of the
 * guard, which takes longer to set up than most segments do. Time is kept from row to row all the same.
 */
export function lightlyGuardedText(
  guard: Guard,
  cost: number,
  passes: (block: TextBlock, row: number) => boolean,
): TextTest {
  const others = guardedText(guard, cost, passes);
  return {
    cost,
    narrow(block, bits) {
      const { offsets } = block;
      block.bytes();
      const until = performance.now() + UNGUARDED;
      const left: Bits = new Uint32Array(bits.length);
      for (let row = nextBit(bits, block.from); row >= 0; row = nextBit(bits, row + 1)) {
        const length = (offsets[row + 1] as number) - 1 - (offsets[row] as number);
        if (length <= QUICK_TEXT && performance.now() < until) {
          if (passes(block, row)) continue;
        } else setBit(left, row);
        clearBit(bits, row);
      }
      if (noBits(left)) return;
      others.narrow(block, left);
      uniteBits(bits, left);
    },
  };
}
