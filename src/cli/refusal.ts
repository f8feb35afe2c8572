import type { ApiError } from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import type { Printable } from '../text/printable.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** Why a command cannot go on, in words for the operator; thrown by commands, told by `run`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
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
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';
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
