import { columnIndex, FIRST_VALUE } from './storage/columns.ts';
import type { Codes } from './storage/draft.ts';
import type { EventStore } from './store.ts';

/** A path that requests were seen to ask for, with how many entries say so. */
export interface SeenPath {
  readonly method: string;
  /** As in the URL, without query. */
  readonly path: string;
  readonly count: number;
}

const METHOD = columnIndex('method');
const PATH = columnIndex('path');
/** Codes fit sixteen bits, so that a pair of them is one number. */
const CODES = 65_536;

/** Every method and path among the loaded entries, most frequent first. Entries beyond the dictionaries are in none. */
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
