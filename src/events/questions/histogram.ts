import { countCodes } from '../code-counts.ts';
import { type Bits, hasBit } from '../storage/bits.ts';
import { type ColumnName, FIRST_VALUE } from '../storage/columns.ts';
import type { Codes } from '../storage/draft.ts';
import type { Segment } from '../storage/segment.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';
import { codesOf, type Part } from './snapshot.ts';

/** One layer of a stacked histogram. */
interface Layer {
  /** The value of the stacking column; null for all values that have no layer of their own, and none. */
  readonly value: string | null;
  /** Entries by bucket. */
  readonly counts: Uint32Array;
}

/** Entries over time. */
export interface HistogramAnswer {
  readonly buckets: Buckets;
  /** The most frequent values first, those of all entries in memory so that colours do not jump; the rest last. */
  readonly layers: readonly Layer[];
  /** Entries by bucket: the sum of the layers. */
  readonly totals: Uint32Array;
}

/** What is counted. */
export interface HistogramWanted {
  readonly buckets: Buckets;
  readonly stackBy: ColumnName;
  /** Values with a layer of their own, 255 at most; the others share one more. */
  readonly most: number;
}

/** Layers are numbered in a byte, the one of the rest among them. */
const MOST_LAYERS = 255;

/** Counts entries by bucket, stacked by the values of a column. Entries without a time are in none. */
export function* histogram(
  store: EventStore,
  parts: readonly Part[],
  { buckets, stackBy, most }: HistogramWanted,
): Generator<void, HistogramAnswer, void> {
  const { count } = buckets;
  const dictionary = store.dictionary(stackBy);
  const codes = frequentCodes(countCodes(store, stackBy), Math.min(most, MOST_LAYERS));
  // By code: the layer it belongs to. What has none is in the last.
  const layerOf = new Uint8Array(dictionary.codes).fill(codes.length);
  for (const [layer, code] of codes.entries()) layerOf[code] = layer;
  const counts = new Uint32Array((codes.length + 1) * count);
  for (const part of parts) {
    const column = codesOf(part.segment, stackBy);
    if (part.bits) countSelected(part, part.bits, column, layerOf, counts, buckets);
    else countAll(part, column, layerOf, counts, buckets);
    yield;
  }
  const totals = new Uint32Array(count);
  for (let at = 0; at < counts.length; at += 1) {
    totals[at % count] = (totals[at % count] as number) + (counts[at] as number);
  }
  const layers = [...codes, undefined].map((code, layer) => ({
    value: code === undefined ? null : (dictionary.valueOf(code) ?? null),
    counts: counts.subarray(layer * count, (layer + 1) * count),
  }));
  return { buckets, layers, totals };
}

/** Every row of a segment that lies within the buckets, run by run of rows in one bucket. */
function countAll(
  { segment, rows }: Part,
  column: Codes,
  layerOf: Uint8Array,
  counts: Uint32Array,
  { start, size, count }: Buckets,
): void {
  const layers = counts.length / count;
  const { times } = segment;
  // Two tallies by turns: counting the same layer twice in a row would wait for the first to be written.
  const odd = new Uint32Array(layers);
  const even = new Uint32Array(layers);
  for (let row = 0; row < rows; ) {
    const bucket = Math.floor(((times[row] as number) - start) / size);
    const end = runEnd(segment, rows, row, start + bucket * size, size);
    for (; row + 1 < end; row += 2) {
      const one = layerOf[column[row] as number] as number;
      const other = layerOf[column[row + 1] as number] as number;
      odd[one] = (odd[one] as number) + 1;
      even[other] = (even[other] as number) + 1;
    }
    if (row < end) {
      const one = layerOf[column[row] as number] as number;
      odd[one] = (odd[one] as number) + 1;
      row += 1;
    }
    for (let layer = 0; layer < layers; layer += 1) {
      const found = (odd[layer] as number) + (even[layer] as number);
      if (found === 0) continue;
      const at = layer * count + bucket;
      counts[at] = (counts[at] as number) + found;
      odd[layer] = 0;
      even[layer] = 0;
    }
  }
}

/** The end of the rows from `row` on that lie within a bucket. */
function runEnd(
  { times, ascending }: Segment,
  rows: number,
  row: number,
  from: number,
  size: number,
): number {
  const until = from + size;
  if (ascending) {
    let low = row + 1;
    let high = rows;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[middle] as number) < until) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  let end = row + 1;
  while (end < rows && (times[end] as number) >= from && (times[end] as number) < until) end += 1;
  return end;
}

function countSelected(
  { segment, rows }: Part,
  bits: Bits,
  column: Codes,
  layerOf: Uint8Array,
  counts: Uint32Array,
  { start, size, count }: Buckets,
): void {
  const { times } = segment;
  for (let row = 0; row < rows; row += 1) {
    if (!hasBit(bits, row)) continue;
    const bucket = Math.floor(((times[row] as number) - start) / size);
    const at = (layerOf[column[row] as number] as number) * count + bucket;
    counts[at] = (counts[at] as number) + 1;
  }
}

function frequentCodes(counts: Uint32Array, most: number): readonly number[] {
  const codes: number[] = [];
  for (let code = FIRST_VALUE; code < counts.length; code += 1) {
    if ((counts[code] as number) > 0) codes.push(code);
  }
  return codes
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, most);
}
