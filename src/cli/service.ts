import { ApiError } from '../contract/api-error.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Call, Operation, OperationId } from '../contract/operation.ts';
import { realMachine } from '../edges/machine.ts';
import { auditPath, openAudit } from '../mutations/audit.ts';

import { type ChangeRequest, requestIdOf, runChange } from '../mutations/change.ts';

import { createRedactor } from '../mutations/redaction.ts';
import type { ServiceFlags } from '../session/choose-service.ts';
import { OperationFailed, Refusal } from '../session/errors.ts';
import { seedOf } from '../session/option-values.ts';
import { type Prepared, prepareService } from '../session/prepare.ts';
import { openSession, type Session } from '../session/session.ts';
import type { WatchedKind, Workspace } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Context } from './context.ts';

/** A service that a command asks. */
export interface Service {
  readonly session: Session;
  readonly call: Call;
  /** Every request, twice, as in `Exchange`. */
  readonly exchanges: readonly Exchange[];
  /** Reads once. Rejects with an OperationFailed. */
  ask<Input, Answer>(operation: Operation<Input, Answer>, input: Input): Promise<Answer>;
  /**
   * @throws Refusal when the service must not be changed
   */
  mustBeWritable(): void;
}

/** The flags of `SERVICE`. */
export interface OpenFlags extends ServiceFlags {
  readonly seed: string | undefined;
}

/** Lets `work` work with the service that the flags choose, and closes it. */
export async function withService<T>(
  flags: OpenFlags,
  context: Context,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { edges } = context;
  const { askSecret } = await import('../session/ask-secret.ts');
  const seed = seedOf(flags.seed);
  const prepared = await prepareService(
    flags,
    edges,
    { secret: (question) => askSecret(question, edges), during: (run) => run() },
    'refuse',
  );
  return askService(prepared, context, seed, work);
}

/**
 * Lets `work` work with a service, and closes it.
 *
 * @param seed of the demo's world
 */
export async function askService<T>(
  prepared: Prepared,
  { edges, signal }: Context,
  seed: number,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const session = await openSession({
    prepared,
    clock: edges.clock,
    version: edges.version,
    seed,
  });
  const exchanges: Exchange[] = [];
  const call = session.connect((exchange) => exchanges.push(exchange));
  try {
    return await work({
      session,
      call,
      exchanges,
      mustBeWritable() {
        if (prepared.readOnly) throw new Refusal(READ_ONLY);
      },
      async ask(operation, input) {
        try {
          return await call(operation, input, signal);
        } catch (error) {
          throw error instanceof ApiError ? new OperationFailed(error, operation) : error;
        }
      },
    });
  } catch (error) {
    throw withHint(error, session);
  } finally {
    await session.close();
  }
}

/** In a demo, nobody knows the identifiers there are. */
function withHint(error: unknown, { profile, workspace }: Session): unknown {
  const isHelped =
    error instanceof OperationFailed && error.error.kind === 'not-found' && profile.demo;
  if (!isHelped) return error;
  const { operation } = error;
  return new OperationFailed(error.error, operation, demoHint(operation.id, workspace));
}

const READ_ONLY: readonly Printable[] = [
  words`This is read-only here, and the command would change the service. Nothing was sent.`,
  words`warren config show tells where that comes from.`,
];

const KINDS: Readonly<Partial<Record<OperationId, readonly [WatchedKind, Printable]>>> = {
  'app-overview': ['apps', words`applications`],
  'app-delete': ['apps', words`applications`],
  'dns-scan': ['dnsZones', words`DNS zones`],
  'event-logs': ['shieldZones', words`shield zones`],
  'guardian-upload': ['shieldZones', words`shield zones`],
  'rate-limit-metrics': ['rateLimits', words`rate limits`],
  'script-add-variable': ['scripts', words`scripts`],
};

const MOST = 5;

/** What the demo's world has of what an operation did not find; undefined when that is not known. */
export function demoHint(operation: OperationId, workspace: Workspace): Printable | undefined {
  const [kind, name] = KINDS[operation] ?? [];
  if (!kind || !name) return undefined;
  const things = workspace[kind]
    .slice(0, MOST)
    .map(({ id, name: of }) => words`${printable(id)} (${printable(of)})`);
  return words`Among the ${name} of the demo are ${things.join(', ') as Printable}.`;
}

/**
 * Makes one change of the service: written into the audit file before it is sent and after it is known what
 * became of it, sent once, never repeated. Ctrl-C ends the wait for the answer and takes nothing back.
 *
 * @throws Refusal when the service is read-only here
 * @throws OperationFailed when it was not accepted, or that is not known
 */
export async function makeChange<Input, Answer>(
  request: ChangeRequest<Input, Answer>,
  service: Service,
  { edges, words: narrator }: Context,
): Promise<Answer> {
  service.mustBeWritable();
  const { call, exchanges, session } = service;
  const { operation } = request;
  const machine = realMachine(edges.env);
  const audit = openAudit({
    files: machine.files,
    path: auditPath(machine.stateDirectory),
    clock: edges.clock,
    operator: machine.operator,
    profile: session.profile.name,
    host: session.profile.host,
  });
  const parts = {
    call,
    audit,
    redactor: createRedactor(),
    requestId: <I, A>(of: Parameters<typeof requestIdOf<I, A>>[1], input: I) =>
      requestIdOf(exchanges, of, input),
  };
  const letGo = Promise.withResolvers<never>();
  letGo.promise.catch(() => {});
  const abandon = () => letGo.reject(new OperationFailed(interrupted(), operation));
  if (edges.interrupted.aborted) abandon();
  else edges.interrupted.addEventListener('abort', abandon, { once: true });

  const end = await Promise.race([
    runChange(parts, request, { attempt: machine.newId() }),
    letGo.promise,
  ]);
  edges.interrupted.removeEventListener('abort', abandon);
  if (end.unrecorded !== null) {
    narrator.say(words`The audit file does not hold this: ${printable(end.unrecorded)}`);
  }
  if (end.outcome === 'accepted') return end.answer;
  throw new OperationFailed(end.error, operation);
}

const interrupted = () =>
  new ApiError({ kind: 'aborted', title: 'Interrupted before the answer came' });
