import type { OperationId } from '../../contract/operation.ts';
import type { ServedPage } from '../handlers/handler.ts';
import type { World } from '../world/world.ts';

/** One request that reached the platform. Its headers, the key among them, are not kept. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** The operation, when path and method are those of one. */
  readonly operation: OperationId | undefined;
  /** Time of arrival: wall clock, milliseconds. */
  readonly at: number;
  /** Whether the operation was carried out: faults and refusals can come before. */
  readonly carriedOut: boolean;
  /** The status of the answer; undefined while there is none, or when a fault replaced it. */
  readonly status: number | undefined;
  /** Bytes of the answer's body as they were sent; 0 while there is none, or when a fault replaced it. */
  readonly bytes: number;
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
      const record = { ...request, carriedOut: false, status: undefined, bytes: 0, bug: undefined };
      if (requests.length === MOST_KEPT) requests.shift();
      requests.push(record);
      total += 1;
      return record;
    },
  };
}

/** An entry of an event log as the platform served it: a client must have received it. */
export interface ServedEntry {
  readonly zoneId: number;
  /** Days since the epoch. */
  readonly day: number;
  /** Its place in the day's log, oldest first. */
  readonly position: number;
  readonly logId: string;
  /** Milliseconds since the epoch. */
  readonly moment: number;
}

interface ServedRecorder {
  note(page: ServedPage): void;
  /** Every entry of every page, in the order they were served, repeated ones included. */
  entries(): readonly ServedEntry[];
}

export function servedRecorder(world: World, isKept: boolean): ServedRecorder {
  const pages: ServedPage[] = [];
  return {
    note(page) {
      if (isKept) pages.push(page);
    },
    entries: () =>
      pages.flatMap(({ zoneId, day, positions }) => {
        const zone = world.shieldZones.find(({ id }) => id === zoneId);
        if (!zone) return [];
        const log = world.events.day(zone, day);
        return positions.map((position) => ({
          zoneId,
          day,
          position,
          logId: log.idOf(position),
          moment: log.momentOf(position),
        }));
      }),
  };
}
