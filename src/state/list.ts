import { cursorPlace, type IdList, idsBy, windowOf } from '../text/list-window.ts';

/**
 * Position in a list. The cursor is an id, not an index: it stays on its row when rows are added, removed or
 * reordered, and reports when its row vanishes instead of moving on.
 */
export interface ListState {
  readonly cursor: string | null;
  /** Last index of the cursor's row, where `gone` is shown and moving resumes. */
  readonly at: number;
  readonly top: number;
  readonly filter: string;
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly marks: ReadonlySet<string>;
}

export const EMPTY_LIST: ListState = {
  cursor: null,
  at: 0,
  top: 0,
  filter: '',
  sort: null,
  marks: new Set(),
};

export interface ListWithDetails {
  readonly list: ListState;
  /** The requested page of the details, from 0; null for none. */
  readonly detail: number | null;
}

export const EMPTY_LIST_WITH_DETAILS: ListWithDetails = { list: EMPTY_LIST, detail: null };

/** The id under the cursor; null for an empty list or a vanished row. */
export function selectedId(list: ListState, ids: IdList): string | null {
  const place = cursorPlace(list, ids);
  return place.kind === 'on' ? (ids.at(place.index) ?? null) : null;
}

export const selectedRow = <Row extends { readonly id: string }>(
  list: ListState,
  rows: readonly Row[],
): Row | undefined => selectedBy(({ id }) => id, list, rows);

/** The row under the cursor, with ids from `idOf`. */
export function selectedBy<Row>(
  idOf: (row: Row) => string,
  list: ListState,
  rows: readonly Row[],
): Row | undefined {
  const place = cursorPlace(list, idsBy(idOf, rows));
  return place.kind === 'on' ? rows[place.index] : undefined;
}

/**
 * Moves the cursor to an existing row: its own, or the first. For operator actions only; when rows vanish by
 * themselves, the cursor stays behind.
 */
export function pinned(list: ListState, ids: IdList): ListState {
  if (list.cursor !== null && cursorPlace(list, ids).kind === 'on') return list;
  return { ...list, cursor: ids.at(0) ?? null, at: 0, top: 0 };
}

/**
 * The cursor's position from 1, and the number of rows. `at` is null for a vanished row; undefined for an empty list.
 */
export function placeIn(list: ListState, ids: IdList) {
  const place = cursorPlace(list, ids);
  if (place.kind === 'none' || ids.length === 0) return undefined;
  return { at: place.kind === 'on' ? place.index + 1 : null, rows: ids.length };
}

/** A move by rows, or to an index or end. */
export type Move = { readonly by: number } | { readonly to: 'first' | 'last' | number };

export function moved(list: ListState, ids: IdList, move: Move, height: number): ListState {
  if (ids.length === 0) return list;
  const place = cursorPlace(list, ids);
  // A vanished row counts as before the row now at its index: one down leads there.
  const down = place.kind === 'gone' && 'by' in move && move.by > 0;
  const from = place.kind === 'none' ? 0 : place.index - (down ? 1 : 0);
  const ends = { first: 0, last: ids.length - 1 };
  const to = 'by' in move ? from + move.by : move.to;
  const wanted = typeof to === 'number' ? to : ends[to];
  const index = Math.max(0, Math.min(ids.length - 1, wanted));
  const { top } = windowOf({ length: ids.length, height, top: list.top, cursor: index });
  return { ...list, cursor: ids.at(index) ?? null, at: index, top };
}

/** Moves the cursor to `id` if present. */
export function movedTo(list: ListState, ids: IdList, id: string, height: number): ListState {
  const index = ids.indexOf(id);
  return index < 0 ? list : moved(list, ids, { to: index }, height);
}

/** Toggles the mark of the row under the cursor and moves down, as file managers do. */
export function marked(list: ListState, ids: IdList, height: number): ListState {
  const id = selectedId(list, ids);
  if (id === null) return list;
  const marks = new Set(list.marks);
  if (!marks.delete(id)) marks.add(id);
  return moved({ ...list, marks }, ids, { by: 1 }, height);
}
