import { nearest } from '../config/nearest.ts';
import { ApiError } from '../contract/api-error.ts';
import type { Call, Exchange, Operation, OperationId } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import { realMachine } from '../edges/machine.ts';
import { auditPath, openAudit } from '../mutations/audit.ts';
import { type ChangeRequest, requestIdOf, runChange } from '../mutations/change.ts';
import { createRedactor } from '../mutations/redaction.ts';
import { archivePasswords, promptOn } from '../session/access-key.ts';
import type { ServiceFlags } from '../session/choose-service.ts';
import { itemGiven, REPLACE_THE_KEY } from '../session/config-file.ts';
import { EXIT, OperationError, UserError } from '../session/errors.ts';
import { seedOf } from '../session/option-values.ts';
import { openSession, type Session } from '../session/session.ts';
import { prepareSession, resolveService, type SessionConfig } from '../session/session-config.ts';
import { ITEM_KINDS, type ItemKind } from '../state/item-kinds.ts';
import type { Workspace, WorkspaceItem } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import type { Context } from './context.ts';
import { type OutputFlags, printerFor, type Report } from './output/report.ts';

/** A service that a command asks. */
export interface Service {
  readonly session: Session;
  readonly call: Call;
  /** The last requests, twice each, as in `Exchange`. */
  readonly exchanges: readonly Exchange[];
  /** What was given for an id and is no name in the workspace: it may be an id, or misspelt. Hostile text. */
  readonly unknown: string[];
  /** Reads once. Rejects with an OperationError. */
  ask<Input, Answer>(operation: Operation<Input, Answer>, input: Input): Promise<Answer>;
  /**
   * @throws UserError when the service must not be changed
   */
  assertWritable(): void;
}

/** Of the last requests so many are known, twice each. */
const MOST_EXCHANGES = 100;

export interface ServiceOptionValues extends ServiceFlags {
  readonly seed: string | undefined;
}

/** Lets `work` work with the service that the flags choose, and closes it. */
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
 * Lets `work` work with a service, and closes it.
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
  let isTold = false;
  const call = session.connect(
    (exchange) => {
      // Some commands run for weeks.
      if (exchanges.push(exchange) > MOST_EXCHANGES) exchanges.splice(0, MOST_EXCHANGES / 2);
      const { outcome } = exchange;
      if (outcome.kind !== 'answered' || outcome.skewMs === null) return;
      // There may be one answer only: what the first says is not waited to be said again.
      if (!isTold) edges.clock.learn(outcome.skewMs);
      isTold = true;
      edges.clock.learn(outcome.skewMs);
    },
    (text, isNew) => isNew && messages.print(text),
  );
  try {
    return await work({
      session,
      call,
      exchanges,
      unknown,
      assertWritable() {
        if (config.readOnly) throw new UserError(READ_ONLY);
      },
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
        words`This machine's clock is ${duration(Math.abs(correction))} ${correction < 0 ? words`ahead of` : words`behind`} the service's, by which ages are told: set it.`,
      );
    }
    await session.close();
  }
}

/** In a demo, nobody knows the identifiers there are; elsewhere a name may be misspelt. */
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

/** The name that was meant, perhaps, by what an operation did not find; undefined where none is near. */
export function misspeltHint(
  operation: OperationId,
  workspace: Workspace,
  unknown: readonly string[],
): Printable | undefined {
  const kind = operations[operation].subject;
  if (!kind) return undefined;
  const names = workspace[kind].map(({ name }) => name);
  for (const given of unknown) {
    // What the workspace has under that name is not misspelt: the service does not have it any more.
    const meant = names.includes(given) ? undefined : nearest(given, names);
    if (meant !== undefined) {
      return words`No ${ITEM_KINDS[kind].noun} “${printable(given)}” in this workspace. Did you mean ${printable(meant)}?`;
    }
  }
  return undefined;
}

/**
 * What the workspace calls a thing that is to be changed; its id where it is not in the workspace.
 *
 * @throws UserError where a name was given for the id: what changes something takes that
 */
export function nameOf({ session }: Pick<Service, 'session'>, kind: ItemKind, id: string): string {
  const things = session.workspace[kind];
  const known = things.find((thing) => thing.id === id);
  const named = things.filter(({ name }) => name === id);
  if (!known && named.length > 0) {
    const ids = named.map((thing) => printable(thing.id)).join(', ');
    throw new UserError([
      words`${printable(id)} is a name in the workspace: what changes something takes the id, ${ids as Printable}. Nothing was sent.`,
    ]);
  }
  return known?.name ?? id;
}

/**
 * The id of what is given by its id, or by its name in the workspace. For reading: what changes something takes the id.
 *
 * @throws UserError where several have the name
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

const READ_ONLY: readonly Printable[] = [
  words`Read-only: the command would change the service. Nothing was sent.`,
  words`warren config show tells where that comes from.`,
];

const MOST = 5;

/** What the demo's world has of what an operation did not find; undefined when that is not known. */
export function demoHint(operation: OperationId, workspace: Workspace): Printable | undefined {
  const kind = operations[operation].subject;
  if (!kind) return undefined;
  const things = workspace[kind]
    .slice(0, MOST)
    .map(({ id, name: of }) => words`${printable(id)} (${printable(of)})`);
  return words`The demo has these ${ITEM_KINDS[kind].noun}s: ${things.join(', ') as Printable}.`;
}

