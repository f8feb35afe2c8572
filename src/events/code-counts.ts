import { countPart, partsOf } from './selection.ts';
import { type ColumnName, FIRST_VALUE, OTHER } from './storage/columns.ts';
import type { EventStore } from './store.ts';
import type { TimeRange } from './time-range.ts';

/** How many entries bear each code of a column; `range`: those of that time. */
export function countCodes(store: EventStore, column: ColumnName, range?: TimeRange): Uint32Array {
  const counts = new Uint32Array(store.dictionary(column).codes);
  for (const part of partsOf(store, { range })) countPart(part, column, counts);
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

/** How many entries the store holds of each zone. */
export function zoneCounts(store: EventStore): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { zone, rows } of store.rows.segments) {
    counts.set(zone, (counts.get(zone) ?? 0) + rows);
  }
  return counts;
}
