import type { OperationId } from '../../contract/operation.ts';
import type { Page } from '../wire/page.ts';
import { fraction, hash } from '../world/chance.ts';

/** When, in the life of a request, something happens to its connection. */
export type Stage =
  /** The request was read; nothing was done about it. */
  | 'before handling'
  /** It was carried out; not a byte of the answer was sent. */
  | 'before answering'
  /** Half of the answer was sent. */
  | 'mid-answer';

/** The body of an answer that is not the handler's. */
export type FaultBody =
  | 'empty'
  | 'problem'
  | 'application problem'
  | 'generic response'
  | 'generic error response'
  | 'message'
  | 'plain text'
  | 'html';

/** How the handler's answer is corrupted. */
export type Corruption =
  /** JSON that breaks off, with a length that fits. */
  | 'truncated JSON'
  | 'html'
  | 'empty'
  /** Every value of another type. */
  | 'wrong types'
  /** A byte order mark before the JSON: nothing is wrong with that. */
  | 'byte order mark'
  /** The answer of another thing of the same kind, as a cache gives it that mixes them up. */
  | 'another id'
  /** Bytes that are no UTF-8. */
  | 'bad bytes'
  /** A content-encoding nobody knows. */
  | 'unknown encoding'
  /** gzip that breaks off, is none, or has a wrong checksum. */
  | 'gzip cut'
  | 'gzip garbled'
  | 'gzip checksum';

/** What can be made to go wrong with one request. */
export type Fault =
  /** The connection is reset (RST) or closed (FIN). */
  | { readonly kind: 'disconnect'; readonly stage: Stage; readonly how: 'reset' | 'close' }
  /** The connection stays open, and nothing more comes. */
  | { readonly kind: 'hang'; readonly stage: Stage }
  /** The answer, or only its body, comes a few bytes at a time. */
  | {
      readonly kind: 'slow';
      readonly bytesPerSecond: number;
      readonly from: 'headers' | 'body';
    }
  /** Another answer. The handler is not asked, unless `carriedOut`. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: FaultBody;
      /** `retry-after`, `location` … */
      readonly headers?: Readonly<Record<string, string>>;
      readonly carriedOut?: boolean;
    }
  /** The handler's answer, corrupted. */
  | { readonly kind: 'corrupt'; readonly how: Corruption }
  /** JSON of this many bytes, compressed or not. */
  | { readonly kind: 'huge'; readonly bytes: number; readonly gzip: boolean }
  /** One page of an event log with so many entries. */
  | { readonly kind: 'crowded-page'; readonly entries: number }
  /** These bytes; the handler is not asked, unless its answer follows. */
  | { readonly kind: 'raw'; readonly bytes: string; readonly before?: 'the answer' }
  | PagingFault;

/** The faults that are not of paging: at most one of them applies to a request. */
export type WireFault = Exclude<Fault, PagingFault>;

/** Which requests a fault applies to. */
interface FaultScope {
  readonly operation?: OperationId;
  /** So many of them; all when left out. */
  readonly times?: number;
  /** The last of every so many of them, as with a service that comes and goes; all when left out. */
  readonly oneIn?: number;
}

/** The faults that apply to one request. */
interface ActiveFaults {
  readonly wire: WireFault | undefined;
  readonly paging: readonly PagingFault[];
}

/** A request, as far as a fault looks at it. */
interface FaultableRequest {
  readonly operation: OperationId | undefined;
  /** Whether it carries a continuation token. */
  readonly hasToken: boolean;
}

/** Where faults are switched on and off while the platform runs. */
export interface FaultControls {
  /** Switches a fault on; what is returned switches it off again. Those switched on first go first. */
  set(fault: Fault, scope?: FaultScope): () => void;
  /** Switches everything off. */
  clear(): void;
}

/** The faults as the server sees them. */
export interface FaultRegistry extends FaultControls {
  /** The faults for a request. Each one is counted: a fault for three requests is over after three. */
  take(target: FaultableRequest): ActiveFaults;
}

interface Entry {
  readonly fault: Fault;
  readonly operation: OperationId | undefined;
  readonly oneIn: number;
  /** Requests that it could have applied to. */
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
