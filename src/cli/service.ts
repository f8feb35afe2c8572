import { ApiError } from '../contract/api-error.ts';
import type { Call, Exchange, Operation, OperationId } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import { promptOn } from '../session/access-key.ts';
import type { ServiceFlags } from '../session/choose-service.ts';
import { itemGiven } from '../session/config-file.ts';
import { OperationError } from '../session/errors.ts';
import { seedOf } from '../session/option-values.ts';
import { openSession, type Session } from '../session/session.ts';
import { prepareSession, resolveService, type SessionConfig } from '../session/session-config.ts';
import { ITEM_KINDS, type ItemKind } from '../state/item-kinds.ts';
import type { Workspace, WorkspaceItem } from '../state/workspace.ts';
import { nearest } from '../text/nearest.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import type { Context } from './context.ts';

/** The service that a command uses. */
export interface Service {
  readonly session: Session;
  readonly call: Call;
  /** The latest requests. Each is listed twice, as in `Exchange`. */
  readonly exchanges: readonly Exchange[];
  /** Ids given on the command line that are not in the workspace. They may be misspelt names. Hostile text. */
  readonly unknown: string[];
  /** Reads once. Rejects with an OperationError. */
  ask<Input, Answer>(operation: Operation<Input, Answer>, input: Input): Promise<Answer>;
}

/** Limit on remembered exchanges, two per request. */
const MAX_EXCHANGES = 100;

export interface ServiceOptionValues extends ServiceFlags {
  readonly seed: string | undefined;
}

/** Connects to the service that the flags select, and disconnects after `work`. */
export async function withService<T>(
  flags: ServiceOptionValues,
  context: Context,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { edges } = context;
  const seed = seedOf(flags.seed);
  const resolved = await resolveService(flags, edges);
  const config = await prepareSession(resolved, edges, promptOn(edges), 'refuse');
  return withPreparedService(config, context, seed, work);
}

/**
 * Connects to a service, and disconnects after `work`.
 *
 * @param seed of the demo's world
 */
export async function withPreparedService<T>(
  config: SessionConfig,
  { edges, machineClock, signal, messages }: Context,
  seed: number,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const session = await openSession({
    config,
    clock: machineClock,
    version: edges.version,
    timeouts: edges.timeouts,
    seed,
  });
  const exchanges: Exchange[] = [];
  const unknown: string[] = [];
  let hasLearned = false;
  const call = session.connect(
    (exchange) => {
      // Some commands run for weeks.
      if (exchanges.push(exchange) > MAX_EXCHANGES) exchanges.splice(0, MAX_EXCHANGES / 2);
      const { outcome } = exchange;
      if (outcome.kind !== 'answered' || outcome.skewMs === null) return;
      // Learned twice: the clock waits for confirmation, but there may be only one answer.
      if (!hasLearned) edges.clock.learn(outcome.skewMs);
      hasLearned = true;
      edges.clock.learn(outcome.skewMs);
    },
    (text, isNew) => isNew && messages.print(text),
    (text) => messages.print(text),
  );
  try {
    return await work({
      session,
      call,
      exchanges,
      unknown,
      async ask(operation, input) {
        try {
          return await call(operation, input, signal);
        } catch (error) {
          throw error instanceof ApiError ? new OperationError(error, operation) : error;
        }
      },
    });
  } catch (error) {
    throw withHint(error, session, unknown);
  } finally {
    const correction = edges.clock.correction();
    if (correction !== 0) {
      messages.print(
        words`This machine's clock is ${duration(Math.abs(correction))} ${correction < 0 ? words`ahead of` : words`behind`} the service's, which ages are based on. Set the clock.`,
      );
    }
    await session.close();
  }
}

/** Adds a hint to a not-found error: the ids in a demo, otherwise a similar name. */
function withHint(
  error: unknown,
  { profile, workspace }: Session,
  unknown: readonly string[],
): unknown {
  if (!(error instanceof OperationError) || error.error.kind !== 'not-found') return error;
  const { operation } = error;
  const hint = profile.demo
    ? demoHint(operation.id, workspace)
    : misspeltHint(operation.id, workspace, unknown);
  return hint === undefined ? error : new OperationError(error.error, operation, hint);
}

/** Suggests a similar workspace name for an id that was not found. */
export function misspeltHint(
  operation: OperationId,
  workspace: Workspace,
  unknown: readonly string[],
): Printable | undefined {
  const kind = operations[operation].subject;
  if (!kind) return undefined;
  const names = workspace[kind].map(({ name }) => name);
  for (const given of unknown) {
    // A name that is in the workspace is not misspelt; the service no longer has the item.
    const meant = names.includes(given) ? undefined : nearest(given, names);
    if (meant !== undefined) {
      return words`No ${ITEM_KINDS[kind].noun} “${printable(given)}” in this workspace. Did you mean ${printable(meant)}?`;
    }
  }
  return undefined;
}

/**
 * Resolves an id or a workspace name. Only for reads; changes require the id.
 *
 * @throws UserError for an ambiguous name
 */
export function idOf(
  { session, unknown }: Pick<Service, 'session' | 'unknown'>,
  kind: ItemKind,
  given: string,
): string {
  const known = itemGiven(session.workspace, kind, given);
  if (known) return known.id;
  unknown.push(given);
  return given;
}

const MAX_SUGGESTED = 5;

/** Lists the items of the demo's world that an operation could be used on. */
export function demoHint(operation: OperationId, workspace: Workspace): Printable | undefined {
  const kind = operations[operation].subject;
  if (!kind) return undefined;
  const things = workspace[kind]
    .slice(0, MAX_SUGGESTED)
    .map(({ id, name: of }) => words`${printable(id)} (${printable(of)})`);
  return words`The demo has these ${ITEM_KINDS[kind].noun}s: ${things.join(', ') as Printable}.`;
}

/** The result for one of several items. */
export interface Asked<Answer> {
  readonly item: WorkspaceItem;
  readonly result:
    | { readonly kind: 'answered'; readonly answer: Answer }
    | { readonly kind: 'failed'; readonly error: ApiError };
}

/** Maximum number of concurrent requests. */
const MAX_CONCURRENT = 6;

/**
 * Reads each item, and continues if one fails. Results are in the order of the items.
 *
 * @throws OperationError when the access key is not accepted, since no other read would succeed
 */
export async function askEach<Input, Answer>(
  items: readonly WorkspaceItem[],
  operation: Operation<Input, Answer>,
  inputOf: (item: WorkspaceItem) => Input,
  { call }: Pick<Service, 'call'>,
  { signal, messages }: Pick<Context, 'signal' | 'messages'>,
): Promise<readonly Asked<Answer>[]> {
  const results: Asked<Answer>[] = [];
  const waiting = items.entries();
  const askNext = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (signal.aborted) return;
      try {
        const answer = await call(operation, inputOf(item), signal);
        results[at] = { item, result: { kind: 'answered', answer } };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'unauthorised') throw new OperationError(error, operation);
        results[at] = { item, result: { kind: 'failed', error } };
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, askNext));
  messages.clearProgress();
  return results.filter((result) => result !== undefined);
}
