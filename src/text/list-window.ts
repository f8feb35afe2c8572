/** A cursor kept by identity: the id it is on, and the index that id had when it was last moved. */
export interface CursorPosition {
  readonly cursor: string | null;
  readonly at: number;
}

/** The ids of a list in the order shown: an array, or a window on something too long for one. */
export interface IdList {
  readonly length: number;
  at(index: number): string | undefined;
  /** -1 when it is not there. */
  indexOf(id: string): number;
}

/** Where the cursor stands among `ids`. */
type CursorPlace =
  | { readonly kind: 'none' }
  | { readonly kind: 'on'; readonly index: number }
  | { readonly kind: 'gone'; readonly index: number };

export function cursorPlace(position: CursorPosition, ids: IdList): CursorPlace {
  if (position.cursor === null) return ids.length > 0 ? { kind: 'on', index: 0 } : { kind: 'none' };
  // Lists are re-read far more often than they are re-ordered: try the old place first.
  if (ids.at(position.at) === position.cursor) return { kind: 'on', index: position.at };
  const index = ids.indexOf(position.cursor);
  if (index >= 0) return { kind: 'on', index };
  return { kind: 'gone', index: Math.max(0, Math.min(position.at, ids.length - 1)) };
}

/** What decides it. */
interface WindowFacts {
  readonly length: number;
  readonly height: number;
  /** Where the window was before: it moves only as far as it must. */
  readonly top: number;
  /** The row that has to be visible; -1 for none. */
  readonly cursor: number;
}

/** The rows to show, `end` behind the last of them: the cursor in view, no emptiness below the last row while there are rows above. */
export function windowOf({ length, height, top, cursor }: WindowFacts) {
  const fits = Math.max(0, Math.floor(height));
  if (fits === 0 || length === 0) return { top: 0, end: 0 };
  let first = top;
  if (cursor >= 0) first = Math.min(Math.max(first, cursor - fits + 1), cursor);
  first = Math.max(0, Math.min(first, length - fits));
  return { top: first, end: Math.min(length, first + fits) };
}

/** The item so many steps on from another, round the ends. */
export const stepped = <Item>(all: readonly Item[], from: Item, by = 1): Item =>
  all[(all.indexOf(from) + by + all.length) % all.length] ?? from;
