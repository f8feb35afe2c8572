import type { ApiErrorKind } from '../contract/api-error.ts';
import { isSendableToken } from '../contract/path.ts';
import { dayRange, type PageOrder } from '../events/coverage.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import type { PageTimes } from './page-order.ts';

/** Errors that mean a token is no longer valid, so the day must be read again from its start. */
export const TOKEN_GONE: ReadonlySet<ApiErrorKind> = new Set(['not-found', 'invalid', 'refused']);

/** A walk from page to page, each requested with the token of the one before: nothing lies between them. */
export interface Walk {
  /** Token of the next page; undefined for the first page. */
  readonly token: string | undefined;
  /** Tokens seen. Mutable, since copies per page would take quadratic time. */
  readonly seen: Set<string>;
  readonly pages: number;
  /** Consecutive pages without entries or with those of an earlier page. */
  readonly emptyRun: number;
  /** First and last entry of each page. Mutable like `seen`. */
  readonly ends: Set<string>;
  /** Whether it began at the day's first page. */
  readonly fromFirst: boolean;
  /** Start, wall clock. */
  readonly begunAt: number;
  /** Whether the day was over then. */
  readonly dayOver: boolean;
  /** The newest known time then. A walk from the newest end passes it. */
  readonly newestKnown: number | null;
  /** No entries yet. */
  readonly isNew: boolean;
  /** Newest time of the first page with entries, and of all pages. */
  readonly top: number | null;
  readonly highest: number | null;
  readonly before: PageTimes | null;
  /** Current position: the lowest floor since the walk last rose. */
  readonly floor: number | null;
  /** The lowest floor of all pages. */
  readonly lowest: number | null;
  /** Tokens of the pages that reached farthest, where an interrupted walk continues. */
  readonly deepest: string | undefined;
  readonly farthest: string | undefined;
  /** Rises since the last new low: the service may send it in circles. */
  readonly rises: number;
}

/** Where and when a walk begins. */
export type WalkStart = Pick<Walk, 'token' | 'fromFirst' | 'begunAt' | 'dayOver' | 'newestKnown'>;

export const newWalk = (start: WalkStart): Walk => ({
  ...start,
  seen: new Set(),
  pages: 0,
  emptyRun: 0,
  ends: new Set(),
  isNew: true,
  rises: 0,
  top: null,
  highest: null,
  before: null,
  floor: null,
  lowest: null,
  deepest: start.token,
  farthest: start.token,
});

/** Limit of rises. After pages of only late entries a walk rises. */
const MAX_RISES = 3;

/**
 * The walk after one more page, and why it ended, if it did.
 *
 * Newest first, a page with a higher floor than the one before shows that the earlier pages had only late entries,
 * whose times say nothing about the position: the walk is at the floor of this page.
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
  return { walk: after, end: after.rises > MAX_RISES ? 'token-repeated' : null };
}

/** An interrupted walk that continues with the page `sent`. */
export const resumed = (walk: Walk, sent: string | undefined): Walk => ({
  ...walk,
  token: sent,
  seen: new Set(sent === undefined ? [] : [sent]),
  emptyRun: 0,
  ends: new Set(),
  before: null,
  rises: 0,
});

/**
 * Whether a walk, newest first, has reached entries in order. Before that it has seen only late entries, whose times
 * say nothing about the position.
 */
export const isInOrder = ({ highest, newestKnown }: Walk): boolean =>
  newestKnown === null || (highest !== null && highest >= newestKnown);

interface PaginationState {
  readonly walk: Walk;
  readonly order: PageOrder;
  readonly end: WalkEnd | null;
  readonly day: UtcDay;
}

/**
 * The range of which a walk has taken every entry, except late ones; null if none is proven. Excludes the timestamp
 * at an open end, since another page may have more of it.
 */
export function confirmedRange({ walk, order, end, day }: PaginationState): TimeRange | null {
  const { from, until } = dayRange(day);
  // Only a walk from the first page shows the newest end, unless that comes last.
  const reachesTop = walk.dayOver && (walk.fromFirst || order === 'oldest-first');
  const top = reachesTop ? until : order === 'newest-first' ? walk.top : walk.highest;
  if (end === 'complete') return rangeOf(from, top);
  if (order === 'oldest-first') return rangeOf(from, walk.highest);
  return order === 'newest-first' && isInOrder(walk) ? rangeOf(bottomOf(walk), top) : null;
}

/** The claim of a walk that turned out to have seen only late entries, if any. Only newest-first walks rise. */
export function disprovedRange(before: Walk, after: Walk): TimeRange | null {
  const { floor } = before;
  if (floor === null || after.floor === null || !isInOrder(before)) return null;
  return rangeOf(floor + 1, after.floor + 1);
}

/** The earliest time that a newest-first walk has completely. */
export const bottomOf = ({ floor }: Walk): number | null => (floor === null ? null : floor + 1);

const rangeOf = (from: number | null, until: number | null): TimeRange | null =>
  from !== null && until !== null && from < until ? { from, until } : null;

/** What a page says about the next page. */
export interface PageFacts {
  readonly hasMoreData: boolean | null;
  readonly continuationToken: string | null;
  readonly entries: number;
  /** First and last entry (`pageEnds`): some services repeat pages with new tokens. */
  readonly ends?: string | undefined;
}

/** Whether a page has no entries, or repeats an earlier page of its walk. */
export const bringsNothing = (
  { entries, ends }: Pick<PageFacts, 'entries' | 'ends'>,
  before: ReadonlySet<string>,
): boolean => entries === 0 || (ends !== undefined && before.has(ends));

interface WalkFacts {
  /** The token of this page; undefined for the first page. */
  readonly sent: string | undefined;
  readonly seen: ReadonlySet<string>;
  /** Consecutive pages without new entries, including this one. */
  readonly emptyRun: number;
}

/**
 * Why a walk stopped. Only `complete` means that there is no more. `waiting` is an empty page whose token leads to
 * itself, as at the end of a log that is still written.
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

/** Limit of consecutive pages without new entries. */
const MAX_EMPTY = 10;

const end = (reason: WalkEnd): NextPage => ({ kind: 'end', reason });

/**
 * The next step of a walk (contract, endpoint 8, "Paging rule"). `hasMoreData: false` wins over a token; a repeated
 * token would loop. If the page does not say whether there is more, its token is followed; without a token nothing is
 * proven.
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
  if (walk.emptyRun >= MAX_EMPTY) return end(page.entries === 0 ? 'empty-pages' : 'token-repeated');
  return { kind: 'next', token };
}
