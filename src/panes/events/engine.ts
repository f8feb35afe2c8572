import { HARMLESS_SKEW } from '../../edges/clock.ts';
import {
  dependsOnMoment,
  EVERYTHING,
  type Filter,
  type StackedFilter,
} from '../../events/filter/filter.ts';
import type { TimeContext } from '../../events/filter/time-point.ts';
import { FilteredView } from '../../events/filtered-view.ts';
import { answering, storeAnswerer } from '../../events/questions/ask.ts';
import type { Answered, Answerer, Question, Scope } from '../../events/questions/question.ts';
import { type EntryId, EventStore } from '../../events/store.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { TextSearcher } from '../../events/worker/text-search.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';
import type { IdList } from '../../text/list-window.ts';
import { type EventsState, type Listing, listingKey, type Unmatched } from './state.ts';

/** The listed zones: their entries, the filtered view and the search results. */
export interface Shown {
  /** Shield zone ids. Several zones are shown as one list. */
  readonly zones: readonly string[];
  readonly store: EventStore;
  readonly view: FilteredView;
  /** Null without a search. */
  readonly found: FilteredView | null;
  /** What the filters keep regardless of the time range; undefined if they keep all entries. */
  readonly around: FilteredView | undefined;
  /** The filters and the time range of the list. */
  readonly scope: Scope;
  /** Answers questions about all entries, including those of an archive that are not loaded. */
  readonly answers: Answerer;
  /** Set if the archive holds more than is loaded; null if everything is loaded. */
  readonly archive: LargeArchive | null;
  /** The time range of all entries; null if none has a time. */
  readonly span: TimeRange | null;
  /** Answers in short steps from what the view has scanned so far. */
  soFar<Asked extends Question>(question: Asked): Generator<void, Answered<Asked>, void>;
  /** How many loaded entries this filter hides on its own; null if not known yet. */
  hiddenBy(filter: StackedFilter): number | null;
}

/** An archive that does not fit into memory, restricted to the listed zones. */
export interface LargeArchive {
  readonly answers: Answerer;
  readonly entries: number;
  readonly span: TimeRange;
}

/** Number of loaded entries that are hidden because they are newer than the time range. */
export function hiddenAsNewer(
  { timeRange, unmatched }: Pick<EventsState, 'timeRange' | 'unmatched'>,
  shown: Shown | null,
): number {
  if (!timeRange || !shown || unmatched === 'dim') return 0;
  return shown.store.size - shown.store.firstAtOrAfter(timeRange.until);
}

/** The filters, search and time range of a listing. */
interface Query {
  readonly filter: Filter;
  readonly search: Filter | null;
  /** The filter without the time range; null without a time range. */
  readonly around: Filter | null;
  readonly range: TimeRange | null;
  readonly stack: readonly StackedFilter[];
  readonly moment: TimeContext;
}

/** Time limit for one slice of scanning, in milliseconds, so that key presses are not delayed. */
const SLICE_MS = 8;

interface EngineParts {
  readonly feeds: Supervisor;
  /** Called whenever the views have made progress. */
  changed(): void;
  /** The wall clock, to tell times that are ahead of it. */
  readonly now?: (() => number) | undefined;
  readonly searcher?: TextSearcher | undefined;
  /** Memory limit of one log in bytes; the store's default if not set. */
  readonly memory?: number | undefined;
}

