import { COARSE } from './filter/coarse.ts';
import type { AskedValue } from './filter/parse.ts';
import { countPart, partsOf } from './selection.ts';
import { type ColumnName, columnIndex, FIRST_VALUE, OTHER } from './storage/columns.ts';
import type { Codes } from './storage/draft.ts';
import type { EventStore } from './store.ts';
import type { TimeRange } from './time-range.ts';

/** Number of entries with each code of a column, optionally within a time range. */
export function countCodes(store: EventStore, column: ColumnName, range?: TimeRange): Uint32Array {
  const counts = new Uint32Array(store.dictionary(column).codes);
  for (const part of partsOf(store, { range })) countPart(part, column, counts);
  return counts;
}

/** The values of a column that occur in the store, most frequent first. */
export function seenValues(
  store: EventStore,
  column: ColumnName,
): {
  readonly values: readonly string[];
  /** False if there are more values, which are not told apart. */
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

/** As {@link seenValues}, of whatever a filter may ask for. */
export function seenTargets(
  store: EventStore,
  target: AskedValue['target'],
): ReturnType<typeof seenValues> {
  if (target.kind === 'zone') return { values: [...zoneCounts(store).keys()], areAll: true };
  if (target.kind === 'column') return seenValues(store, target.column);
  const { column, of } = COARSE[target.name];
  const { values, areAll } = seenValues(store, column);
  return { values: [...new Set(values.map(of))], areAll };
}

/** Number of entries of each zone in the store. */
export function zoneCounts(store: EventStore): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { zone, rows } of store.rows.segments) {
    counts.set(zone, (counts.get(zone) ?? 0) + rows);
  }
  return counts;
}

/** A requested path and its number of entries. */
export interface SeenPath {
  readonly method: string;
  /** As in the URL, without query. */
  readonly path: string;
  readonly count: number;
}

const METHOD = columnIndex('method');
const PATH = columnIndex('path');
/** Codes fit into 16 bits, so a pair of them is one number. */
const CODES = 65_536;

/** Every method and path among the loaded entries, most frequent first, except values beyond the dictionaries. */
export function seenPaths(store: EventStore): readonly SeenPath[] {
  const counts = new Map<number, number>();
  for (const segment of store.rows.segments) {
    const methods = segment.codes[METHOD] as Codes;
    const paths = segment.codes[PATH] as Codes;
    for (let row = 0; row < segment.rows; row += 1) {
      const method = methods[row] as number;
      const path = paths[row] as number;
      if (method < FIRST_VALUE || path < FIRST_VALUE) continue;
      const pair = method * CODES + path;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  const methodNames = store.dictionary('method');
  const pathNames = store.dictionary('path');
  return [...counts]
    .map(([pair, count]) => ({
      method: methodNames.valueOf(Math.floor(pair / CODES)) ?? '',
      path: pathNames.valueOf(pair % CODES) ?? '',
      count,
    }))
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
}
