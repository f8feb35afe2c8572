import { isSendableToken } from '../contract/path.ts';
import { dayRange, type PageOrder } from '../events/coverage.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import type { PageTimes } from './page-order.ts';

/** A walk from page to page, each asked for with the token of the one before: nothing lies between them. */
export interface Walk {
  /** What the next page is asked for with; undefined for the first page. */
  readonly token: string | undefined;
  /** Only ever added to, and only by this walk: a copy for each page would cost the square of their number. */
  readonly seen: Set<string>;
  readonly pages: number;
  /** Pages in a row that brought nothing: without entries, or with those of an earlier page. */
  readonly emptyRun: number;
  /** What each page with entries begins and ends with; only ever added to, as `seen` is. */
  readonly ends: Set<string>;
  /** Whether it began at the day's first page rather than where an earlier walk had come to. */
  readonly fromFirst: boolean;
  /** When it began, wall clock. */
  readonly begunAt: number;
  /** Whether the day was over then: nothing is added to it any more. */
  readonly dayOver: boolean;
  /** The newest time that was known then; a walk from the newest end comes past it. Null when none was. */
  readonly newestKnown: number | null;
  /** Whether it has brought no entries yet. */
  readonly isNew: boolean;
  /** The newest time of the first page that has any, and of all. */
  readonly top: number | null;
  readonly highest: number | null;
  /** The page before, the latest that had times. */
  readonly before: PageTimes | null;
  /** The lowest floor since the walk last rose: where it has come to. */
  readonly floor: number | null;
  /** The lowest floor of all pages: how far it ever seemed to have come. */
  readonly lowest: number | null;
  /** What the pages that reach farthest were asked for with: from there a broken walk goes on. */
  readonly deepest: string | undefined;
  readonly farthest: string | undefined;
  /** How often it rose since it last came lower than ever: the service may lead it round in circles. */
  readonly rises: number;
}

/** Where and when a walk begins. */
export type WalkStart = Pick<Walk, 'token' | 'fromFirst' | 'begunAt' | 'dayOver' | 'newestKnown'>;

export const newWalk = (start: WalkStart): Walk => ({
  ...start,
  ...{ seen: new Set(), pages: 0, emptyRun: 0, ends: new Set(), isNew: true, rises: 0 },
  ...{ top: null, highest: null, before: null, floor: null, lowest: null },
  ...{ deepest: start.token, farthest: start.token },
});

/** Pages of nothing but late entries make a walk rise once they end; so many rises are believed. */
const MOST_RISES = 3;

/**
 * The walk after one more page, and why it is over when it is.
 *
 * Newest first, a page whose floor is higher than the one before shows that what came before it were late
 * entries alone, whose times do not tell how far the walk has come: it has come to the floor of this page.
 */
export function afterPage(
  walk: Walk,
  page: PageFacts,
  times: PageTimes,
  order: PageOrder,
): { readonly walk: Walk; readonly end: WalkEnd | null } {
  const sent = walk.token;
  const emptyRun = bringsNothing(page, walk.ends) ? walk.emptyRun + 1 : 0;
  const next = nextPage(page, { sent, seen: walk.seen, emptyRun });
  const { floor } = times;
  const rises =
    order === 'newest-first' && floor !== null && walk.floor !== null && floor > walk.floor;
  const goesDeeper = floor !== null && (walk.floor === null || floor < walk.floor);
  const isLowest = floor !== null && (walk.lowest === null || floor < walk.lowest);
  const isOverTop = rises && walk.top !== null && floor >= walk.top;
  const goesFarther =
    times.newest !== null && (walk.highest === null || times.newest >= walk.highest);
  const after: Walk = {
    ...walk,
    token: next.kind === 'next' ? next.token : sent,
    seen: next.kind === 'next' ? walk.seen.add(next.token) : walk.seen,
    isNew: walk.isNew && page.entries === 0,
    pages: walk.pages + 1,
    emptyRun,
    ends: page.ends === undefined ? walk.ends : walk.ends.add(page.ends),
    top: isOverTop ? times.newest : (walk.top ?? times.newest),
    highest: goesFarther ? times.newest : walk.highest,
    before: times.newest === null ? walk.before : times,
    floor: rises || goesDeeper ? floor : walk.floor,
    lowest: isLowest ? floor : walk.lowest,
    deepest: rises || goesDeeper ? sent : walk.deepest,
    farthest: goesFarther ? sent : walk.farthest,
    rises: isLowest ? 0 : walk.rises + (rises ? 1 : 0),
  };
  if (next.kind === 'end') return { walk: after, end: next.reason };
  return { walk: after, end: after.rises > MOST_RISES ? 'token-repeated' : null };
}

