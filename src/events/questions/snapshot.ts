import { type Selection, selectedRows } from '../selection.ts';
import type { Bits } from '../storage/bits.ts';
import { type ColumnName, columnIndex } from '../storage/columns.ts';
import type { Codes } from '../storage/draft.ts';
import { MOST_ROWS } from '../storage/entry-id.ts';
import type { Segment } from '../storage/segment.ts';
import type { EventStore } from '../store.ts';

/**
 * Rows of a segment that were selected at one moment. A question that is answered in slices counts these in each
 * of its passes, whatever arrives or is let go meanwhile: rows are never changed, and never taken out of a segment.
 */
export interface Part {
  readonly segment: Segment;
  readonly bits: Bits | undefined;
  /** Rows that there were. */
  readonly rows: number;
}

export const partsOf = (store: EventStore, selection: Selection): readonly Part[] =>
  [...selectedRows(store, selection)].map(({ segment, bits }) => ({
    segment,
    bits: bits?.slice(),
    rows: segment.rows,
  }));

/** Written by {@link rowsOf}, and good until it is called again. */
const ROWS = new Uint16Array(MOST_ROWS);

/** The selected rows of a part: the first `count` of `rows`. */
export function rowsOf({ bits, rows }: Part): {
  readonly rows: Uint16Array;
  readonly count: number;
} {
  let count = 0;
  if (!bits) for (; count < rows; count += 1) ROWS[count] = count;
  else {
    for (let word = 0; word << 5 < rows; word += 1) {
      for (let left = bits[word] as number; left !== 0; left &= left - 1) {
        const row = (word << 5) + 31 - Math.clz32(left & -left);
        if (row >= rows) break;
        ROWS[count] = row;
        count += 1;
      }
    }
  }
  return { rows: ROWS, count };
}

/** A column of a segment. To be asked for anew in each slice: a segment that grows moves its columns. */
export const codesOf = (segment: Segment, column: ColumnName): Codes =>
  segment.codes[columnIndex(column)] as Codes;
