/** A cursor by identity: its id, and the index that id had when it last moved. */
export interface CursorPosition {
  readonly cursor: string | null;
  readonly at: number;
}

/** The ids of a list in display order: an array, or a view of a longer list. */
export interface IdList {
  readonly length: number;
  at(index: number): string | undefined;
  /** -1 for a missing id. */
  indexOf(id: string): number;
}

/** The ids of rows, read from them when asked: most keys ask for one of thousands. */
export const idsBy = <Row>(idOf: (row: Row) => string, rows: readonly Row[]): IdList => ({
  length: rows.length,
  at(index) {
    const row = rows.at(index);
    return row === undefined ? undefined : idOf(row);
  },
  indexOf: (id) => rows.findIndex((row) => idOf(row) === id),
});

export const idsOf = (rows: readonly { readonly id: string }[]): IdList =>
  idsBy(({ id }) => id, rows);

type CursorPlace =
  | { readonly kind: 'none' }
  | { readonly kind: 'on'; readonly index: number }
  | { readonly kind: 'gone'; readonly index: number };

export function cursorPlace(position: CursorPosition, ids: IdList): CursorPlace {
  if (position.cursor === null) return ids.length > 0 ? { kind: 'on', index: 0 } : { kind: 'none' };
  // Lists are read far more often than reordered: try the old index first.
  if (ids.at(position.at) === position.cursor) return { kind: 'on', index: position.at };
  const index = ids.indexOf(position.cursor);
  if (index >= 0) return { kind: 'on', index };
  return { kind: 'gone', index: Math.max(0, Math.min(position.at, ids.length - 1)) };
}

interface WindowFacts {
  readonly length: number;
  readonly height: number;
  /** The previous position: the window moves only as far as needed. */
  readonly top: number;
  /** The row that must be visible; -1 for none. */
  readonly cursor: number;
}

/** The visible rows up to `end` (exclusive): with the cursor, and without blank lines while there are rows above. */
export function windowOf({ length, height, top, cursor }: WindowFacts) {
  const fits = Math.max(0, Math.floor(height));
  if (fits === 0 || length === 0) return { top: 0, end: 0 };
  let first = top;
  if (cursor >= 0) first = Math.min(Math.max(first, cursor - fits + 1), cursor);
  first = Math.max(0, Math.min(first, length - fits));
  return { top: first, end: Math.min(length, first + fits) };
}

/** The item `by` steps after another, cyclic. */
export const stepped = <Item>(all: readonly Item[], from: Item, by = 1): Item =>
  all[(all.indexOf(from) + by + all.length) % all.length] ?? from;
