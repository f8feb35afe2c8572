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
import { matchesFilter } from '../prompts.ts';

/** What the service answered to the query that is typed now. */
export type Remote =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'answered';
      /** Of all pages that were asked for. */
      readonly hits: readonly SearchHit[];
      readonly total: number;
      /** When the last page came: wall clock, milliseconds. */
      readonly at: number;
      /** How it stands with the next page; `ended`: the service gave none of those it counts. */
      readonly more: 'none' | 'asking' | 'ended';
      /** Why the next page did not come. */
      readonly trouble: ApiError | null;
      /** Of the last page: results beyond the size that was asked for. */
      readonly leftOut: number;
      /** The last page whole. */
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

/** How long typing must rest before the service is asked, milliseconds. */
const REST = 150;
/** Hits a page. The service's default is 20, its maximum is not stated. */
const PAGE = 50;

const NOTHING: FinderState = {
  query: '',
  remote: { kind: 'idle' },
  ...EMPTY_LIST_WITH_DETAILS,
};

/** `here` lists the local items; it is asked at each change. */
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
    // An answer to what was typed before is dropped by its signal: only one question is alive.
    context.feeds.run(
      `find.${name}`,
      `${query}\n${from}\n${context.moment().elapsed}`,
      async (signal) => {
        await context.clock.sleep(rest, signal);
        if (signal.aborted) return;
        try {
          const answer = await context.call(search, { search: query, from, size: PAGE }, signal);
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
    else ask(wanted, 0, REST);
  };

  /** Best first: what is here, then page by page the service's hits: in its order, but those first that can be opened. */
  const findings = () => {
    const { query, remote } = slice.getState();
    return ranked(query, remote, ...here());
  };

  return {
    slice,
    /** What was typed has changed: what is here is matched at once, the service is asked when typing rests. */
    type,
    again() {
      const wanted = readQuery(slice.getState().query).text;
      if (wanted !== '') ask(wanted, 0, 0);
    },
    /** Asks for the page after the last one, if there is one. */
    more() {
      const { remote, query } = slice.getState();
      if (remote.kind !== 'answered' || remote.more !== 'none') return;
      if (remote.hits.length >= remote.total || remote.hits.length === 0) return;
      slice.setState({ remote: { ...remote, more: 'asking', trouble: null } });
      ask(readQuery(query).text, remote.hits.length, 0);
    },
    findings,
    ids: () => findings().map(({ item }) => item.id),
    /** The item under the cursor. */
    selected: () => selectedBy(({ item }) => item.id, slice.getState().list, findings())?.item,
    stop() {
      context.feeds.stop(`find.${name}`);
      slice.setState(NOTHING);
    },
  };
}

/** One box over what is here and what the service finds. */
export type Finder = ReturnType<typeof openFinder>;

/** What is known of the service's results once a page has come. */
function answered(before: Remote, page: SearchAnswer, from: number, at: number): Remote {
  const { SearchResults } = page;
  // A service may send more than was asked for: thousands of rows would keep every key waiting.
  const results = openedFirst(SearchResults.slice(0, PAGE));
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
 * The hits of a page, those first that a pane shows: many of the others would hide them. Pages stay one after the other,
 * so that no row moves when the next one comes.
 */
const openedFirst = (hits: readonly SearchHit[]): readonly SearchHit[] => [
  ...hits.filter((hit) => kindOf(hit) !== undefined),
  ...hits.filter((hit) => kindOf(hit) === undefined),
];

/** The service's hits as items. One that comes again, as pages shift, is shown once. */
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
 * What is found, best first: what is here, then every other hit of the service. What is in the workspace and found by
 * the service is shown once, under both of its names; where the one typed is not found in them, it stands among the
 * hits.
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

/**
 * The items that match, best first: those with every typed word in their name, then those that hold the words in all
 * that is shown of them; only where there is none of these, names that nearly say them.
 */
function matchesOf(
  query: string,
  items: readonly FoundItem[],
  fuzzy: ReturnType<typeof createFuzzy>,
): readonly Finding[] {
  const names = items.map(({ name }) => name);
  const ranked = fuzzy.rank(query, names, names.length);
  const known = new Set(ranked.filter(({ isExact }) => isExact).map(({ index }) => index));
  const byText = items.flatMap((item, index) =>
    !known.has(index) && matchesFilter(query, shownText(item)) ? [index] : [],
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

/** What is searched for, and of which types, in lower case: `type:dns shop`; none are all. */
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

/** A thing of the workspace with the name that the service has for it, where that is another. */
function withOtherName(item: FoundItem, hit: FoundItem | undefined): FoundItem {
  if (hit?.hit === undefined) return item;
  const isOther = hit.name !== item.name && hit.name.trim() !== '';
  return { ...item, hit: hit.hit, ...(isOther && { otherName: hit.name }) };
}

/** All that a row shows of an item: nothing is found by what nobody sees. */
const shownText = ({ name, otherName, kind, note, where }: FoundItem): string =>
  `${name} ${otherName ?? ''} ${kind} ${note} ${where}`;

/** Something that can be found: here, or by the service. */
export interface FoundItem {
  /** Unique among the items of one list. */
  readonly id: string;
  /** What it is, one word. */
  readonly kind: Printable;
  readonly name: Printable;
  /** What the service calls it, where that is not its name in the workspace. */
  readonly otherName?: Printable;
  /** The id on the service, or where it leads: shown beside the name. */
  readonly note: Printable;
  readonly source: 'here' | 'service';
  readonly hit?: SearchHit;
  readonly where: Printable;
  readonly leads: Lead;
}

/** Where Enter on an item leads. */
type Lead =
  | {
      readonly kind: 'thing';
      readonly pane: string;
      readonly watched: ItemKind;
      readonly subject: { readonly id: string; readonly name: string };
    }
  | { readonly kind: 'pane'; readonly pane: string }
  /** Something that is done. */
  | { readonly kind: 'command'; run(): void }
  /** Known to the service's search, but no operation of the contract shows one. */
  | { readonly kind: 'nowhere'; readonly reason: Printable };

/** The same for a thing of the workspace and for a hit that is that thing, so that it stays itself when it is added. */
const idOf = (kind: ItemKind, id: string): string => `${kind} ${id}`;

/** The pane that shows things of a kind, as its tab is called where it is narrow. */
function shortTitle(kind: ItemKind): Printable {
  const { title, short = title }: { title: Printable; short?: Printable } =
    PANE_TABS[ITEM_KINDS[kind].pane];
  return short;
}

/** Everything the workspace holds. */
export function workspaceItems(workspace: Workspace): readonly FoundItem[] {
  return itemKinds.flatMap((kind) =>
    workspace[kind].map(({ id, name }) => ({
      id: idOf(kind, id),
      kind: ITEM_KINDS[kind].short,
      name: printable(name),
      note: printable(id),
      source: 'here' as const,
      where: words`workspace › ${shortTitle(kind)}`,
      leads: {
        kind: 'thing' as const,
        pane: ITEM_KINDS[kind].pane,
        watched: kind,
        subject: { id, name },
      },
    })),
  );
}

/** At the service only, and no pane shows it. */
const NOT_OPENED = words`can’t open`;

/** The service's types that a pane of ours shows (wire-facts 7: cdn, storage, dns, script, stream). */
const OF_TYPE: Readonly<Record<string, ItemKind>> = { dns: 'dnsZones', script: 'scripts' };

/** What the pane that shows a hit calls it; undefined where no pane does. */
function kindOf({ Id: id, Type: type }: SearchHit): ItemKind | undefined {
  const folded = foldedType(type);
  return id && Object.hasOwn(OF_TYPE, folded) ? OF_TYPE[folded] : undefined;
}

/** The contract states no spelling of types. */
const foldedType = (type: SearchHit['Type']): string => (type ?? '?').toLowerCase();

/** A hit of the service's search; `at` tells equal hits apart. */
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
    leads: watched
      ? { kind: 'thing', pane: ITEM_KINDS[watched].pane, watched, subject: itemNamed(id, name) }
      : {
          kind: 'nowhere',
          reason: words`A ${printable(type)} can’t be opened here: its id is ${printable(id || '?')}.`,
        },
  };
}
