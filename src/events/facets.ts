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
export interface Facet {
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

/**
 * The course of some values over time: for each of `codes`, the selected entries in each bucket. Codes
 * are those of {@link FacetValue}.
 */
export function facetTrends(
  store: EventStore,
  column: ColumnName,
  codes: readonly number[],
  buckets: Buckets,
  selection: Selection = ALL,
): readonly Uint32Array[] {
  const { start, size, count } = buckets;
  const trends = codes.map(() => new Uint32Array(count));
  const trendOf: (Uint32Array | undefined)[] = [];
  for (const [index, code] of codes.entries()) trendOf[code] = trends[index];
  const range = selection.range ?? { from: start, until: start + size * count };
  const index = columnIndex(column);
  for (const { segment, bits } of selectedRows(store, { view: selection.view, range })) {
    const column = segment.codes[index] as Codes;
    const { times, rows } = segment;
    for (let row = 0; row < rows; row += 1) {
      if (bits && !hasBit(bits, row)) continue;
      const trend = trendOf[column[row] as number];
      if (!trend) continue;
      const bucket = Math.floor(((times[row] as number) - start) / size);
      if (bucket >= 0 && bucket < count) trend[bucket] = (trend[bucket] as number) + 1;
    }
  }
  return trends;
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

/** A value that the baseline does not have. */
interface NewValue {
  readonly value: string;
  readonly code: number;
  /** Selected entries that bear it. */
  readonly count: number;
  /** The earliest of them, milliseconds since the epoch. */
  readonly firstSeen: number;
}

/**
 * The values of a column that selected entries bear and no entry of the baseline does, most frequent
 * first. A mark, not a verdict: what was loaded of the baseline decides.
 */
export function newSinceBaseline(
  store: EventStore,
  column: ColumnName,
  baseline: TimeRange,
  most: number,
  selection: Selection = ALL,
): readonly NewValue[] {
  const index = columnIndex(column);
  const dictionary = store.dictionary(column);
  const known = new Uint8Array(dictionary.codes);
  for (const { segment, bits } of selectedRows(store, { range: baseline })) {
    const codes = segment.codes[index] as Codes;
    for (let row = 0; row < segment.rows; row += 1) {
      if (bits && !hasBit(bits, row)) continue;
      known[codes[row] as number] = 1;
    }
  }
  const counts = new Uint32Array(dictionary.codes);
  const firstSeen = new Float64Array(dictionary.codes).fill(Number.POSITIVE_INFINITY);
  for (const { segment, bits } of selectedRows(store, selection)) {
    const codes = segment.codes[index] as Codes;
    const { times, rows } = segment;
    for (let row = 0; row < rows; row += 1) {
      if (bits && !hasBit(bits, row)) continue;
      const code = codes[row] as number;
      const time = times[row] as number;
      if (known[code] === 1 || !Number.isFinite(time)) continue;
      counts[code] = (counts[code] as number) + 1;
      if (time < (firstSeen[code] as number)) firstSeen[code] = time;
    }
  }
  const fresh: NewValue[] = [];
  for (let code = FIRST_VALUE; code < counts.length; code += 1) {
    const count = counts[code] as number;
    if (count === 0) continue;
    const value = dictionary.valueOf(code) ?? '';
    fresh.push({ value, code, count, firstSeen: firstSeen[code] as number });
  }
  return fresh.sort((a, b) => b.count - a.count || a.code - b.code).slice(0, most);
}
