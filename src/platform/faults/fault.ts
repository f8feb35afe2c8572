import type { OperationId } from '../../contract/operation.ts';
import type { Page } from '../wire/page.ts';
import { fraction, hash } from '../world/chance.ts';

/** The point in a request's life at which its connection fails. */
export type Stage =
  /** The request was read; nothing was done yet. */
  | 'before handling'
  /** The operation was carried out; no byte of the answer was sent. */
  | 'before answering'
  | 'mid-answer';

/** The body of an answer that replaces the handler's. */
export type FaultBody =
  | 'empty'
  | 'problem'
  | 'application problem'
  | 'generic response'
  | 'generic error response'
  | 'message'
  | 'plain text'
  | 'html';

export type Corruption =
  /** JSON cut short, with a matching length. */
  | 'truncated JSON'
  | 'html'
  | 'empty'
  /** Every value has the wrong type. */
  | 'wrong types'
  /** A byte order mark before the JSON, which is allowed. */
  | 'byte order mark'
  /** The answer for another id, as from a cache that mixes answers up. */
  | 'another id'
  /** Invalid UTF-8. */
  | 'bad bytes'
  /** An unknown content-encoding. */
  | 'unknown encoding'
  /** gzip cut short, not gzip at all, or with a wrong checksum. */
  | 'gzip cut'
  | 'gzip garbled'
  | 'gzip checksum';

export type Fault =
  /** Resets (RST) or closes (FIN) the connection. */
  | { readonly kind: 'disconnect'; readonly stage: Stage; readonly how: 'reset' | 'close' }
  /** The connection stays open, and nothing more is sent. */
  | { readonly kind: 'hang'; readonly stage: Stage }
  /** The answer, or only its body, is sent a few bytes at a time. */
  | {
      readonly kind: 'slow';
      readonly bytesPerSecond: number;
      readonly from: 'headers' | 'body';
    }
  /** Another answer. The handler runs only if `carriedOut` is set. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: FaultBody;
      readonly headers?: Readonly<Record<string, string>>;
      readonly carriedOut?: boolean;
    }
  | { readonly kind: 'corrupt'; readonly how: Corruption }
  /** JSON of this size. */
  | { readonly kind: 'huge'; readonly bytes: number; readonly gzip: boolean }
  /** One page of an event log with this many entries. */
  | { readonly kind: 'crowded-page'; readonly entries: number }
  /** These bytes. The handler runs only if its answer follows. */
  | { readonly kind: 'raw'; readonly bytes: string; readonly before?: 'the answer' }
  | PagingFault;

/** Faults other than paging faults: at most one applies to a request. */
export type WireFault = Exclude<Fault, PagingFault>;

interface FaultScope {
  readonly operation?: OperationId;
  /** How many requests; default all. */
  readonly times?: number;
  /** Applies to every n-th request only, as with a service that comes and goes. */
  readonly oneIn?: number;
}

/** The parts of a request that decide which faults apply. */
interface FaultableRequest {
  readonly operation: OperationId | undefined;
  /** Whether the request has a continuation token. */
  readonly hasToken: boolean;
}

/** Switches faults on and off while the platform runs. */
export interface FaultControls {
  /** Switches a fault on; the returned function switches it off. Faults apply in the order they were set. */
  set(fault: Fault, scope?: FaultScope): () => void;
  clear(): void;
}

export interface FaultRegistry extends FaultControls {
  /** The faults for a request. Each is counted: a fault for three requests ends after three. */
  take(target: FaultableRequest): {
    readonly wire: WireFault | undefined;
    readonly paging: readonly PagingFault[];
  };
}

interface Entry {
  readonly fault: Fault;
  readonly operation: OperationId | undefined;
  readonly oneIn: number;
  /** Requests this fault could have applied to. */
  met: number;
  left: number;
}

export function createFaultRegistry(): FaultRegistry {
  const entries = new Set<Entry>();

  const meets = ({ fault, operation }: Entry, target: FaultableRequest): boolean =>
    (operation === undefined || operation === target.operation) &&
    ((!isPagingFault(fault) && fault.kind !== 'crowded-page') ||
      target.operation === 'event-logs') &&
    (fault.kind !== 'expired-token' || target.hasToken);

  function take(entry: Entry): void {
    entry.left -= 1;
    if (entry.left <= 0) entries.delete(entry);
  }

  return {
    set(fault, scope = {}) {
      const left = scope.times ?? Number.POSITIVE_INFINITY;
      const { operation, oneIn = 1 } = scope;
      const entry: Entry = { fault, operation, oneIn, met: 0, left };
      if (left > 0) entries.add(entry);
      return () => entries.delete(entry);
    },
    clear: () => entries.clear(),
    take(target) {
      let wire: WireFault | undefined;
      const paging: PagingFault[] = [];
      for (const entry of entries) {
        const { fault } = entry;
        if (!meets(entry, target)) continue;
        entry.met += 1;
        if (entry.met % entry.oneIn !== 0) continue;
        if (isPagingFault(fault)) paging.push(fault);
        else if (wire) continue;
        else wire = fault;
        take(entry);
      }
      return { wire, paging };
    },
  };
}

/** Faults in the paging of an event log. */
export type PagingFault =
  /** Every page returns the token it was requested with. */
  | { readonly kind: 'repeated-token' }
  /** After this many pages the token leads back to the first. */
  | { readonly kind: 'token-cycle'; readonly pages: number }
  /** Each page is preceded by this many empty pages that say there is more; at most 255. */
  | { readonly kind: 'empty-pages'; readonly pages: number }
  /** `hasMoreData` is true, but there is no token. */
  | { readonly kind: 'more-without-token' }
  /** Tokens are refused with this status. */
  | { readonly kind: 'expired-token'; readonly status: 400 | 404 | 410 }
  /** Each page begins with this many entries of the previous page. */
  | { readonly kind: 'duplicates'; readonly overlap: number }
  | { readonly kind: 'shuffled' }
  /** One in `oneIn` entries is served `delay` positions late. */
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

/** A token stores the number of empty pages in one byte. */
const MAX_EMPTY_PAGES = 255;

export const isPagingFault = (fault: { readonly kind: string }): fault is PagingFault =>
  KINDS.has(fault.kind);

/** How many positions past the end of a finished day late entries may be served. */
export const reachOf = (faults: readonly PagingFault[]): number =>
  faults.reduce(
    (most, fault) => (fault.kind === 'late-entries' ? Math.max(most, fault.delay) : most),
    0,
  );

interface PagedLog {
  /** Entries so far. */
  readonly count: number;
  readonly pageSize: number;
  /** Seeds the randomness. */
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
      if (turn >= Math.min(fault.pages, MAX_EMPTY_PAGES)) return page;
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

/** The positions served just before the page. */
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

/** What is served at a position: its entry unless that is late, and the late entry due there. */
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
