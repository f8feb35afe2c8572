import { describe, expect, it } from 'vitest';
import type { ApiErrorKind } from '../../src/contract/api-error.ts';
import { changeOutcome } from '../../src/contract/change-outcome.ts';

describe('the outcome of a change that failed', () => {
  it.each<[ApiErrorKind, string]>([
    ['unreachable', 'not sent'],
    ['bad-request', 'not sent'],
    ['unauthorised', 'refused'],
    ['not-found', 'refused'],
    ['redirected', 'refused'],
    ['interrupted', 'unknown'],
    ['timeout', 'unknown'],
    ['service', 'unknown'],
    ['unexpected', 'unknown'],
    ['aborted', 'unknown'],
  ])('%s is %s', (kind, outcome) => {
    expect(changeOutcome(kind)).toBe(outcome);
  });
});
