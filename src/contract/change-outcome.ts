import type { ApiErrorKind } from './api-error.ts';

/**
 * What is known of a change (an operation with effect `changes`) that failed.
 *
 * - `not sent`: nothing reached the service; repeating it is safe
 * - `refused`: the service answered that it did not do it
 * - `unknown`: it may have been done; look before repeating it
 */
export type ChangeOutcome = 'not sent' | 'refused' | 'unknown';

const OUTCOMES: Readonly<Record<ApiErrorKind, ChangeOutcome>> = {
  unreachable: 'not sent',
  'bad-request': 'not sent',
  unauthorised: 'refused',
  refused: 'refused',
  'outside-window': 'refused',
  'not-found': 'refused',
  invalid: 'refused',
  'rate-limited': 'refused',
  redirected: 'refused',
  interrupted: 'unknown',
  timeout: 'unknown',
  service: 'unknown',
  unexpected: 'unknown',
  aborted: 'unknown',
};

/** The outcome of a change that failed with an error of `kind`. */
export function changeOutcome(kind: ApiErrorKind): ChangeOutcome {
  return OUTCOMES[kind];
}
