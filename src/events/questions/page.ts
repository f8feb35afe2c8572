import type { FilteredView } from '../filtered-view.ts';
import type { EntryId } from '../storage/entry-id.ts';
import type { EventStore } from '../store.ts';
import type { TimeRange } from '../time-range.ts';
import type { PageAnswer, PagedEntry, PageQuestion } from './question.ts';

/** Entries read between two looks at the clock. */
const STRIDE = 64;

/** The entries that a view has found, newest first. */
export function* page(
  store: EventStore,
  view: FilteredView,
  { most, after, scope: { range } }: Pick<PageQuestion, 'most' | 'after' | 'scope'>,
): Generator<void, PageAnswer, void> {
  const entries: PagedEntry[] = [];
  let last: EntryId | null = null;
  for (const id of idsBefore(store, view, placeOf(after), range)) {
    if (entries.length >= most) {
      return { entries, next: last === null ? after : `${store.time(last)}_${last}` };
    }
    const { logId, timestamp, log, labels, zone, time } = store.entry(id);
    entries.push({ zone, time, entry: { logId, timestamp, log, labels } });
    last = id;
    if (entries.length % STRIDE === 0) yield;
  }
  return { entries, next: null };
}

/** The entry that a page begins behind. */
interface Place {
  readonly time: number;
  readonly id: EntryId;
}

/** Written by {@link page} alone: `after` comes from nowhere else. */
function placeOf(after: string | null): Place | null {
  if (after === null) return null;
  const [time, id] = after.split('_');
  return { time: time === 'null' ? Number.NEGATIVE_INFINITY : Number(time), id: Number(id) };
}

function* idsBefore(
  store: EventStore,
  view: FilteredView,
  place: Place | null,
  range: TimeRange | undefined,
): Generator<EntryId, void, void> {
  // What was let go since was older than what is still there.
  const rank =
    place === null
      ? view.size
      : store.has(place.id)
        ? view.rankOf(place.id)
        : view.firstAtOrAfter(place.time);
  const until = range ? Math.min(rank, view.firstAtOrAfter(range.until)) : rank;
  const from = range ? view.firstAtOrAfter(range.from) : 0;
  for (let at = until - 1; at >= from; at -= 1) {
    const id = view.at(at);
    if (id !== undefined && store.has(id)) yield id;
  }
}
