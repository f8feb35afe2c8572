import { ApiError } from '../../contract/api-error.ts';
import { type SearchHit, search } from '../../contract/operations/search.ts';
import { ITEM_KINDS, type ItemKind, itemKinds } from '../../state/item-kinds.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import type { Workspace } from '../../state/workspace.ts';
import { createFuzzy, type FuzzyMatch } from '../../text/fuzzy.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';

/** What the service answered to the query that is typed now. */
export type Remote =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'answered';
      readonly hits: readonly SearchHit[];
      readonly total: number;
      readonly took: number;
      /** Whether a further page is being asked for. */
      readonly more: 'none' | 'asking';
    }
  | { readonly kind: 'failed'; readonly error: ApiError };

export interface FinderState {
  readonly query: string;
  readonly remote: Remote;
  readonly list: ListState;
}

/** A found item with the characters that matched. */
export interface Finding {
  readonly item: FoundItem;
  readonly ranges: FuzzyMatch['ranges'];
}

/** One box over what is here and what the service finds. */
export interface Finder {
  readonly slice: Slice<FinderState>;
  /** What was typed has changed: what is here is matched at once, the service is asked when typing rests. */
  type(query: string): void;
  /** Asks the service again, now. */
  again(): void;
  /** Asks for the page after the last one, if there is one. */
  more(): void;
  /** Best first: what is here, then the service's hits in its order. */
  findings(): readonly Finding[];
  stop(): void;
}

/** How long typing must rest before the service is asked, milliseconds. */
const REST = 150;
/** Hits a page. The service's default is 20, its maximum is not stated. */
const PAGE = 50;

const NOTHING: FinderState = { query: '', remote: { kind: 'idle' }, list: EMPTY_LIST };

/** `here` lists the local items; it is asked at each change. */
export function openFinder(
  context: Pick<PaneContext, 'slices' | 'call' | 'clock' | 'feeds' | 'moment'>,
  name: string,
  here: () => readonly FoundItem[],
): Finder {
  const slice = context.slices.create<FinderState>(NOTHING);
  const fuzzy = createFuzzy();
  let ranked: { readonly of: readonly unknown[]; readonly findings: readonly Finding[] } | null =
    null;

  const ask = (query: string, from: number, rest: number) => {
    // An answer to what was typed before is dropped by its signal: only one question is alive.
    context.feeds.run(
      `find.${name}`,
      `${query}\n${from}\n${context.moment().elapsed}`,
      async (signal) => {
        await context.clock.sleep(rest, signal);
        if (signal.aborted) return;
        const began = context.clock.elapsed();
        try {
          const answer = await context.call(search, { search: query, from, size: PAGE }, signal);
          if (signal.aborted) return;
          slice.setState(({ remote }) => ({
            remote: {
              kind: 'answered',
              hits:
                from > 0 && remote.kind === 'answered'
                  ? [...remote.hits, ...answer.SearchResults]
                  : answer.SearchResults,
              total: answer.Total ?? answer.SearchResults.length,
              took: context.clock.elapsed() - began,
              more: 'none',
            },
          }));
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          slice.setState({ remote: { kind: 'failed', error } });
        }
      },
    );
  };

  const type = (query: string) => {
    const wanted = query.trim();
    slice.setState({
      query,
      list: EMPTY_LIST,
      remote: wanted === '' ? { kind: 'idle' } : { kind: 'asking' },
    });
    if (wanted === '') context.feeds.stop(`find.${name}`);
    else ask(wanted, 0, REST);
  };

  return {
    slice,
    type,
    again() {
      const wanted = slice.getState().query.trim();
      if (wanted !== '') ask(wanted, 0, 0);
    },
    more() {
      const { remote, query } = slice.getState();
      if (remote.kind !== 'answered' || remote.more === 'asking') return;
      if (remote.hits.length >= remote.total || remote.hits.length === 0) return;
      slice.setState({ remote: { ...remote, more: 'asking' } });
      ask(query.trim(), remote.hits.length, 0);
    },
    findings() {
      const { query, remote } = slice.getState();
      const local = here();
      const of = [query, remote, ...local];
      if (
        ranked &&
        ranked.of.length === of.length &&
        of.every((each, at) => ranked?.of[at] === each)
      ) {
        return ranked.findings;
      }
      const findings = findingsOf(query, local, remote, fuzzy);
      ranked = { of, findings };
      return findings;
    },
    stop() {
      context.feeds.stop(`find.${name}`);
      slice.setState(NOTHING);
    },
  };
}