/** Creates the stores of everything that was listed, and the views of the current listing. */
export function createEngine({ feeds, changed, searcher, memory, now }: EngineParts) {
  const stores = new Map<string, EventStore>();
  const archives = new Map<string, LargeArchive>();
  let current: Shown | null = null;
  let serial = 0;
  // A filter that stays in the stack keeps its count when others change.
  let counts = new Map<Filter, FilteredView>();

  const storeOf = (key: string): EventStore => {
    const store =
      stores.get(key) ??
      new EventStore({
        ...(memory !== undefined && { maxBytes: memory }),
        ...(now && { latest: () => now() + HARMLESS_SKEW }),
      });
    stores.set(key, store);
    return store;
  };

  const scan = async (signal: AbortSignal) => {
    while (!signal.aborted && current) {
      const more = current.view.advance(SLICE_MS);
      const moreFound = current.found?.advance(SLICE_MS) ?? false;
      const moreAround = current.around?.advance(SLICE_MS) ?? false;
      // Scan what is on screen first.
      const isListed = !more && !moreFound && !moreAround;
      const moreCounted = isListed && [...counts.values()].some((count) => count.advance(SLICE_MS));
      changed();
      if (isListed && !moreCounted) return;
      await yieldToEventLoop();
    }
  };
  const grown = () => {
    feeds.run('events.scan', String(serial), scan);
  };

  return {
    /** The store for a listing key, created on first use. */
    storeOf,
    stores: () => [...stores.values()],
    shown: () => current,
    /** New entries have arrived: scans them in the background. */
    grown,
    forget(key: string) {
      stores.delete(key);
      archives.delete(key);
    },
    /** Marks the store of this key as only a part of the archive. */
    enlarge(key: string, archive: LargeArchive) {
      archives.set(key, archive);
      if (current?.store === stores.get(key)) current = current && enlarged(current, archive);
      changed();
    },
    /** Shows `subject` from now on, or nothing if it has no zones. */
    show(subject: Listing, { filter, search, around, range, stack, moment }: Query) {
      serial += 1;
      current?.view.close();
      current?.found?.close();
      current?.around?.close();
      const key = listingKey(subject);
      if (key === null) {
        current = null;
        return;
      }
      const store = storeOf(key);
      const view = new FilteredView(store, filter, moment, searcher);
      const before = current?.store === store ? counts : new Map<Filter, FilteredView>();
      const inForce = stack.filter(({ state }) => state === 'on');
      // With a single filter, the view itself knows what it hides.
      const counted = inForce.length > 1 || around ? inForce : [];
      const countOf = (own: Filter) =>
        (dependsOnMoment(own) ? undefined : before.get(own)) ??
        new FilteredView(store, own, moment);
      counts = new Map(counted.map(({ filter: own }) => [own, countOf(own)]));
      const hiddenBy = ({ filter: own, state }: StackedFilter): number | null => {
        if (state === 'off') return 0;
        const count = counts.get(own);
        if (!count) return counted.length === 0 && view.counts.complete ? view.counts.hidden : null;
        const { matched, complete } = count.counts;
        if (!complete) return null;
        return store.size - matched;
      };
      const aroundView =
        around === null
          ? view
          : around.kind === 'everything'
            ? undefined
            : new FilteredView(store, around, moment, searcher);
      const views = aroundView ? [view, aroundView] : [view];
      const own: Shown = {
        zones: subject.zones,
        store,
        view,
        hiddenBy,
        scope: { filter: around ?? filter, moment, ...(range && { range }) },
        answers: storeAnswerer(store, yieldToEventLoop, views),
        soFar: (question) => answering(store, question, { views, how: 'so far' }),
        around: aroundView,
        archive: null,
        get span() {
          return store.span && { from: store.span.oldest, until: store.span.newest + 1 };
        },
        found:
          search && search.kind !== 'everything'
            ? new FilteredView(store, search, moment, searcher)
            : null,
      };
      const archive = archives.get(key);
      current = archive ? enlarged(own, archive) : own;
      grown();
    },
  };
}

export type EventsEngine = ReturnType<typeof createEngine>;

/** The same listing, but with questions answered from the whole archive. */
const enlarged = (shown: Shown, archive: LargeArchive): Shown => ({
  ...shown,
  archive,
  span: archive.span,
  answers: archive.answers,
});

/** A store or a view, listed by rank. */
interface Ranked {
  readonly size: number;
  at(rank: number): EntryId | undefined;
  rankOf(id: EntryId): number;
}

const listOf = (ranked: Ranked, holds: (id: EntryId) => boolean): IdList => ({
  get length() {
    return ranked.size;
  },
  at(index) {
    const id = index < 0 ? undefined : ranked.at(index);
    return id === undefined ? undefined : String(id);
  },
  indexOf(id) {
    const entry = Number(id);
    return holds(entry) ? ranked.rankOf(entry) : -1;
  },
});

/** What steps through the list: the view, or every entry if unmatched ones are dimmed. */
export const orderOf = ({ store, view, scope }: Shown, unmatched: Unmatched): FilteredView =>
  unmatched === 'dim' ? new FilteredView(store, EVERYTHING, scope.moment) : view;

/** The entries on screen as a list of ids, oldest first. */
export function shownList({ store, view }: Shown, unmatched: Unmatched): IdList {
  return unmatched === 'dim'
    ? listOf(store, (id) => store.has(id))
    : listOf(view, (id) => store.has(id) && view.stateOf(id) === 'match');
}
