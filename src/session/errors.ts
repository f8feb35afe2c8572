import { type ApiError, type ApiErrorKind, changeOutcome } from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import type { Printable } from '../text/printable.ts';

/** Why a command cannot go on, in words for the operator; thrown by commands, told by `run`. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly code: ExitCode;
  /** What is the matter, and what to do; one sentence or two each. */
  readonly lines: readonly Printable[];

  constructor(lines: readonly Printable[], code: ExitCode = EXIT.usage) {
    super(lines.join(' '));
    this.lines = lines;
    this.code = code;
  }
}

type FailedOperation = Pick<Operation<never, unknown>, 'id' | 'effect' | 'title'>;

/** An operation that failed; thrown by commands, told by `run`. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly error: ApiError;
  readonly operation: FailedOperation;
  /** What may help beside what the error says. */
  readonly hint: Printable | undefined;

  constructor(error: ApiError, operation: FailedOperation, hint?: Printable) {
    super(error.message);
    this.error = error;
    this.operation = operation;
    this.hint = hint;
  }
}

/** How a command ended, for whoever called it. */
export const EXIT = {
  done: 0,
  /** An answer that does not fit the contract, or a failure of the service itself. */
  unexpected: 1,
  /** The command line or the configuration; nothing was sent. */
  usage: 2,
  /** The service understood and said no. */
  refused: 3,
  notFound: 4,
  /** The access key was not accepted. */
  unauthorised: 5,
  /** Unreachable, broken off, or timed out. */
  unreachable: 6,
  /** A change was sent, and whether it was done is not known. */
  outcomeUnknown: 7,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

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
  service: EXIT.unexpected,
  redirected: EXIT.unexpected,
  unexpected: EXIT.unexpected,
  aborted: EXIT.interrupted,
};

/** The exit code for an operation with `effect` that failed with an error of `kind`. */
export function exitCodeOf(kind: ApiErrorKind, effect: 'reads' | 'changes'): ExitCode {
  // That a change may have been made is what its caller must know first, whatever went wrong.
  if (effect === 'changes' && changeOutcome(kind) === 'unknown') return EXIT.outcomeUnknown;
  return BY_KIND[kind];
}

/** The exit codes and what they say, as help and the manual page list them. */
export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'done'],
  ['1', 'an unexpected answer, or findings'],
  ['2', 'the command line or the configuration; nothing was sent'],
  ['3', 'refused by the service'],
  ['4', 'not found'],
  ['5', 'not authorised'],
  ['6', 'unreachable, broken off or timed out'],
  ['7', 'sent, and the outcome is unknown'],
  ['70', 'a bug'],
  ['130', 'interrupted'],
];
