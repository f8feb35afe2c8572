import type { OperationId } from '../../contract/operation.ts';
import type { Dialect } from '../dialect.ts';
import type { PagingFault } from '../paging/paging-fault.ts';
import type { Reply } from '../reply.ts';
import type { Storage } from '../storage.ts';
import type { World } from '../world/world.ts';
import type { PlanLimits } from './plan-limits.ts';

/** A request that was routed and let in. */
export interface PlatformRequest {
  /** The decoded parameters of the path. */
  readonly path: Readonly<Record<string, string>>;
  /** The path as it came, without its query. */
  readonly pathname: string;
  readonly query: URLSearchParams;
  /** The media type without its parameters, lower case; empty when there is none. */
  readonly mediaType: string;
  readonly body: Buffer;
  /** When it came: wall clock, milliseconds. */
  readonly now: number;
  /** What the pages of an event log are to suffer. */
  readonly pagingFaults: readonly PagingFault[];
}

/** Everything a handler answers from. */
export interface Surroundings {
  readonly world: World;
  readonly storage: Storage;
  readonly dialect: Dialect;
  readonly planLimits: PlanLimits;
  /** Takes note of the entries that a page was served with. */
  noteServed(page: ServedPage): void;
}

/** One page of an event log as it was served. */
export interface ServedPage {
  readonly zoneId: number;
  /** Days since the epoch. */
  readonly day: number;
  /** The entries' positions in the day's log, in the order they were served. */
  readonly positions: readonly number[];
}

/** Answers one operation. What it throws is a bug, and becomes a 500. */
export type Handler = (
  request: PlatformRequest,
  surroundings: Surroundings,
) => Reply | Promise<Reply>;

/** One handler for each operation: with one missing this does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler };
