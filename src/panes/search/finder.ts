import { ApiError } from '../../contract/api-error.ts';
import { type SearchAnswer, type SearchHit, search } from '../../contract/operations/search.ts';
import { ITEM_KINDS, type ItemKind, itemKinds } from '../../state/item-kinds.ts';
import {
  EMPTY_LIST,
  EMPTY_LIST_WITH_DETAILS,
  type ListWithDetails,
  selectedBy,
} from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { itemNamed, type Workspace } from '../../state/workspace.ts';
import { createFuzzy, type FuzzyMatch } from '../../text/fuzzy.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';

export type Remote =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'answered';
      readonly hits: readonly SearchHit[];
      readonly total: number;
      /** Time of the last page, wall clock milliseconds. */
      readonly at: number;
      /** State of the next page. `ended`: the service sent none although it counts more. */
      readonly more: 'none' | 'asking' | 'ended';
      readonly trouble: ApiError | null;
      /** Results of the last page beyond the requested size. */
      readonly leftOut: number;
      readonly page: SearchAnswer;
    }
  | { readonly kind: 'failed'; readonly error: ApiError };

export interface FinderState extends ListWithDetails {
  readonly query: string;
  readonly remote: Remote;
}

export interface Finding {
  readonly item: FoundItem;
  readonly ranges: FuzzyMatch['ranges'];
}

const DEBOUNCE_MS = 150;
/** Page size. The service's default is 20, its maximum is not stated. */
const PAGE_SIZE = 50;

const NOTHING: FinderState = {
  query: '',
  remote: { kind: 'idle' },
  ...EMPTY_LIST_WITH_DETAILS,
};

/** `here` returns the local items; called at every change. */
export function openFinder(
  context: Pick<PaneContext, 'slices' | 'call' | 'clock' | 'feeds' | 'moment'>,
  name: string,
  here: () => readonly FoundItem[],
) {
  const slice = context.slices.create<FinderState>(NOTHING);
  const fuzzy = createFuzzy();
  const ranked = memoizeLast((query: string, remote: Remote, ...local: readonly FoundItem[]) =>
    findingsOf(query, local, remote, fuzzy),
  );

  const ask = (query: string, from: number, rest: number) => {
    // Starting a request aborts the previous one.
    context.feeds.run(
      `find.${name}`,
      `${query}\n${from}\n${context.moment().elapsed}`,
      async (signal) => {
        await context.clock.sleep(rest, signal);
        if (signal.aborted) return;
        try {
          const answer = await context.call(
            search,
            { search: query, from, size: PAGE_SIZE },
            signal,
          );
          if (signal.aborted) return;
          const { wall: at } = context.moment();
          slice.setState(({ remote }) => ({ remote: answered(remote, answer, from, at) }));
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          slice.setState(({ remote }) => ({
            remote:
              from > 0 && remote.kind === 'answered'
                ? { ...remote, more: 'none', trouble: error }
                : { kind: 'failed', error },
          }));
        }
      },
    );
  };

  const type = (query: string) => {
    const wanted = readQuery(query).text;
    slice.setState({
      query,
      list: EMPTY_LIST,
      remote: wanted === '' ? { kind: 'idle' } : { kind: 'asking' },
    });
    if (wanted === '') context.feeds.stop(`find.${name}`);
    else ask(wanted, 0, DEBOUNCE_MS);
  };

  /** Best first: local items, then the service's hits page by page. */
  const findings = () => {
    const { query, remote } = slice.getState();
    return ranked(query, remote, ...here());
  };

  return {
    slice,
    /** Sets the query: local items match at once, the service is asked after the debounce. */
    type,
    again() {
      const wanted = readQuery(slice.getState().query).text;
      if (wanted !== '') ask(wanted, 0, 0);
    },
    more() {
      const { remote, query } = slice.getState();
      if (remote.kind !== 'answered' || remote.more !== 'none') return;
      if (remote.hits.length >= remote.total || remote.hits.length === 0) return;
      slice.setState({ remote: { ...remote, more: 'asking', trouble: null } });
      ask(readQuery(query).text, remote.hits.length, 0);
    },
    findings,
    ids: () => findings().map(({ item }) => item.id),
    selected: () => selectedBy(({ item }) => item.id, slice.getState().list, findings())?.item,
    stop() {
      context.feeds.stop(`find.${name}`);
      slice.setState(NOTHING);
    },
  };
}

