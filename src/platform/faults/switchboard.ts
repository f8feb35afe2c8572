import type { OperationId } from '../../contract/operation.ts';
import { isPagingFault, type PagingFault } from '../paging/paging-fault.ts';
import type { Fault, FaultScope, WireFault } from './fault.ts';

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
