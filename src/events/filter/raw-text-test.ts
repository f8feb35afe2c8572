import { type Bits, countBits, hasBit, nextBit, setBit } from '../storage/bits.ts';
import type { Block } from './block.ts';
import type { Glob } from './glob.ts';
import { rawPattern } from './raw-pattern.ts';
import type { Test } from './test.ts';

/**
 * Text searched in one go, in bytes: strings up to about this size cost the engine next to nothing to make
 * and to let go.
 */
const WINDOW = 64 << 10;

/** Below one candidate in so many rows, each is searched by itself. */
const SPARSE = 8;

/**
 * Holds where the log text contains the glob's parts in this order, in whatever case, written plainly or
 * escaped. Many rows are searched as one text; the byte between two of them is in no pattern.
 */
export function rawTextTest(glob: Glob): Test {
  const parts = glob.parts.filter((part) => part !== '');
  const [first, ...others] = parts.map((part) => new RegExp(rawPattern(part), 'g'));
  return {
    cost: 3,
    narrow(block, bits) {
      if (!first) return;
      const { from, to } = block;
      const { offsets } = block.segment;
      const sparse = countBits(bits) * SPARSE < to - from;
      const found: Bits = new Uint32Array(bits.length);
      for (let row = nextBit(bits, from); row >= 0; ) {
        const end = sparse ? row + 1 : windowEnd(offsets, row, to);
        searchRows(block, row, end, first, (at, rest) => {
          if (hasBit(bits, at) && inOrder(others, rest)) setBit(found, at);
        });
        row = nextBit(bits, end);
      }
      bits.set(found);
    },
  };
}

/** The end of the rows from `row` on whose text fits a window; at least one. */
function windowEnd(offsets: Uint32Array, row: number, to: number): number {
  const most = (offsets[row] as number) + WINDOW;
  let end = row + 1;
  while (end < to && (offsets[end + 1] as number) <= most) end += 1;
  return end;
}

/** Calls `found` with each row that has a match, and the row's text behind the first one. */
function searchRows(
  block: Block,
  from: number,
  to: number,
  pattern: RegExp,
  found: (row: number, rest: () => string) => void,
): void {
  const { offsets } = block.segment;
  const start = offsets[from] as number;
  const text = block.bytes().toString('latin1', start, offsets[to]);
  let row = from;
  pattern.lastIndex = 0;
  while (row < to && pattern.test(text)) {
    const end = pattern.lastIndex;
    while ((offsets[row + 1] as number) - start < end) row += 1;
    const next = (offsets[row + 1] as number) - start;
    found(row, () => text.slice(end, next - 1));
    row += 1;
    pattern.lastIndex = next;
  }
}

/** Whether each pattern matches behind the one before it. The first place found is the best to take. */
function inOrder(patterns: readonly RegExp[], rest: () => string): boolean {
  if (patterns.length === 0) return true;
  const text = rest();
  let at = 0;
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
  }
  return true;
}
