import { ApiError, changeOutcome } from '../contract/api-error.ts';
import type {
  Call,
  ChangeOperation,
  Exchange,
  ExchangeOutcome,
  Operation,
} from '../contract/operation.ts';
import { renderPath } from '../contract/path.ts';
import type { ChangeSubject, Recorded } from '../state/change.ts';
import type { Audit } from './audit.ts';

export interface ChangeRequest<Input, Answer> {
  readonly operation: ChangeOperation<Input, Answer>;
  readonly input: Input;
  readonly subject: ChangeSubject;
  /** The part of the input that may be in the audit file. */
  readonly recorded: Recorded;
}

export type ChangeEnd<Answer> = {
  /** Why the audit record is incomplete: a sentence, hostile text. */
  readonly unrecorded: string | null;
  readonly requestId: string | null;
} & (
  | {
      readonly outcome: 'accepted';
      readonly answer: Answer;
      /** HTTP status, if known. */
      readonly status: number | null;
    }
  | { readonly outcome: 'refused' | 'not sent' | 'unknown'; readonly error: ApiError }
);

type AnswerFacts = Pick<ExchangeOutcome & { readonly kind: 'answered' }, 'status' | 'requestId'>;

export interface ChangeParts {
  readonly call: Call;
  readonly audit: Audit;
  /** Sends changes even if they cannot be recorded. */
  readonly isUnaudited?: boolean;
  /** The status of the answer that just came, and the service's id of its request; null if they are unknown. */
  lastAnswer<Input, Answer>(operation: Operation<Input, Answer>, input: Input): AnswerFacts | null;
}

interface ChangeRun<Answer> {
  /** A unique id. */
  readonly attempt: string;
  /** Called when the change is recorded and about to be sent. */
  onSending?(): void;
  /** Before sending, nothing is sent; later, the answer is no longer waited for. */
  readonly interrupted?: AbortSignal;
  /** Called before the outcome is recorded, so that a slow disk does not delay it. */
  onOutcome?(end: ChangeEnd<Answer>): void;
}

/**
 * Makes one change: records it in the audit file, sends it exactly once, and records the outcome. It is never
 * repeated and cannot be aborted: a signal only ends the wait for its answer. A change that cannot be recorded is not sent, unless the
 * operator allows it (`--unaudited`); then the missing record is reported.
 *
 * Resolves with one of the four outcomes; rejects only for bugs.
 */
export async function runChange<Input, Answer>(
  parts: ChangeParts,
  request: ChangeRequest<Input, Answer>,
  { attempt, onSending: leaves, interrupted, onOutcome: learned }: ChangeRun<Answer>,
): Promise<ChangeEnd<Answer>> {
  const { audit } = parts;
  const { operation, subject, recorded } = request;
  const entry = { attempt, operation: operation.id, subject, request: recorded };
  const unrecorded = await audit.begun(entry);
  if (unrecorded !== null && !parts.isUnaudited) {
    const end = unsent(unrecorded);
    learned?.(end);
    return end;
  }
  const isUnwanted = interrupted?.aborted ?? false;
  if (!isUnwanted) leaves?.();
  const end = isUnwanted
    ? GIVEN_UP
    : await unlessInterrupted(sentOnce(parts, request, unrecorded), unrecorded, interrupted);
  learned?.(end);
  const after = await audit.ended(entry, {
    outcome: end.outcome,
    requestId: end.requestId,
    ...(end.outcome === 'accepted'
      ? { status: end.status, error: null }
      : { status: end.error.status ?? null, error: end.error.message }),
  });
  return { ...end, unrecorded: unrecorded ?? after };
}

const unsent = (unrecorded: string): ChangeEnd<never> => ({
  outcome: 'not sent',
  requestId: null,
  unrecorded,
  error: new ApiError({
    kind: 'bad-request',
    title: 'The audit file cannot be written',
    detail: `${unrecorded} Fix that, or start with --unaudited`,
  }),
});

const GIVEN_UP: ChangeEnd<never> = {
  outcome: 'not sent',
  requestId: null,
  unrecorded: null,
  error: new ApiError({ kind: 'aborted', title: 'Interrupted before anything was sent' }),
};

/** `sent`, or an unknown outcome if the signal aborts before it. */
async function unlessInterrupted<Answer>(
  sent: Promise<ChangeEnd<Answer>>,
  unrecorded: string | null,
  signal: AbortSignal | undefined,
): Promise<ChangeEnd<Answer>> {
  if (!signal) return sent;
  const interruption = Promise.withResolvers<ChangeEnd<Answer>>();
  const interrupt = () => {
    const error = new ApiError({ kind: 'aborted', title: 'Interrupted before the answer came' });
    interruption.resolve({ outcome: 'unknown', error, requestId: null, unrecorded });
  };
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    return await Promise.race([sent, interruption.promise]);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

async function sentOnce<Input, Answer>(
  { call, lastAnswer }: ChangeParts,
  { operation, input }: ChangeRequest<Input, Answer>,
  unrecorded: string | null,
): Promise<ChangeEnd<Answer>> {
  try {
    const answer = await call(operation, input);
    const { status = null, requestId = null } = lastAnswer(operation, input) ?? {};
    return { outcome: 'accepted', answer, status, requestId, unrecorded };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const requestId = error.requestId ?? null;
    return { outcome: changeOutcome(error), error, requestId, unrecorded };
  }
}

/**
 * Facts about the newest request for `operation` with `input`; null if it is not answered, or there is none. (A {@link
 * Call} only returns the answer.)
 */
export function lastAnswerOf<Input, Answer>(
  exchanges: readonly Exchange[],
  operation: Operation<Input, Answer>,
  input: Input,
): AnswerFacts | null {
  const path = pathOf(operation, input);
  const last = exchanges.findLast(
    (exchange) => exchange.operation === operation.id && exchange.path === path,
  );
  return last?.outcome.kind === 'answered' ? last.outcome : null;
}

function pathOf<Input, Answer>(operation: Operation<Input, Answer>, input: Input): string | null {
  try {
    return renderPath(operation, operation.compose(input).path);
  } catch {
    return null;
  }
}