export type Finder = ReturnType<typeof openFinder>;

function answered(before: Remote, page: SearchAnswer, from: number, at: number): Remote {
  const { SearchResults } = page;
  // The service may send more than requested: thousands of rows would slow down every key.
  const results = openedFirst(SearchResults.slice(0, PAGE_SIZE));
  const hits = from > 0 && before.kind === 'answered' ? [...before.hits, ...results] : results;
  const total = page.Total ?? hits.length;
  const isOver = SearchResults.length === 0 && hits.length < total;
  return {
    kind: 'answered',
    hits,
    total,
    at,
    more: isOver ? 'ended' : 'none',
    trouble: null,
    leftOut: SearchResults.length - results.length,
    page,
  };
}

/**
 * The hits of a page, those that a pane can show first. Pages keep their order, so that no row moves when the next one
 * arrives.
 */
const openedFirst = (hits: readonly SearchHit[]): readonly SearchHit[] =>
  hits.toSorted((a, b) => Number(!kindOf(a)) - Number(!kindOf(b)));

/** Hits as items, without the duplicates of shifted pages. */
function hitItems(hits: readonly SearchHit[]): readonly FoundItem[] {
  const items = new Map<string, FoundItem>();
  for (const [at, hit] of hits.entries()) {
    const item = hitItem(hit, at);
    const before = items.get(item.id);
    if (!before) items.set(item.id, item);
    else if (before.name !== item.name || before.kind !== item.kind) {
      const id = `${item.id} ${at}`;
      items.set(id, { ...item, id });
    }
  }
  return [...items.values()];
}

/**
 * Results, best first: local matches, then the other hits of the service. An item found in both is shown once with both
 * names, among the hits if the text matches neither name.
 */
function findingsOf(
  typed: string,
  allLocal: readonly FoundItem[],
  remote: Remote,
  fuzzy: ReturnType<typeof createFuzzy>,
): readonly Finding[] {
  const { text: query, types } = readQuery(typed);
  const isWanted = ({ kind }: FoundItem) =>
    types.length === 0 || types.includes(kind.toLowerCase());
  const local = allLocal.filter(isWanted);
  const hits = hitItems(remote.kind === 'answered' ? remote.hits : []).filter(isWanted);
  const found = new Map(hits.map((item) => [item.id, item]));
  const here = local.map((item) => withOtherName(item, found.get(item.id)));
  const byId = new Map(here.map((item) => [item.id, item]));
  const matched = matchesOf(query, here, fuzzy);
  const shown = new Set(matched.map(({ item }) => item.id));
  const others = hits.filter(({ id }) => !shown.has(id)).map((hit) => byId.get(hit.id) ?? hit);
  const names = others.map(({ name }) => name);
  const marks = new Map(
    query.trim() === ''
      ? []
      : fuzzy.rank(query, names, names.length).map(({ index, ranges }) => [index, ranges] as const),
  );
  return [...matched, ...others.map((item, index) => ({ item, ranges: marks.get(index) ?? [] }))];
}

/** Matching items, best first: by name, then by any visible text; fuzzy name matches only if there are no others. */
function matchesOf(
  query: string,
  items: readonly FoundItem[],
  fuzzy: ReturnType<typeof createFuzzy>,
): readonly Finding[] {
  const names = items.map(({ name }) => name);
  const ranked = fuzzy.rank(query, names, names.length);
  const known = new Set(ranked.filter(({ isExact }) => isExact).map(({ index }) => index));
  const byText = items.flatMap((item, index) =>
    !known.has(index) && hasWords(query, shownText(item)) ? [index] : [],
  );
  const isByText = new Set(byText);
  const loose = ranked.filter(({ index, isExact }) => !isExact && !isByText.has(index));
  return [
    ...ranked.filter(({ isExact }) => isExact),
    ...byText.map((index) => ({ index, ranges: [] })),
    ...(known.size + byText.length === 0 ? loose : []),
  ].flatMap(({ index, ranges }) => {
    const item = items[index];
    return item ? [{ item, ranges }] : [];
  });
}

