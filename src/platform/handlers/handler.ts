import type { OperationId } from '../../contract/operation.ts';
import type { PagingFault } from '../faults/fault.ts';
import type { Dialect } from '../wire/dialect.ts';
import type { Reply } from '../wire/reply.ts';
import type { PlanLimits } from '../world/shield-zones.ts';
import type { World } from '../world/world.ts';
import type { Storage } from './storage.ts';

/** A request that was routed and let in. */
export interface PlatformRequest {
  /** The decoded parameters of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly pathname: string;
  readonly query: URLSearchParams;
  /** The media type without its parameters, lower case; empty when there is none. */
  readonly mediaType: string;
  /** The Accept header. */
  readonly accept: string | undefined;
  readonly body: Buffer;
  /** When it came: wall clock, milliseconds. */
  readonly now: number;
  /** What the pages of an event log are to suffer. */
  readonly pagingFaults: readonly PagingFault[];
}

/** Everything a handler answers from. */
export interface HandlerContext {
  readonly world: World;
  readonly storage: Storage;
  readonly dialect: Dialect;
  readonly planLimits: PlanLimits;
  /** Told of the entries that a page is served with. */
  readonly served?: ((page: ServedPage) => void) | undefined;
}

/** One page of an event log as it was served. */
interface ServedPage {
  readonly zoneId: number;
  /** Days since the epoch. */
  readonly day: number;
  /** The entries' positions in the day's log, in the order they were served. */
  readonly positions: readonly number[];
}

/** Answers one operation. What it throws is a bug, and becomes a 500. */
export type Handler = (request: PlatformRequest, context: HandlerContext) => Reply | Promise<Reply>;

/** One handler for each operation: with one missing this does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler };

/** A request body as a JSON object; undefined for everything else. */
export function parsedObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // JSON.parse makes nothing else that is an object.
  return value as Record<string, unknown>;
}
