import type { OperationId } from '../../contract/operation.ts';
import type { PagingFault } from '../faults/fault.ts';
import type { Dialect } from '../wire/dialect.ts';
import type { Reply } from '../wire/reply.ts';
import type { PlanLimits } from '../world/shield-zones.ts';
import type { World } from '../world/world.ts';
import type { Storage } from './storage.ts';

/** A request after routing and authentication. */
export interface PlatformRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly pathname: string;
  readonly query: URLSearchParams;
  /** Lower case, without parameters; empty if absent. */
  readonly mediaType: string;
  readonly accept: string | undefined;
  readonly body: Buffer;
  /** Time of arrival: wall clock, milliseconds. */
  readonly now: number;
  readonly pagingFaults: readonly PagingFault[];
}

export interface HandlerContext {
  readonly world: World;
  readonly storage: Storage;
  readonly dialect: Dialect;
  readonly planLimits: PlanLimits;
  /** Called with the entries of each page served. */
  readonly served?: ((page: ServedPage) => void) | undefined;
}

interface ServedPage {
  readonly zoneId: number;
  readonly day: number;
  /** Positions in the day's log, in the order served. */
  readonly positions: readonly number[];
}

/** Answers one operation. Anything it throws is a bug and becomes a 500. */
export type Handler = (request: PlatformRequest, context: HandlerContext) => Reply | Promise<Reply>;

/** Does not compile if an operation has no handler. */
export type Handlers = { readonly [Id in OperationId]: Handler };

/** The request body as a JSON object; undefined for anything else. */
export function parsedObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // JSON.parse returns no other objects.
  return value as Record<string, unknown>;
}