/** Whether `text` contains every word of `query`, ignoring case. */
function hasWords(query: string, text: string): boolean {
  const searched = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Text and types of a query: `type:dns shop`. No types means all; types are in lower case. */
export function readQuery(query: string): {
  readonly text: string;
  readonly types: readonly string[];
} {
  const terms = query.split(/\s+/).filter(Boolean);
  const isType = (term: string) => /^type:./i.test(term);
  return {
    text: terms.filter((term) => !isType(term)).join(' '),
    types: terms.filter(isType).map((term) => term.slice('type:'.length).toLowerCase()),
  };
}

/** A workspace item with the service's name for it, if that differs. */
function withOtherName(item: FoundItem, hit: FoundItem | undefined): FoundItem {
  if (hit?.hit === undefined) return item;
  const isOther = hit.name !== item.name && hit.name.trim() !== '';
  return { ...item, hit: hit.hit, ...(isOther && { otherName: hit.name }) };
}

/** The visible text of a row: nothing matches by hidden text. */
const shownText = ({ name, otherName, kind, note, where }: FoundItem): string =>
  `${name} ${otherName ?? ''} ${kind} ${note} ${where}`;

export interface FoundItem {
  readonly id: string;
  readonly kind: Printable;
  readonly name: Printable;
  /** The service's name, if it differs from the name in the workspace. */
  readonly otherName?: Printable;
  /** The id at the service, or the keys of a command. */
  readonly note: Printable;
  readonly source: 'here' | 'service';
  readonly hit?: SearchHit;
  readonly where: Printable;
  readonly target: Target;
}

type Target =
  | {
      readonly kind: 'item';
      readonly pane: string;
      readonly watched: ItemKind;
      readonly subject: { readonly id: string; readonly name: string };
    }
  | { readonly kind: 'pane'; readonly pane: string }
  | { readonly kind: 'command'; run(): void }
  /** Known to the search, but no operation of the contract shows it. */
  | { readonly kind: 'none'; readonly reason: Printable };

/** The same for a workspace item and its hit, so that the cursor stays on it when it is added. */
const idOf = (kind: ItemKind, id: string): string => `${kind} ${id}`;

function shortTitle(kind: ItemKind): Printable {
  const { title, short = title }: { title: Printable; short?: Printable } =
    PANE_TABS[ITEM_KINDS[kind].pane];
  return short;
}

export function workspaceItems(workspace: Workspace): readonly FoundItem[] {
  return itemKinds.flatMap((kind) =>
    workspace[kind].map(({ id, name }) => ({
      id: idOf(kind, id),
      kind: ITEM_KINDS[kind].short,
      name: printable(name),
      note: printable(id),
      source: 'here' as const,
      where: words`workspace › ${shortTitle(kind)}`,
      target: {
        kind: 'item' as const,
        pane: ITEM_KINDS[kind].pane,
        watched: kind,
        subject: { id, name },
      },
    })),
  );
}

const NOT_OPENED = words`can’t open`;

/** Types of the service that a pane can show (wire-facts 7: cdn, storage, dns, script, stream). */
const OF_TYPE: Readonly<Record<string, ItemKind>> = { dns: 'dnsZones', script: 'scripts' };

function kindOf({ Id: id, Type: type }: SearchHit): ItemKind | undefined {
  const folded = foldedType(type);
  return id && Object.hasOwn(OF_TYPE, folded) ? OF_TYPE[folded] : undefined;
}

/** The contract states no spelling of types. */
const foldedType = (type: SearchHit['Type']): string => (type ?? '?').toLowerCase();

/** A hit as an item; `at` distinguishes equal hits. */
export function hitItem(hit: SearchHit, at: number): FoundItem {
  const id = hit.Id ?? '';
  const name = hit.Name ?? '';
  const type = hit.Type ?? '?';
  const folded = foldedType(hit.Type);
  const watched = kindOf(hit);
  return {
    id: watched ? idOf(watched, id) : `hit ${folded} ${id || `at ${at}`}`,
    kind: printable(type),
    name: printable(name),
    note: printable(id),
    source: 'service',
    where: watched ? words`service › ${shortTitle(watched)}` : NOT_OPENED,
    hit,
    target: watched
      ? { kind: 'item', pane: ITEM_KINDS[watched].pane, watched, subject: itemNamed(id, name) }
      : {
          kind: 'none',
          reason: words`A ${printable(type)} can’t be opened here: its id is ${printable(id || '?')}.`,
        },
  };
}
