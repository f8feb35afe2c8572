import type { OperationId } from '../../contract/operation.ts';
import { isPagingFault, type PagingFault } from './paging-fault.ts';

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

/** How the handler's answer is spoilt. */
export type Spoiling =
  /** JSON that breaks off, with a length that fits. */
  | 'truncated JSON'
  | 'html'
  | 'empty'
  /** Every value of another type. */
  | 'wrong types'
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
  | { readonly kind: 'break'; readonly stage: Stage; readonly how: 'reset' | 'close' }
  /** The connection stays open, and nothing more comes. */
  | { readonly kind: 'silence'; readonly stage: Stage }
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
  /** The handler's answer, spoilt. */
  | { readonly kind: 'spoil'; readonly how: Spoiling }
  /** JSON of this many bytes, compressed or not. */
  | { readonly kind: 'huge'; readonly bytes: number; readonly gzip: boolean }
  /** These bytes and nothing else; the handler is not asked. */
  | { readonly kind: 'raw'; readonly bytes: string }
  | PagingFault;

/** The faults that are not of paging: at most one of them befalls a request. */
export type WireFault = Exclude<Fault, PagingFault>;

/** Which requests a fault befalls. */
export interface FaultScope {
  /** Those of one operation; all when left out. */
  readonly operation?: OperationId;
  /** So many of them; all when left out. */
  readonly times?: number;
}

/** What befalls one request. */
export interface Befalling {
  readonly wire: WireFault | undefined;
  readonly paging: readonly PagingFault[];
}

/** A request, as far as a fault looks at it. */
export interface FaultTarget {
  readonly operation: OperationId | undefined;
  /** Whether it carries a continuation token. */
  readonly hasToken: boolean;
}

/** Where faults are switched on and off while the platform runs. */
export interface Switchboard {
  /** Switches a fault on; what is returned switches it off again. Those switched on first go first. */
  set(fault: Fault, scope?: FaultScope): () => void;
  /** Switches everything off. */
  clear(): void;
}

/** The side of the switchboard that the server is on. */
export interface FaultSource extends Switchboard {
  /** What befalls a request. Counts it: a fault for three requests is over after three. */
  befall(target: FaultTarget): Befalling;
}

interface Entry {
  readonly fault: Fault;
  readonly operation: OperationId | undefined;
  left: number;
}

export function createSwitchboard(): FaultSource {
  const entries = new Set<Entry>();

  const meets = ({ fault, operation }: Entry, target: FaultTarget): boolean =>
    (operation === undefined || operation === target.operation) &&
    (!isPagingFault(fault) || target.operation === 'event-logs') &&
    (fault.kind !== 'expired-token' || target.hasToken);

  function take(entry: Entry): void {
    entry.left -= 1;
    if (entry.left <= 0) entries.delete(entry);
  }

  return {
    set(fault, scope = {}) {
      const left = scope.times ?? Number.POSITIVE_INFINITY;
      const entry: Entry = { fault, operation: scope.operation, left };
      if (left > 0) entries.add(entry);
      return () => entries.delete(entry);
    },
    clear: () => entries.clear(),
    befall(target) {
      let wire: WireFault | undefined;
      const paging: PagingFault[] = [];
      for (const entry of entries) {
        const { fault } = entry;
        if (!meets(entry, target)) continue;
        if (isPagingFault(fault)) paging.push(fault);
        else if (wire) continue;
        else wire = fault;
        take(entry);
      }
      return { wire, paging };
    },
  };
}
