import { type Bits, countBits, intersectBits, nextBit, setBit } from '../storage/bits.ts';
import type { Glob } from './glob.ts';
import { rawPattern } from './raw-pattern.ts';
import type { TextTest } from './test.ts';
import type { TextBlock } from './text-block.ts';
import { windowEnd } from './text-window.ts';

/** Below one candidate in so many rows, each is searched by itself. */
const SPARSE = 8;

/**
 * Holds where the log text contains the glob's parts in this order, in whatever case, written plainly or
 * escaped. Many rows are searched as one text; the byte between two of them is in no pattern.
 */
export function rawTextTest(glob: Glob): TextTest {
  const parts = glob.parts.filter((part) => part !== '');
  const [first, ...others] = parts.map((part) => new RegExp(rawPattern(part), 'g'));
  return {
    cost: 3,
    narrow(block, bits) {
      if (!first) return;
      const { from, to, offsets } = block;
      const sparse = countBits(bits) * SPARSE < to - from;
      const found: Bits = new Uint32Array(bits.length);
      for (let row = nextBit(bits, from); row >= 0; ) {
        const end = sparse ? row + 1 : windowEnd(offsets, row, to);
        searchRows(block, row, end, first, others, found);
        row = nextBit(bits, end);
      }
      intersectBits(bits, found);
    },
  };
}

/** Sets the bit of each row that has `first`, and `others` behind it. */
function searchRows(
  block: TextBlock,
  from: number,
  to: number,
  first: RegExp,
  others: readonly RegExp[],
  found: Bits,
): void {
  const { offsets } = block;
  const start = offsets[from] as number;
  const text = block.bytes().toString('latin1', start, offsets[to]);
  let row = from;
  first.lastIndex = 0;
  while (row < to && first.test(text)) {
    const end = first.lastIndex;
    while ((offsets[row + 1] as number) - start < end) row += 1;
    const next = (offsets[row + 1] as number) - start;
    if (others.length === 0 || inOrder(others, text.slice(end, next - 1))) setBit(found, row);
    row += 1;
    first.lastIndex = next;
  }
}

/** Whether each pattern matches behind the one before it. The first place found is the best to take. */
function inOrder(patterns: readonly RegExp[], text: string): boolean {
  let at = 0;
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
  }
  return true;
}
