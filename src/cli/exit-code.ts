import { type ApiErrorKind, changeOutcome } from '../contract/api-error.ts';

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