/**
 * Makes one change of the service: written into the audit file before it is sent and after it is known what
 * became of it, sent once, never repeated. Ctrl-C ends the wait for the answer and takes nothing back; once the answer
 * is there, it is written down and told.
 *
 * @throws UserError when the service is read-only here, or when what would be recorded holds the access key
 * @throws OperationError when it was not accepted, or that is not known
 */
export async function makeChange<Input, Answer>(
  request: ChangeRequest<Input, Answer>,
  service: Service,
  { edges, machineClock, messages }: Context,
): Promise<Answer> {
  service.assertWritable();
  const { call, exchanges, session } = service;
  const { operation } = request;
  assertKeyUnrecorded(request, session);
  const machine = realMachine(edges.env);
  const audit = openAudit({
    files: machine.files,
    path: auditPath(machine.stateDirectory),
    clock: machineClock,
    operator: machine.operator,
    profile: session.profile.name,
    host: session.profile.host,
  });
  const parts = {
    call,
    audit,
    isUnaudited: session.profile.isUnaudited ?? false,
    redactor: createRedactor(),
    requestId: <I, A>(of: Parameters<typeof requestIdOf<I, A>>[1], input: I) =>
      requestIdOf(exchanges, of, input),
  };
  const interruption = Promise.withResolvers<never>();
  interruption.promise.catch(() => {});
  let isSent = false;
  let isAnswered = false;
  const interrupt = () => {
    // What is left is to write it down, which another program may delay for seconds.
    if (isAnswered) return;
    interruption.reject(
      isSent
        ? new OperationError(interruptedError(), operation)
        : new UserError([words`Interrupted; nothing was sent.`], EXIT.interrupted),
    );
  };
  if (edges.interrupted.aborted) interrupt();
  else edges.interrupted.addEventListener('abort', interrupt, { once: true });

  const end = await Promise.race([
    runChange(parts, request, {
      attempt: machine.newId(),
      isGivenUp: () => edges.interrupted.aborted,
      onSending: () => {
        isSent = true;
      },
      onOutcome: () => {
        isAnswered = true;
      },
    }),
    interruption.promise,
  ]);
  edges.interrupted.removeEventListener('abort', interrupt);
  const { auditArchive: place } = session;
  const path = auditPath(machine.stateDirectory);
  if (place !== undefined && path !== null) {
    const { openAuditSender, sendAtOnce } = await import('../session/audit-sender.ts');
    const passwords = archivePasswords(edges, promptOn(edges));
    const sender = openAuditSender({ files: machine.files, path, place, passwords });
    const trouble = await sendAtOnce(sender, edges.clock);
    if (trouble !== null) messages.print(trouble);
  }
  // What was not sent for want of it says so itself.
  if (end.unrecorded !== null && end.outcome !== 'not sent') {
    messages.print(words`This is not recorded in the audit file: ${printable(end.unrecorded)}`);
  }
  if (end.outcome === 'accepted') return end.answer;
  throw new OperationError(end.error, operation);
}

/** The audit file is kept, and goes into bundles: it never has the key. @throws UserError when it would */
function assertKeyUnrecorded(
  { subject, recorded }: Pick<ChangeRequest<never, unknown>, 'subject' | 'recorded'>,
  { isSecret }: Pick<Session, 'isSecret'>,
): void {
  for (const [name, value] of Object.entries({ ID: subject.id, ...recorded })) {
    if (!isSecret?.(String(value))) continue;
    throw new UserError([
      words`${printable(name)} holds the access key: nothing was done with it.`,
      REPLACE_THE_KEY,
    ]);
  }
}

const interruptedError = () =>
  new ApiError({ kind: 'aborted', title: 'Interrupted before the answer came' });

/**
 * Shows what became of a change. Where the output cannot take it, `sentence` tells on standard error what was done:
 * whoever asked for the change must not be left to think that it was not made.
 */
export async function reportChange(
  report: Report,
  { flags, sentence }: { readonly flags: OutputFlags; readonly sentence: Printable },
  context: Context,
): Promise<void> {
  const { stdout, messages } = context;
  await printerFor(context, flags, 'one').print(report);
  await stdout.flushed();
  if (stdout.gone.aborted) messages.print(sentence);
}

/** What came of asking for one of many things. */
export interface Asked<Answer> {
  readonly item: WorkspaceItem;
  readonly result:
    | { readonly kind: 'answered'; readonly answer: Answer }
    | { readonly kind: 'failed'; readonly error: ApiError };
}

/** So many requests are under way at a time. */
const AT_ONCE = 6;

/**
 * Reads something of every item, and goes on where one fails. The results are in the order of the items.
 *
 * @throws OperationError when the access key is not accepted: it will not be for the next one either
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
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  messages.clearProgress();
  return results.filter((result) => result !== undefined);
}
