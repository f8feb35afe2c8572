import { seenValues } from './code-counts.ts';
import type { FilteredView } from './filtered-view.ts';
import { isSevere } from './outcome.ts';
import type { EntryId, EventStore } from './store.ts';

export type Direction = 'newer' | 'older';

const stepOf = (direction: Direction) => (direction === 'newer' ? 1 : -1);

/**
 * The nearest wanted match beyond `from`, an entry of the store, or from the far end if `from` is null. Undefined if
 * there is none.
 */
export function nextMatch(
  view: FilteredView,
  from: EntryId | null,
  direction: Direction,
  wanted: (id: EntryId) => boolean = () => true,
): EntryId | undefined {
  const step = stepOf(direction);
  for (let rank = rankBeyond(view, from, direction); ; rank += step) {
    const id = view.at(rank);
    if (id === undefined || wanted(id)) return id;
  }
}

/** Whether everything between these two entries has been scanned. */
export function isSeenBetween(view: FilteredView, from: EntryId, to: EntryId): boolean {
  const times = [from, to].map((id) => view.store.time(id) ?? Number.NEGATIVE_INFINITY);
  return Math.min(...times) > view.unseenUntil;
}

/** Whether a view will find no more: it has scanned everything, or given up. */
export const isThrough = ({ counts: { complete, stopped } }: FilteredView): boolean =>
  complete || stopped !== null;

/** The first match after the next silence of more than `gapMs`; undefined if there is none. */
export function nextGap(
  view: FilteredView,
  from: EntryId,
  direction: Direction,
  gapMs: number,
): EntryId | undefined {
  const step = stepOf(direction);
  let before = view.store.time(from);
  for (let rank = rankBeyond(view, from, direction); ; rank += step) {
    const id = view.at(rank);
    if (id === undefined) return undefined;
    const time = view.store.time(id);
    if (time !== null && before !== null && Math.abs(time - before) > gapMs) return id;
    before = time;
  }
}

/** The first match at or after a time, else the last match. */
export const nearestTo = (view: FilteredView, time: number): EntryId | undefined =>
  view.at(Math.min(view.firstAtOrAfter(time), view.size - 1));

/** The rank of the nearest match on that side of `from`, which need not match itself. */
function rankBeyond(view: FilteredView, from: EntryId | null, direction: Direction): number {
  if (from === null) return direction === 'newer' ? 0 : view.size - 1;
  const rank = view.rankOf(from);
  if (direction === 'older') return rank - 1;
  return view.at(rank) === from ? rank + 1 : rank;
}

/**
 * Selects severe entries by their severity label. The service has been seen to leave the label empty; if no entry has
 * one, blocked entries count as severe.
 */
export function severeIn(store: EventStore): (id: EntryId) => boolean {
  return seenValues(store, 'severity').values.some((value) => value !== '')
    ? (id) => isSevere(store.value(id, 'severity'))
    : (id) => (store.value(id, 'status') ?? '').toLowerCase() === 'blocked';
}
