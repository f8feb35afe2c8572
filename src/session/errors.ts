import {
  type ApiError,
  type ApiErrorKind,
  type ApiErrorParts,
  changeOutcome,
} from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import { type Printable, printable } from '../text/printable.ts';

/** Exit codes. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  unauthorised: 5,
  unreachable: 6,
  outcomeUnknown: 7,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Exit codes and their meanings, as listed in help and manual page. */
export const exitCodes: readonly (readonly [code: string, meaning: string])[] = [
  ...Object.entries({
    [EXIT.done]: 'done, also if the reader of the output has gone',
    [EXIT.unexpected]: 'an unexpected answer, findings, or output that cannot be written',
    [EXIT.usage]: 'usage or configuration error; nothing was sent',
    [EXIT.refused]: 'refused by the service',
    [EXIT.notFound]: 'not found',
    [EXIT.unauthorised]: 'not authorised',
    [EXIT.unreachable]: 'unreachable, connection lost or timed out',
    [EXIT.outcomeUnknown]: 'sent, and the outcome is unknown',
    [EXIT.bug]: 'a bug',
  } satisfies Readonly<Record<Exclude<ExitCode, typeof EXIT.interrupted>, string>>),
  ['128+N', 'ended by signal N: 129 SIGHUP, 130 Ctrl-C, 131 SIGQUIT, 143 SIGTERM'],
];

/** An error to show as it is, with an exit code. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly code: ExitCode;
  /** What is wrong and what to do, as sentences. */
  readonly lines: readonly Printable[];
  /** The error of the last request, if relevant. */
  readonly last: OperationError | undefined;

  constructor(
    lines: readonly Printable[],
    code: ExitCode = EXIT.usage,
    last?: OperationError | undefined,
  ) {
    super(lines.join(' '));
    this.lines = lines;
    this.code = code;
    this.last = last;
  }
}

type FailedOperation = Pick<Operation<unknown, unknown>, 'id' | 'effect' | 'title'>;

/** A catch handler that turns an error of class `kind` into a UserError, and rethrows others. */
export const asUserError =
  (kind: abstract new (...facts: never[]) => Error) =>
  (error: unknown): never => {
    throw error instanceof kind ? new UserError([printable(error.message)]) : error;
  };

export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly error: ApiError;
  readonly operation: FailedOperation;
  /** Advice that replaces the usual one for this kind of error. */
  readonly hint: Printable | undefined;

  constructor(error: ApiError, operation: FailedOperation, hint?: Printable) {
    super(error.message);
    this.error = error;
    this.operation = operation;
    this.hint = hint;
  }
}

const BY_KIND: Readonly<Record<ApiErrorKind, ExitCode>> = {
  'bad-request': EXIT.usage,
  unreachable: EXIT.unreachable,
  interrupted: EXIT.unreachable,
  timeout: EXIT.unreachable,
  unauthorised: EXIT.unauthorised,
  refused: EXIT.refused,
  'outside-window': EXIT.refused,
  invalid: EXIT.refused,
  'rate-limited': EXIT.refused,
  'not-found': EXIT.notFound,
  'not-recorded': EXIT.notFound,
  service: EXIT.unexpected,
  redirected: EXIT.unexpected,
  unexpected: EXIT.unexpected,
  aborted: EXIT.interrupted,
};

/** The exit code for a failed operation. */
export function exitCodeOf(
  error: Pick<ApiErrorParts, 'kind' | 'status'>,
  effect: 'reads' | 'changes',
): ExitCode {
  // That a change may have been made is more important than the kind of error.
  if (effect === 'changes' && changeOutcome(error) === 'unknown') return EXIT.outcomeUnknown;
  return BY_KIND[error.kind];
}
