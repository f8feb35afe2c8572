import { ApiError } from '../contract/api-error.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Call, Operation } from '../contract/operation.ts';
import { type Printable, words } from '../text/printable.ts';
import type { ServiceFlags } from './connection/choose-service.ts';
import { type Prepared, prepareService } from './connection/prepare.ts';
import type { Context } from './context.ts';
import { demoHint } from './demo-hint.ts';
import { seedOf } from './parse/numbers.ts';
import { OperationFailed, Refusal } from './refusal.ts';
import { openSession, type Session } from './session.ts';

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
  const { askSecret } = await import('./input/ask-secret.ts');
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