/** A walk that was broken off, to be gone on with from the page `sent` asks for. */
export const resumed = (walk: Walk, sent: string | undefined): Walk => ({
  ...{ ...walk, token: sent, seen: new Set(sent === undefined ? [] : [sent]) },
  ...{ emptyRun: 0, ends: new Set(), before: null, rises: 0 },
});

/**
 * Whether a walk, newest first, has come to where entries stand in their order. Before it has, all that it
 * has seen are entries that came late, whose times do not tell where in the log they are.
 */
export const isInOrder = ({ highest, newestKnown }: Walk): boolean =>
  newestKnown === null || (highest !== null && highest >= newestKnown);

/** How far a walk has come. */
interface PaginationState {
  readonly walk: Walk;
  readonly order: PageOrder;
  readonly end: WalkEnd | null;
  readonly day: UtcDay;
}

/**
 * The stretch of the day of which a walk has taken in every entry, but for those that come late; null when
 * that cannot be proven of any. Stamps at an open end are left out: another page may have more of them.
 */
export function confirmedRange({ walk, order, end, day }: PaginationState): TimeRange | null {
  const { from, until } = dayRange(day);
  // A walk that did not begin at the first page tells nothing of the newest end, unless that comes last.
  const reachesTop = walk.dayOver && (walk.fromFirst || order === 'oldest-first');
  const top = reachesTop ? until : order === 'newest-first' ? walk.top : walk.highest;
  if (end === 'complete') return rangeOf(from, top);
  if (order === 'oldest-first') return rangeOf(from, walk.highest);
  return order === 'newest-first' && isInOrder(walk) ? rangeOf(bottomOf(walk), top) : null;
}

/**
 * What a walk claimed before a page showed that it had seen late entries alone; null when it did not. Newest
 * first only, as only then a walk rises.
 */
export function disprovedRange(before: Walk, after: Walk): TimeRange | null {
  const { floor } = before;
  if (floor === null || after.floor === null || !isInOrder(before)) return null;
  return rangeOf(floor + 1, after.floor + 1);
}

/** The first moment that a walk, newest first, has all of. */
export const bottomOf = ({ floor }: Walk): number | null => (floor === null ? null : floor + 1);

const rangeOf = (from: number | null, until: number | null): TimeRange | null =>
  from !== null && until !== null && from < until ? { from, until } : null;

/** What one page of a day's event log says about the page after it. */
export interface PageFacts {
  readonly hasMoreData: boolean | null;
  readonly continuationToken: string | null;
  readonly entries: number;
  /** What it begins and ends with (`pageEnds`): some services give the same pages again and again, each time with new tokens. */
  readonly ends?: string | undefined;
}

/** Whether a page has no entries, or those of an earlier page of its walk, which began and ended as `before` says. */
export const bringsNothing = (
  { entries, ends }: Pick<PageFacts, 'entries' | 'ends'>,
  before: ReadonlySet<string>,
): boolean => entries === 0 || (ends !== undefined && before.has(ends));

/** What has happened on this walk so far. */
interface WalkFacts {
  /** The token this page was asked with; undefined for the first page. */
  readonly sent: string | undefined;
  /** Every token of this walk. */
  readonly seen: ReadonlySet<string>;
  /** Pages in a row that brought nothing, this one among them. */
  readonly emptyRun: number;
}

/**
 * Why a walk stopped. Only `complete` means that the service has no more; `waiting` is an empty page whose
 * token leads to itself, which is how a log that is still being written may end.
 */
export type WalkEnd =
  | 'complete'
  | 'waiting'
  | 'token-repeated'
  | 'token-missing'
  | 'token-unusable'
  | 'token-refused'
  | 'empty-pages'
  | 'more-unsaid';

type NextPage =
  | { readonly kind: 'next'; readonly token: string }
  | { readonly kind: 'end'; readonly reason: WalkEnd };

/** As many pages in a row that bring nothing as are believed to lead somewhere. */
const MOST_EMPTY = 10;

const end = (reason: WalkEnd): NextPage => ({ kind: 'end', reason });

/**
 * Where the walk goes (contract, endpoint 8, "Paging rule"). `hasMoreData: false` wins over a token that
 * came with it; a token that was seen before would send the walk round in circles. A page that does not
 * say whether there is more is followed where its token leads, and proves nothing where it has none.
 */
export function nextPage(page: PageFacts, walk: WalkFacts): NextPage {
  if (page.hasMoreData === false) return end('complete');
  const token = page.continuationToken;
  if (token === null || token === '') {
    return end(page.hasMoreData === null ? 'more-unsaid' : 'token-missing');
  }
  if (!isSendableToken(token)) return end('token-unusable');
  if (token === walk.sent || walk.seen.has(token)) {
    return end(token === walk.sent && page.entries === 0 ? 'waiting' : 'token-repeated');
  }
  if (walk.emptyRun >= MOST_EMPTY)
    return end(page.entries === 0 ? 'empty-pages' : 'token-repeated');
  return { kind: 'next', token };
}