/** What is found, best first: what is here, then what the service has beside it. */
function findingsOf(
  query: string,
  local: readonly FoundItem[],
  remote: Remote,
  fuzzy: ReturnType<typeof createFuzzy>,
): readonly Finding[] {
  const hits = remote.kind === 'answered' ? remote.hits.map(hitItem) : [];
  // A thing of the workspace that the service finds too is shown once, as what is here.
  const leads = new Set(
    local.map(({ leads }) =>
      leads.kind === 'thing' ? `${leads.watched} ${leads.subject.id}` : '',
    ),
  );
  const fresh = hits.filter(
    ({ leads: lead }) => lead.kind !== 'thing' || !leads.has(`${lead.watched} ${lead.subject.id}`),
  );
  const unique = [...new Map(fresh.map((item) => [item.id, item])).values()];
  const matched = fuzzy.rank(query, local.map(searchedText)).flatMap(({ index, ranges }) => {
    const item = local[index];
    return item ? [{ item, ranges: rangesIn(item.name, ranges) }] : [];
  });
  const marks = new Map(
    query.trim() === ''
      ? []
      : fuzzy
          .rank(
            query,
            unique.map((item) => item.name),
            unique.length,
          )
          .map(({ index, ranges }) => [index, ranges] as const),
  );
  return [...matched, ...unique.map((item, index) => ({ item, ranges: marks.get(index) ?? [] }))];
}

/** The name first: what matches there is what is marked. */
const searchedText = ({ name, note, terms = words`` }: FoundItem): Printable =>
  words`${name} ${note} ${terms}`;

/** What of the ranges is in the name itself. */
const rangesIn = (name: Printable, ranges: FuzzyMatch['ranges']): FuzzyMatch['ranges'] =>
  ranges.flatMap(([from, to]) => (from < name.length ? [[from, Math.min(to, name.length)]] : []));

/** Something that can be found: here, or by the service. */
export interface FoundItem {
  /** Unique among the items of one list. */
  readonly id: string;
  /** What it is, one word. */
  readonly kind: Printable;
  readonly name: Printable;
  /** The id on the service, or where it leads: shown beside the name. */
  readonly note: Printable;
  /** What it is found by beside its name and its note: what it is called elsewhere, the pane it is in. */
  readonly terms?: Printable;
  readonly source: 'here' | 'service';
  /** Where it is from, or where it leads. */
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

/** Everything the workspace holds. */
export function workspaceItems(workspace: Workspace): readonly FoundItem[] {
  return itemKinds.flatMap((kind) =>
    workspace[kind].map(({ id, name }) => ({
      id: `here ${kind} ${id}`,
      kind: ITEM_KINDS[kind].short,
      name: printable(name),
      note: printable(id),
      terms: words`${ITEM_KINDS[kind].short} ${PANE_TABS[ITEM_KINDS[kind].pane].title}`,
      source: 'here' as const,
      where: words`workspace`,
      leads: {
        kind: 'thing' as const,
        pane: ITEM_KINDS[kind].pane,
        watched: kind,
        subject: { id, name },
      },
    })),
  );
}

/** The service's types that a pane of ours shows (wire-facts 7: cdn, storage, dns, script, stream). */
const OF_TYPE: Readonly<Record<string, ItemKind>> = { dns: 'dnsZones', script: 'scripts' };

/** A hit of the service's search; `at` tells equal hits apart. */
export function hitItem(hit: SearchHit, at: number): FoundItem {
  const id = hit.Id ?? '';
  const name = hit.Name ?? '';
  const type = hit.Type ?? '?';
  // The contract states no spelling of types.
  const folded = type.toLowerCase();
  const watched = Object.hasOwn(OF_TYPE, folded) ? OF_TYPE[folded] : undefined;
  return {
    id: `hit ${type} ${id} ${id === '' ? at : ''}`,
    kind: printable(type),
    name: printable(name),
    note: printable(id),
    source: 'service',
    where: words`service`,
    leads:
      watched && id !== ''
        ? { kind: 'thing', pane: ITEM_KINDS[watched].pane, watched, subject: { id, name } }
        : {
            kind: 'nowhere',
            reason: words`No operation of the service shows a ${printable(type)}: its id is ${printable(id || '?')}.`,
          },
  };
}
