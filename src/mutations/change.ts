import { ApiError, changeOutcome } from '../contract/api-error.ts';
import type { Call, ChangeOperation, Exchange, Operation } from '../contract/operation.ts';
import { renderPath } from '../contract/path.ts';
import type { ChangeSubject, Recorded } from '../state/change.ts';
import type { Audit } from './audit.ts';
import type { Redactor } from './redaction.ts';

/** One change to be made. */
export interface ChangeRequest<Input, Answer> {
  readonly operation: ChangeOperation<Input, Answer>;
  readonly input: Input;
  readonly subject: ChangeSubject;
  /** What the audit file may hold of the input. */
  readonly recorded: Recorded;
  /** The parts of the input that must not be seen anywhere, should the service repeat them. */
  readonly secret?: readonly string[];
}

/** What became of a change. */
export type ChangeEnd<Answer> = {
  /** Why the audit file does not hold it whole: a sentence, hostile text. */
  readonly unrecorded: string | null;
  readonly requestId: string | null;
} & (
  | { readonly outcome: 'accepted'; readonly answer: Answer }
  | { readonly outcome: 'refused' | 'not sent' | 'unknown'; readonly error: ApiError }
);

/** What a change is made with. */
export interface ChangeParts {
  readonly call: Call;
  readonly audit: Audit;
  /** Sends a change although it could not be written down. */
  readonly isUnaudited?: boolean;
  readonly redactor: Redactor;
  /** The id the service gave to the request that was just answered, if it is known. */
  requestId<Input, Answer>(operation: Operation<Input, Answer>, input: Input): string | null;
}

interface ChangeRun<Answer> {
  /** Unlike that of any other change. */
  readonly attempt: string;
  /** Called when it is written down and leaves now. */
  onSending?(): void;
  /** Whether it was given up before it left: then nothing is sent. */
  isGivenUp?(): boolean;
  /** Hears of the outcome before it is written down: a slow disk keeps nobody waiting for it. */
  onOutcome?(end: ChangeEnd<Answer>): void;
}

/**
 * Makes one change: records it in the audit file, sends it exactly once, and records the outcome. It is never
 * repeated and cannot be aborted, so there is no signal. What cannot be recorded is not sent, unless the
 * operator allows it (`--unaudited`); then the missing record is reported.
 *
 * Resolves with one of the four outcomes; rejects only for bugs.
 */
export async function runChange<Input, Answer>(
  parts: ChangeParts,
  request: ChangeRequest<Input, Answer>,
  { attempt, onSending: leaves, isGivenUp, onOutcome: learned }: ChangeRun<Answer>,
): Promise<ChangeEnd<Answer>> {
  const { audit, redactor } = parts;
  const { operation, subject, recorded } = request;
  const entry = { attempt, operation: operation.id, subject, request: recorded };
  const releases = (request.secret ?? []).map(redactor.guard);
  try {
    const unrecorded = await audit.begun(entry);
    if (unrecorded !== null && !parts.isUnaudited) {
      const end = unsent(unrecorded);
      learned?.(end);
      return end;
    }
    const isUnwanted = isGivenUp?.() ?? false;
    if (!isUnwanted) leaves?.();
    const end = isUnwanted ? GIVEN_UP : await sentOnce(parts, request, unrecorded);
    learned?.(end);
    const error = end.outcome === 'accepted' ? null : audited(end.error, request.secret);
    const after = await audit.ended(entry, { ...end, error });
    return { ...end, unrecorded: unrecorded ?? after };
  } finally {
    for (const release of releases) release();
  }
}

/** The failure for the audit, which is kept: a service has more ways to repeat a secret than can be recognised. */
function audited(error: ApiError, secret: readonly string[] = []): ApiError {
  // Without a status nobody answered, and the words are our own.
  if (error.status === undefined || secret.every((text) => text === '')) return error;
  const { kind, status } = error;
  return new ApiError({ kind, status, title: LEFT_OUT });
}

const LEFT_OUT = 'What the service said is left out: it may repeat the value.';

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

async function sentOnce<Input, Answer>(
  { call, redactor, requestId }: ChangeParts,
  { operation, input }: ChangeRequest<Input, Answer>,
  unrecorded: string | null,
): Promise<ChangeEnd<Answer>> {
  try {
    const answer = await call(operation, input);
    return { outcome: 'accepted', answer, requestId: requestId(operation, input), unrecorded };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const redacted = redactor.redactError(error);
    const outcome = changeOutcome(error);
    return { outcome, error: redacted, requestId: redacted.requestId ?? null, unrecorded };
  }
}

/**
 * The id the service gave to the newest answered request for `operation` with `input` among `exchanges`;
 * null when it gave none, or nothing was sent. A {@link Call} resolves with the answer alone.
 */
export function requestIdOf<Input, Answer>(
  exchanges: readonly Exchange[],
  operation: Operation<Input, Answer>,
  input: Input,
): string | null {
  const path = pathOf(operation, input);
  const last = exchanges.findLast(
    (exchange) => exchange.operation === operation.id && exchange.path === path,
  );
  return last?.outcome.kind === 'answered' ? last.outcome.requestId : null;
}

function pathOf<Input, Answer>(operation: Operation<Input, Answer>, input: Input): string | null {
  try {
    return renderPath(operation, operation.compose(input).path);
  } catch {
    return null;
  }
}
