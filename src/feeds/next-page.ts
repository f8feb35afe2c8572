/** What one page of a day's event log says about the page after it. */
export interface PageFacts {
  readonly hasMoreData: boolean | null;
  readonly continuationToken: string | null;
  readonly entries: number;
}

/** What has happened on this walk so far. */
interface WalkFacts {
  /** The token this page was asked with; undefined for the first page. */
  readonly sent: string | undefined;
  /** Every token of this walk. */
  readonly seen: ReadonlySet<string>;
  /** Pages without entries in a row, this one among them. */
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
  | 'empty-pages'
  | 'more-unsaid';

type NextPage =
  | { readonly kind: 'next'; readonly token: string }
  | { readonly kind: 'end'; readonly reason: WalkEnd };

/** As many empty pages in a row as are believed to lead somewhere. */
const MOST_EMPTY = 10;
/** As long as a token may be; the client refuses longer ones too. */
const LONGEST_TOKEN = 4096;

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
  if (token === '.' || token === '..' || token.length > LONGEST_TOKEN) return end('token-unusable');
  if (token === walk.sent || walk.seen.has(token)) {
    return end(token === walk.sent && page.entries === 0 ? 'waiting' : 'token-repeated');
  }
  if (page.entries === 0 && walk.emptyRun >= MOST_EMPTY) return end('empty-pages');
  return { kind: 'next', token };
}
