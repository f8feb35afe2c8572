import { ALL, isAll, type SelectedRows, type Selection, selectedRows } from './selection.ts';
import { hasBit } from './storage/bits.ts';
import { ABSENT, type ColumnName, columnIndex, FIRST_VALUE, OTHER } from './storage/columns.ts';
import type { Codes } from './storage/segment.ts';
import type { EventStore } from './store.ts';
import type { Buckets, TimeRange } from './time-range.ts';

/** A value, and how many of the selected entries bear it. */
interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** Of the selected entries, 0 to 1. */
  readonly share: number;
  /** The value's code in its column, for {@link facetTrends}. */
  readonly code: number;
}

/** One column, counted. `total` is the sum of all counts, `absent`, `other` and `rest`. */
interface Facet {
  readonly column: ColumnName;
  /** Selected entries. */
  readonly total: number;
  /** The most frequent values, most frequent first; equal ones in order of their text. */
  readonly top: readonly FacetValue[];
  /** Distinct values among the selected entries, those beyond the dictionary not counted. */
  readonly distinct: number;
  /** Entries of the values that are not among `top`. */
  readonly rest: number;
  /** Entries without a value. */
  readonly absent: number;
  /** Entries with values beyond what the dictionary holds, which are not told apart. */
  readonly other: number;
}

/** Counts one column over the selected entries. */
export function facet(
  store: EventStore,
  column: ColumnName,
  topCount: number,
  selection: Selection = ALL,
): Facet {
  const counts = countCodes(store, column, selection);
  const dictionary = store.dictionary(column);
  let total = 0;
  let distinct = 0;
  for (let code = 0; code < counts.length; code += 1) {
    const count = counts[code] as number;
    total += count;
    if (count > 0 && code >= FIRST_VALUE) distinct += 1;
  }
  const top = topCodes(counts, topCount)
    .map((code) => {
      const count = counts[code] ?? 0;
      return { value: dictionary.valueOf(code) ?? '', count, share: count / total, code };
    })
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const absent = counts[ABSENT] ?? 0;
  const other = counts[OTHER] ?? 0;
  const shown = top.reduce((sum, { count }) => sum + count, 0);
  return { column, total, top, distinct, rest: total - shown - absent - other, absent, other };
}

/** How many selected entries bear each code of a column. */
export function countCodes(
  store: EventStore,
  column: ColumnName,
  selection: Selection = ALL,
): Uint32Array {
  const { codes } = store.dictionary(column);
  const index = columnIndex(column);
  // Two tallies by turns: counting one code twice in a row would wait for the first to be written.
  const counts = new Uint32Array(codes);
  const others = new Uint32Array(codes);
  if (isAll(selection)) {
    const sealed = store.rows.coder.tallies[index]?.counts ?? counts;
    counts.set(sealed.subarray(0, codes));
    for (const segment of store.rows.segments) {
      if (!segment.sealed) tally({ segment, bits: undefined }, index, counts, others);
    }
  } else {
    for (const rows of selectedRows(store, selection)) tally(rows, index, counts, others);
  }
  for (let code = 0; code < codes; code += 1) {
    counts[code] = (counts[code] as number) + (others[code] as number);
  }
  return counts;
}

/** Stands for codes whose course is not asked for. */
const NOT_ASKED = -1;

/**
 * The course of some values over time, segment by segment: for each of `codes`, the selected entries in each bucket.
 * Between two segments the caller may do something else.
 */
export function* trendSlices(
  store: EventStore,
  column: ColumnName,
  codes: readonly number[],
  buckets: Buckets,
  selection: Selection = ALL,
): Generator<void, readonly Uint32Array[], void> {
  const { start, size, count } = buckets;
  const trends = codes.map(() => new Uint32Array(count));
  if (codes.length === 0) return trends;
  const trendOf = new Int32Array(store.dictionary(column).codes).fill(NOT_ASKED);
  for (const [index, code] of codes.entries()) trendOf[code] = index;
  const range = selection.range ?? { from: start, until: start + size * count };
  const index = columnIndex(column);
  for (const { segment, bits } of selectedRows(store, { view: selection.view, range })) {
    const own = segment.codes[index] as Codes;
    const { times, rows } = segment;
    for (let row = 0; row < rows; row += 1) {
      // A code that came since is none of those asked for.
      const at = trendOf[own[row] as number] ?? NOT_ASKED;
      if (at === NOT_ASKED || (bits && !hasBit(bits, row))) continue;
      const bucket = Math.floor(((times[row] as number) - start) / size);
      const trend = trends[at] as Uint32Array;
      if (bucket >= 0 && bucket < count) trend[bucket] = (trend[bucket] as number) + 1;
    }
    yield;
  }
  return trends;
}

/** The same at once. */
export function facetTrends(...of: Parameters<typeof trendSlices>): readonly Uint32Array[] {
  const slices = trendSlices(...of);
  for (let slice = slices.next(); ; slice = slices.next()) if (slice.done) return slice.value;
}

function tally(
  { segment, bits }: SelectedRows,
  index: number,
  counts: Uint32Array,
  others: Uint32Array,
): void {
  const codes = segment.codes[index] as Codes;
  if (bits) {
    for (let word = 0; word < bits.length; word += 1) {
      let left = bits[word] as number;
      const base = word << 5;
      while (left !== 0) {
        const code = codes[base + 31 - Math.clz32(left & -left)] as number;
        counts[code] = (counts[code] as number) + 1;
        left &= left - 1;
      }
    }
    return;
  }
  const pairs = segment.rows & ~1;
  for (let row = 0; row < pairs; row += 2) {
    const one = codes[row] as number;
    const other = codes[row + 1] as number;
    counts[one] = (counts[one] as number) + 1;
    others[other] = (others[other] as number) + 1;
  }
  if (pairs < segment.rows) {
    const last = codes[pairs] as number;
    counts[last] = (counts[last] as number) + 1;
  }
}

/** The codes of the `most` highest counts; values only, not absent and other. */
function topCodes(counts: Uint32Array, most: number): readonly number[] {
  const top: number[] = [];
  for (let code = FIRST_VALUE; code < counts.length; code += 1) {
    const count = counts[code] as number;
    if (count === 0) continue;
    if (top.length >= most && count <= (counts[top[top.length - 1] as number] ?? 0)) continue;
    let place = top.length;
    while (place > 0 && (counts[top[place - 1] as number] as number) < count) place -= 1;
    top.splice(place, 0, code);
    if (top.length > most) top.pop();
  }
  return top;
}

/** How many entries the store holds of each zone. */
export function zoneCounts(store: EventStore): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { zone, rows } of store.rows.segments) {
    counts.set(zone, (counts.get(zone) ?? 0) + rows);
  }
  return counts;
}

const HOUR = 3_600_000;

/** The baseline when none is chosen: the first hour that is loaded. Null while no entry has a time. */
export function firstHour(store: EventStore): TimeRange | null {
  const { span } = store;
  return span && { from: span.oldest, until: span.oldest + HOUR };
}
