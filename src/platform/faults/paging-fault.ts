import type { Page } from '../wire/page.ts';
import { fraction, hash } from '../world/chance.ts';

/** What can be wrong with the pages of an event log. */
export type PagingFault =
  /** Every page's token is the one it was asked for with. */
  | { readonly kind: 'repeated-token' }
  /** After so many pages the token leads back to the first. */
  | { readonly kind: 'token-cycle'; readonly pages: number }
  /** Before each page come so many that are empty and say that there is more; at most 255. */
  | { readonly kind: 'empty-pages'; readonly pages: number }
  /** There is more, and no token to ask for it with. */
  | { readonly kind: 'more-without-token' }
  /** Tokens are refused, with this status. Only requests that carry one meet it. */
  | { readonly kind: 'expired-token'; readonly status: 400 | 404 | 410 }
  /** Each page begins with so many entries of the one before. */
  | { readonly kind: 'duplicates'; readonly overlap: number }
  /** The entries of a page are in no order. */
  | { readonly kind: 'shuffled' }
  /** One in so many entries is served as many positions later as `delay` says. */
  | { readonly kind: 'late-entries'; readonly oneIn: number; readonly delay: number };

const KINDS: ReadonlySet<string> = new Set<PagingFault['kind']>([
  'repeated-token',
  'token-cycle',
  'empty-pages',
  'more-without-token',
  'expired-token',
  'duplicates',
  'shuffled',
  'late-entries',
]);

/** A token counts turns in a byte. */
const MOST_TURNS = 255;

export const isPagingFault = (fault: { readonly kind: string }): fault is PagingFault =>
  KINDS.has(fault.kind);

/** By how many positions a finished day reaches further, so that late entries still come. */
export const reachOf = (faults: readonly PagingFault[]): number =>
  faults.reduce(
    (most, fault) => (fault.kind === 'late-entries' ? Math.max(most, fault.delay) : most),
    0,
  );

/** The log a page is of, as a fault needs to know it. */
interface PagedLog {
  /** How many entries there are by now. */
  readonly count: number;
  readonly pageSize: number;
  /** Of chance. */
  readonly key: number;
}

export function withPagingFault(page: Page, fault: PagingFault, log: PagedLog): Page {
  switch (fault.kind) {
    case 'repeated-token':
      return { ...page, hasMoreData: true, next: page.start };
    case 'token-cycle':
      return cycling(page, fault.pages, log);
    case 'empty-pages': {
      const { turn } = page.start;
      if (turn >= Math.min(fault.pages, MOST_TURNS)) return page;
      return { ...page, positions: [], hasMoreData: true, next: { ...page.start, turn: turn + 1 } };
    }
    case 'more-without-token':
      return { ...page, hasMoreData: true, next: '' };
    case 'expired-token':
      return page;
    case 'duplicates':
      return { ...page, positions: [...before(page, fault.overlap, log), ...page.positions] };
    case 'shuffled':
      return { ...page, positions: shuffled(page.positions, hash(log.key, page.start.at)) };
    case 'late-entries':
      return { ...page, positions: page.positions.flatMap((at) => delayed(at, fault, log)) };
  }
}

function cycling(page: Page, pages: number, { count, pageSize }: PagedLog): Page {
  const { start, next } = page;
  const isOldestFirst = start.order === 'oldest';
  const walked = isOldestFirst ? start.at : count - start.at;
  if (next && walked + pageSize < pages * pageSize) return page;
  return { ...page, hasMoreData: true, next: { ...start, at: isOldestFirst ? 0 : count, turn: 0 } };
}

/** The positions served just before a page's. */
function before({ start, positions }: Page, overlap: number, { count }: PagedLog): number[] {
  const first = positions[0];
  if (first === undefined) return [];
  const step = start.order === 'oldest' ? -1 : 1;
  return Array.from({ length: overlap }, (_, at) => first + step * (overlap - at)).filter(
    (position) => position >= 0 && position < count,
  );
}

function shuffled(positions: readonly number[], key: number): readonly number[] {
  return positions
    .map((position) => ({ position, rank: hash(key, position) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ position }) => position);
}

/** What is served in a position's place: it, unless it is late, and the late one that is due by now. */
function delayed(
  position: number,
  { oneIn, delay }: { readonly oneIn: number; readonly delay: number },
  { count, key }: PagedLog,
): number[] {
  const isLate = (at: number) => fraction(hash(key, at, 11)) * oneIn < 1;
  const due = position - delay;
  const served = due >= 0 && isLate(due) ? [due] : [];
  return position < count && !isLate(position) ? [...served, position] : served;
}
