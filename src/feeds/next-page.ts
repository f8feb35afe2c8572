/** What one page of a day's event log says about the page after it. */
export interface PageFacts {
  readonly hasMoreData: boolean | null;
  readonly continuationToken: string | null;
  readonly entries: number;
}

/** What has happened on this walk so far. */
export interface WalkFacts {
  /** The token this page was asked with; undefined for the first page. */
  readonly sent: string | undefined;
  /** Every token of this walk. */
  readonly seen: ReadonlySet<string>;
  /** Pages without entries in a row, this one among them. */
  readonly emptyRun: number;
}

/** Why a walk stopped. Only `complete` means that the service has no more. */
export type WalkEnd =
  | 'complete'
  | 'token-repeated'
  | 'token-missing'
  | 'empty-pages'
  | 'token-unusable';

export type NextPage =
  | { readonly kind: 'next'; readonly token: string }
  | { readonly kind: 'end'; readonly reason: WalkEnd };

/** As many empty pages in a row as are believed to lead somewhere. */
const MOST_EMPTY = 10;
/** As long as a token may be; the client refuses longer ones too. */
const LONGEST_TOKEN = 4096;

const end = (reason: WalkEnd): NextPage => ({ kind: 'end', reason });

/**
 * Where the walk goes (contract, endpoint 8, "Paging rule"). `hasMoreData: false` wins over a token that
 * came with it; a token that was seen before would send the walk round in circles.
 */
export function nextPage(page: PageFacts, walk: WalkFacts): NextPage {
  if (page.hasMoreData !== true) return end('complete');
  const token = page.continuationToken;
  if (token === null || token === '') return end('token-missing');
  if (token === '.' || token === '..' || token.length > LONGEST_TOKEN) return end('token-unusable');
  if (token === walk.sent || walk.seen.has(token)) return end('token-repeated');
  if (page.entries === 0 && walk.emptyRun >= MOST_EMPTY) return end('empty-pages');
  return { kind: 'next', token };
}

/** The order of a log: its oldest entries first, or its newest; unknown while every stamp is the same. */
export type PageOrder = 'oldest-first' | 'newest-first' | 'unknown';

/** The order that most neighbours of `stamps` are in. */
export function orderOf(stamps: readonly number[]): PageOrder {
  let rises = 0;
  let falls = 0;
  for (let at = 1; at < stamps.length; at += 1) {
    const before = stamps[at - 1] ?? Number.NaN;
    const after = stamps[at] ?? Number.NaN;
    if (after > before) rises += 1;
    else if (after < before) falls += 1;
  }
  if (rises === falls) return 'unknown';
  return rises > falls ? 'oldest-first' : 'newest-first';
}
