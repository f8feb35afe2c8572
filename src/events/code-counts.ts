import { ALL, isAll, type SelectedRows, type Selection, selectedRows } from './selection.ts';
import { type ColumnName, columnIndex, FIRST_VALUE, OTHER } from './storage/columns.ts';
import type { Codes } from './storage/draft.ts';
import type { EventStore } from './store.ts';

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

/** The values of a column that entries of the store have, the most frequent first. */
export function seenValues(
  store: EventStore,
  column: ColumnName,
): {
  readonly values: readonly string[];
  /** Whether there are more, which are not told apart. */
  readonly areAll: boolean;
} {
  const counts = countCodes(store, column);
  const dictionary = store.dictionary(column);
  const seen: { readonly value: string; readonly count: number }[] = [];
  for (let code = FIRST_VALUE; code < counts.length; code += 1) {
    const count = counts[code] as number;
    if (count > 0) seen.push({ value: dictionary.valueOf(code) ?? '', count });
  }
  return {
    values: seen
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .map(({ value }) => value),
    areAll: counts[OTHER] === 0,
  };
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

/** How many entries the store holds of each zone. */
export function zoneCounts(store: EventStore): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { zone, rows } of store.rows.segments) {
    counts.set(zone, (counts.get(zone) ?? 0) + rows);
  }
  return counts;
}
