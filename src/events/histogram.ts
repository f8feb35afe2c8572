import { countCodes } from './facets.ts';
import { ALL, type Selection, selectedRows } from './selection.ts';
import { type Bits, hasBit } from './storage/bits.ts';
import { type ColumnName, columnIndex, FIRST_VALUE } from './storage/columns.ts';
import type { Codes, Segment } from './storage/segment.ts';
import type { EventStore } from './store.ts';
import type { Buckets } from './time-range.ts';

/** One layer of a stacked histogram. */
interface Layer {
  /** The value of the stacking column; null for all values that have no layer of their own, and none. */
  readonly value: string | null;
  /** Entries by bucket. */
  readonly counts: Uint32Array;
}

/** Entries over time. */
export interface Histogram {
  readonly buckets: Buckets;
  /** The most frequent values of the whole store first, so that colours do not jump; the rest last. */
  readonly layers: readonly Layer[];
  /** Entries by bucket: the sum of the layers. */
  readonly totals: Uint32Array;
}

/** Values that get a layer of their own. */
const MOST_LAYERS = 4;

/** Counts the selected entries by bucket, stacked by the values of a column. Entries without a time are in none. */
export function histogram(
  store: EventStore,
  buckets: Buckets,
  selection: Selection = ALL,
  stackBy: ColumnName = 'status',
): Histogram {
  const { start, size, count } = buckets;
  const dictionary = store.dictionary(stackBy);
  const codes = frequentCodes(countCodes(store, stackBy));
  // By code: the layer it belongs to. What has none is in the last.
  const layerOf = new Uint8Array(dictionary.codes).fill(codes.length);
  for (const [layer, code] of codes.entries()) layerOf[code] = layer;
  const counts = new Uint32Array((codes.length + 1) * count);
  const index = columnIndex(stackBy);
  const whole = { from: start, until: start + size * count };
  const range = selection.range
    ? {
        from: Math.max(whole.from, selection.range.from),
        until: Math.min(whole.until, selection.range.until),
      }
    : whole;
  for (const { segment, bits } of selectedRows(store, { view: selection.view, range })) {
    const column = segment.codes[index] as Codes;
    if (bits) countSelected(segment, bits, column, layerOf, counts, buckets);
    else countAll(segment, column, layerOf, counts, buckets);
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
  segment: Segment,
  column: Codes,
  layerOf: Uint8Array,
  counts: Uint32Array,
  { start, size, count }: Buckets,
): void {
  const { times, rows } = segment;
  // Two tallies by turns: counting the same layer twice in a row would wait for the first to be written.
  const odd = new Uint32Array(MOST_LAYERS + 1);
  const even = new Uint32Array(MOST_LAYERS + 1);
  for (let row = 0; row < rows; ) {
    const bucket = Math.floor(((times[row] as number) - start) / size);
    const end = runEnd(segment, row, start + bucket * size, size);
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
    for (let layer = 0; layer <= MOST_LAYERS; layer += 1) {
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
  { times, rows, ascending }: Segment,
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
  segment: Segment,
  bits: Bits,
  column: Codes,
  layerOf: Uint8Array,
  counts: Uint32Array,
  { start, size, count }: Buckets,
): void {
  const { times, rows } = segment;
  for (let row = 0; row < rows; row += 1) {
    if (!hasBit(bits, row)) continue;
    const bucket = Math.floor(((times[row] as number) - start) / size);
    const at = (layerOf[column[row] as number] as number) * count + bucket;
    counts[at] = (counts[at] as number) + 1;
  }
}

function frequentCodes(counts: Uint32Array): readonly number[] {
  const codes: number[] = [];
  for (let code = FIRST_VALUE; code < counts.length; code += 1) {
    if ((counts[code] as number) > 0) codes.push(code);
  }
  return codes
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, MOST_LAYERS);
}

/** Buckets that stand out, and the rule they were told by. */
interface Bursts {
  /** Indexes of the buckets above {@link threshold}. */
  readonly marked: readonly number[];
  readonly median: number;
  /** Median of the distances from the median. */
  readonly deviation: number;
  readonly threshold: number;
  /** The rule in words. */
  readonly rule: string;
}

/** How many deviations above the median a burst stands. */
const FACTOR = 6;
/** A quiet log must not mark every second entry: the deviation is never taken as less. */
const LEAST_DEVIATION = 1;

/**
 * The buckets above median + k · MAD. Both are medians, so that the bursts themselves do not raise the
 * bar they are measured by. A mark, not a verdict.
 */
export function bursts(counts: ArrayLike<number>, factor: number = FACTOR): Bursts {
  const sorted = Float64Array.from(counts).sort();
  const median = middle(sorted);
  const deviation = middle(sorted.map((count) => Math.abs(count - median)).sort());
  const threshold = median + factor * Math.max(deviation, LEAST_DEVIATION);
  const marked: number[] = [];
  for (let index = 0; index < counts.length; index += 1) {
    if ((counts[index] ?? 0) > threshold) marked.push(index);
  }
  const rule =
    `More than ${round(threshold)} entries: the median of ${round(median)}, ` +
    `and ${factor} times the median deviation of ${round(Math.max(deviation, LEAST_DEVIATION))}.`;
  return { marked, median, deviation, threshold, rule };
}

function middle(sorted: Float64Array): number {
  if (sorted.length === 0) return 0;
  const upper = sorted.length >>> 1;
  const value = sorted[upper] ?? 0;
  return sorted.length % 2 === 1 ? value : ((sorted[upper - 1] ?? 0) + value) / 2;
}

const round = (value: number) => String(Math.round(value * 10) / 10);
