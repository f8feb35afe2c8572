import { cursorPlace, type IdList, windowOf } from '../text/list-window.ts';

/**
 * Where the operator is in a list. The cursor is an id, never an index: when rows come, go or change
 * places it stays on the same thing, and when that thing vanishes it says so instead of sliding on.
 */
export interface ListState {
  readonly cursor: string | null;
  /** Index the cursor's row had last; where `gone` is shown and where moving resumes. */
  readonly at: number;
  /** First visible row. */
  readonly top: number;
  readonly filter: string;
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly marks: ReadonlySet<string>;
}

export const EMPTY_LIST: ListState = {
  ...{ cursor: null, at: 0, top: 0, filter: '', sort: null, marks: new Set() },
};

/** A list, and how much is shown of the row under its cursor. */
export interface ListWithDetails {
  readonly list: ListState;
  /** The page of the details that was asked for, from 0; null while none was. */
  readonly detail: number | null;
}

export const EMPTY_LIST_WITH_DETAILS: ListWithDetails = { list: EMPTY_LIST, detail: null };

/** The id under the cursor, or null when the list is empty or the cursor's row has vanished. */
export function selectedId(list: ListState, ids: IdList): string | null {
  const place = cursorPlace(list, ids);
  return place.kind === 'on' ? (ids.at(place.index) ?? null) : null;
}

export const selectedRow = <Row extends { readonly id: string }>(
  list: ListState,
  rows: readonly Row[],
): Row | undefined => selectedBy(({ id }) => id, list, rows);

/** The same for rows that `idOf` names. */
export function selectedBy<Row>(
  idOf: (row: Row) => string,
  list: ListState,
  rows: readonly Row[],
): Row | undefined {
  const id = selectedId(list, rows.map(idOf));
  return rows.find((row) => idOf(row) === id);
}

/**
 * The list with its cursor on a row that is there: its own, or the first when it has none or what was asked
 * for leaves that out. For what the operator does; when rows vanish by themselves the cursor stays behind.
 */
export function pinned(list: ListState, ids: IdList): ListState {
  if (list.cursor !== null && cursorPlace(list, ids).kind === 'on') return list;
  return { ...list, cursor: ids.at(0) ?? null, at: 0, top: 0 };
}

/**
 * Where the cursor stands, counted from 1, among how many rows; null when the row it was on is gone, undefined in a list
 * without rows.
 */
export function placeIn(list: ListState, ids: IdList) {
  const place = cursorPlace(list, ids);
  if (place.kind === 'none' || ids.length === 0) return undefined;
  return { at: place.kind === 'on' ? place.index + 1 : null, rows: ids.length };
}

/** How far a key moves the cursor: by rows, or to one of the ends. */
export type Move = { readonly by: number } | { readonly to: 'first' | 'last' | number };

export function moved(list: ListState, ids: IdList, move: Move, height: number): ListState {
  if (ids.length === 0) return list;
  const place = cursorPlace(list, ids);
  // A row that is gone has its place before the row that is there now: one down leads to that one.
  const down = place.kind === 'gone' && 'by' in move && move.by > 0;
  const from = place.kind === 'none' ? 0 : place.index - (down ? 1 : 0);
  const ends = { first: 0, last: ids.length - 1 };
  const to = 'by' in move ? from + move.by : move.to;
  const wanted = typeof to === 'number' ? to : ends[to];
  const index = Math.max(0, Math.min(ids.length - 1, wanted));
  const { top } = windowOf({ length: ids.length, height, top: list.top, cursor: index });
  return { ...list, cursor: ids.at(index) ?? null, at: index, top };
}

/** The list with the cursor on `id`, wherever that stands. */
export function movedTo(list: ListState, ids: IdList, id: string, height: number): ListState {
  const index = ids.indexOf(id);
  return index < 0 ? list : moved(list, ids, { to: index }, height);
}

/** Marks or unmarks the row under the cursor and moves one down, as file managers do. */
export function marked(list: ListState, ids: IdList, height: number): ListState {
  const id = selectedId(list, ids);
  if (id === null) return list;
  const marks = new Set(list.marks);
  if (!marks.delete(id)) marks.add(id);
  return moved({ ...list, marks }, ids, { by: 1 }, height);
}
