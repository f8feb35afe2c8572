import { countPart, type Part } from '../selection.ts';
import { ABSENT, type ColumnName, FIRST_VALUE, OTHER } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';

/** Number of rows with each code of a column. */
export function* tallied(
  store: EventStore,
  parts: readonly Part[],
  column: ColumnName,
): Generator<void, Uint32Array, void> {
  const counts = new Uint32Array(store.dictionary(column).codes);
  for (const part of parts) {
    countPart(part, column, counts);
    yield;
  }
  return counts;
}

/** The most frequent codes from `least` on, most frequent first, without the code for values beyond the dictionary. */
export function topCodes(counts: Uint32Array, most: number, least = ABSENT): readonly number[] {
  const codes: number[] = [];
  for (let code = least; code < counts.length; code += 1) {
    if (code !== OTHER && (counts[code] as number) > 0) codes.push(code);
  }
  return codes
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, most);
}

/** Approximate number of entries between two looks at the clock. */
const STRIDE = 1 << 16;

/** Number of distinct values in each group, without absent ones; `codes` are ordered by group. */
export function* distinct(
  codes: Uint16Array,
  starts: Uint32Array,
): Generator<void, Uint32Array, void> {
  const groups = starts.length - 1;
  const counts = new Uint32Array(groups);
  /** By code: one more than the last group that had it. */
  const seen = new Uint32Array(1 << 16);
  let next = STRIDE;
  for (let group = 0; group < groups; group += 1) {
    const end = starts[group + 1] as number;
    let found = 0;
    for (let at = starts[group] as number; at < end; at += 1) {
      const code = codes[at] as number;
      if (code !== ABSENT && seen[code] !== group + 1) {
        seen[code] = group + 1;
        found += 1;
      }
    }
    counts[group] = found;
    if (end < next) continue;
    next = end + STRIDE;
    yield;
  }
  return counts;
}

/** Start of each group's entries, and the end of the last group. */
export function startsOf(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let group = 0; group < counts.length; group += 1) {
    starts[group + 1] = (starts[group] as number) + (counts[group] as number);
  }
  return starts;
}

export const isValue = (code: number): boolean => code >= FIRST_VALUE;
