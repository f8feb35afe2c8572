import { seenValues } from './code-counts.ts';
import type { FilteredView } from './filtered-view.ts';
import { isSevere } from './outcome.ts';
import type { EntryId, EventStore } from './store.ts';

/** Towards newer entries, or towards older ones. */
export type Direction = 'newer' | 'older';

const stepOf = (direction: Direction) => (direction === 'newer' ? 1 : -1);

/**
 * The nearest match beyond `from`, which the store holds, that satisfies `wanted`; from the far end when
 * `from` is null. Undefined when there is none.
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

/** Whether a view will find no entry any more between these two: it has looked at all of them. */
export function isSeenBetween(view: FilteredView, from: EntryId, to: EntryId): boolean {
  const times = [from, to].map((id) => view.store.time(id) ?? Number.NEGATIVE_INFINITY);
  return Math.min(...times) > view.unseenUntil;
}

/** Whether a view finds no more among what is there: it has looked at all, or given up. */
export const isThrough = ({ counts: { complete, stopped } }: FilteredView): boolean =>
  complete || stopped !== null;

/**
 * The first entry on the far side of the next silence of more than `gapMs` between two matches; undefined
 * when there is none.
 */
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

/** The match nearest to a time: the first at or after it, else the last. */
export const nearestTo = (view: FilteredView, time: number): EntryId | undefined =>
  view.at(Math.min(view.firstAtOrAfter(time), view.size - 1));

/** The rank of the nearest match on that side of `from`, be that a match or not. */
function rankBeyond(view: FilteredView, from: EntryId | null, direction: Direction): number {
  if (from === null) return direction === 'newer' ? 0 : view.size - 1;
  const rank = view.rankOf(from);
  if (direction === 'older') return rank - 1;
  return view.at(rank) === from ? rank + 1 : rank;
}

/**
 * Which entries count as severe: what the severity label says. The service was seen to leave it empty; while no entry has
 * one, what was blocked counts instead.
 */
export function severeIn(store: EventStore): (id: EntryId) => boolean {
  return seenValues(store, 'severity').values.some((value) => value !== '')
    ? (id) => isSevere(store.value(id, 'severity'))
    : (id) => (store.value(id, 'status') ?? '').toLowerCase() === 'blocked';
}
