import type { OperationId } from '../contract/operation.ts';

/** One request that reached the platform. Its headers, the key among them, are not kept. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** The operation it was for, when its path and method are those of one. */
  readonly operation: OperationId | undefined;
  /** When it came: wall clock, milliseconds. */
  readonly at: number;
  /** Whether the operation was carried out: faults and refusals can come before. */
  readonly carriedOut: boolean;
  /** The status it was answered with; undefined while it is not, or when a fault took the answer. */
  readonly status: number | undefined;
  /** What a handler threw: a bug of the platform. */
  readonly bug: unknown;
}

/** A record that can still change. */
export type OpenRecord = { -readonly [Name in keyof RequestRecord]: RequestRecord[Name] };

/** The requests so far, oldest first. */
export interface RequestLog {
  /** The latest of them, at most ten thousand. */
  readonly requests: readonly RequestRecord[];
  /** How many there were in all. */
  readonly total: number;
  open(request: Pick<RequestRecord, 'method' | 'target' | 'operation' | 'at'>): OpenRecord;
}

const MOST_KEPT = 10_000;

export function createRequestLog(): RequestLog {
  const requests: RequestRecord[] = [];
  let total = 0;
  return {
    requests,
    get total() {
      return total;
    },
    open(request) {
      const record = { ...request, carriedOut: false, status: undefined, bug: undefined };
      if (requests.length === MOST_KEPT) requests.shift();
      requests.push(record);
      total += 1;
      return record;
    },
  };
}
