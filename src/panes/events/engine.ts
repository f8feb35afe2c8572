import type { Filter, StackedFilter } from '../../events/filter/filter.ts';
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
import { type Listing, listingKey, type Unmatched } from './state.ts';

/** The zones on screen: their entries, those that the filters keep, and those that a search finds among them. */
export interface Shown {
  /** Shield zone ids; several of them are one list. */
  readonly zones: readonly string[];
  readonly store: EventStore;
  readonly view: FilteredView;
  /** Null while nothing is searched for. */
  readonly found: FilteredView | null;
  /** What the filters keep of all times, whatever range the list is held to; undefined for all entries. */
  readonly around: FilteredView | undefined;
  /** What the list is held to, time range and all. */
  readonly scope: Scope;
  /** Answers questions about all of the entries: those of the archive where not all of it is loaded. */
  readonly answers: Answerer;
  /** What is more than what is loaded; null where all that there is can be loaded. */
  readonly archive: LargeArchive | null;
  /** The time of all entries; null while none has one. */
  readonly span: TimeRange | null;
  /** Answers in short steps, of what a view has looked at by now. */
  soFar<Asked extends Question>(question: Asked): Generator<void, Answered<Asked>, void>;
  /** How many of the loaded entries a filter of the stack hides by itself; null while that is not known. */
  hiddenBy(filter: StackedFilter): number | null;
}

/** An archive that has more than fits into memory: of what is listed. */
export interface LargeArchive {
  readonly answers: Answerer;
  readonly entries: number;
  readonly span: TimeRange;
}

/** What a zone is looked at through. */
interface Query {
  readonly filter: Filter;
  readonly search: Filter | null;
  /** The filter without the time range; null where there is none. */
  readonly around: Filter | null;
  readonly range: TimeRange | null;
  readonly stack: readonly StackedFilter[];
  readonly moment: TimeContext;
}

/** The longest that looking at entries may keep a key waiting, milliseconds. */
const SLICE = 8;

interface EngineParts {
  readonly feeds: Supervisor;
  /** Hears whenever the views know more. */
  changed(): void;
  readonly searcher?: TextSearcher | undefined;
  /** Bytes of entries that one log may have in memory; as many as a store has room for when not said. */
  readonly memory?: number | undefined;
}

/** The stores of what was listed, and the views on what is on screen. */
export function createEngine({ feeds, changed, searcher, memory }: EngineParts) {
  const stores = new Map<string, EventStore>();
  const archives = new Map<string, LargeArchive>();
  let current: Shown | null = null;
  let serial = 0;
  // A filter that stays keeps its count when others come and go.
  let counts = new Map<Filter, FilteredView>();

  const storeOf = (key: string): EventStore => {
    const store =
      stores.get(key) ?? new EventStore(memory === undefined ? {} : { maxBytes: memory });
    stores.set(key, store);
    return store;
  };

  const scan = async (signal: AbortSignal) => {
    while (!signal.aborted && current) {
      const more = current.view.advance(SLICE);
      const moreFound = current.found?.advance(SLICE) ?? false;
      const moreAround = current.around?.advance(SLICE) ?? false;
      // What is on screen comes first.
      const isListed = !more && !moreFound && !moreAround;
      const moreCounted = isListed && [...counts.values()].some((count) => count.advance(SLICE));
      changed();
      if (isListed && !moreCounted) return;
      await yieldToEventLoop();
    }
  };
  const grown = () => {
    feeds.run('events.scan', String(serial), scan);
  };

  return {
    /** The store of a subject, by its key, made when first asked for. */
    storeOf,
    stores: () => [...stores.values()],
    shown: () => current,
    /** Entries have arrived: they are looked at behind the scenes. */
    grown,
    forget(key: string) {
      stores.delete(key);
      archives.delete(key);
    },
    /** The archive that the store of a subject has only a part of. */
    enlarge(key: string, archive: LargeArchive) {
      archives.set(key, archive);
      if (current?.store === stores.get(key)) current = current && enlarged(current, archive);
      changed();
    },
    /** Looks at `subject` from now on, or at nothing when it has no zones. */
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
      const inForce = stack.filter(({ state }) => state !== 'off');
      // What one filter hides alone the view knows.
      const counted = inForce.length > 1 || around ? inForce : [];
      counts = new Map(
        counted.map(({ filter: own }) => [
          own,
          before.get(own) ?? new FilteredView(store, own, moment),
        ]),
      );
      const hiddenBy = ({ filter: own, state }: StackedFilter): number | null => {
        if (state === 'off') return 0;
        const count = counts.get(own);
        if (!count) return counted.length === 0 && view.counts.complete ? view.counts.hidden : null;
        const { matched, complete } = count.counts;
        if (!complete) return null;
        return state === 'inverted' ? matched : store.size - matched;
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

/** The same entries, and questions about all that the archive has. */
const enlarged = (shown: Shown, archive: LargeArchive): Shown => ({
  ...shown,
  archive,
  span: archive.span,
  answers: archive.answers,
});

/** What can be listed by rank: a store or a view. */
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

/** The entries on screen as a list of ids, oldest first. */
export function shownList({ store, view }: Shown, unmatched: Unmatched): IdList {
  return unmatched === 'dim'
    ? listOf(store, (id) => store.has(id))
    : listOf(view, (id) => store.has(id) && view.stateOf(id) === 'match');
}
