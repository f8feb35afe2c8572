import type { FilteredView } from './filtered-view.ts';
import { type Bits, bitsFor, intersectBits, setBit } from './storage/bits.ts';
import { type ColumnName, columnIndex } from './storage/columns.ts';
import type { Codes } from './storage/draft.ts';
import { MOST_ROWS } from './storage/entry-id.ts';
import type { Segment } from './storage/segment.ts';
import type { EventStore } from './store.ts';
import type { TimeRange } from './time-range.ts';

/**
 * Rows of a segment that were selected at one moment. A question that is answered in several passes counts these rows
 * in each of them. Rows never change or move, so arrivals and evictions in between do not matter.
 */
export interface Part {
  readonly segment: Segment;
  readonly bits: Bits | undefined;
  readonly rows: number;
}

/** Which entries are counted: those of a view, of a time range, of both, or all. */
interface Selection {
  readonly view?: FilteredView | undefined;
  readonly range?: TimeRange | undefined;
}

export function partsOf(store: EventStore, { view, range }: Selection): readonly Part[] {
  const parts: Part[] = [];
  for (const segment of store.rows.segments) {
    const { rows, oldest, newest } = segment;
    if (rows === 0 || (range && (newest < range.from || oldest >= range.until))) continue;
    const bits = view?.matchesOf(segment)?.slice();
    const isWithin = !range || (oldest >= range.from && newest < range.until);
    parts.push({ segment, rows, bits: isWithin ? bits : bitsWithin(segment, range, bits) });
  }
  return parts;
}

function bitsWithin(segment: Segment, { from, until }: TimeRange, found: Bits | undefined): Bits {
  const bits = bitsFor(MOST_ROWS);
  const { times, rows } = segment;
  for (let row = 0; row < rows; row += 1) {
    const time = times[row] as number;
    if (time >= from && time < until) setBit(bits, row);
  }
  if (found) intersectBits(bits, found);
  return bits;
}

/** Filled by {@link rowsOf} and valid until its next call. */
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

/** A column of a segment. It must be fetched again in each slice, because a growing segment reallocates its columns. */
export const codesOf = (segment: Segment, column: ColumnName): Codes =>
  segment.codes[columnIndex(column)] as Codes;

/** Counts the rows of a part by their code. */
export function countPart(part: Part, column: ColumnName, counts: Uint32Array): void {
  const { rows, count } = rowsOf(part);
  const codes = codesOf(part.segment, column);
  for (let at = 0; at < count; at += 1) {
    const code = codes[rows[at] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}
