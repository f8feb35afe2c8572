import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind, changeOutcome } from '../../src/contract/api-error.ts';

describe('an ApiError', () => {
  it('has a message made of title and detail', () => {
    expect(new ApiError({ kind: 'service', title: 'It failed' }).message).toBe('It failed');
    expect(new ApiError({ kind: 'service', title: 'It failed', detail: 'disk' }).message).toBe(
      'It failed: disk',
    );
  });

  it('keeps a code as its cause', () => {
    const error = new ApiError({ kind: 'unreachable', title: 'No', cause: 'ECONNREFUSED' });
    expect(error.cause).toBe('ECONNREFUSED');
    expect('cause' in new ApiError({ kind: 'unreachable', title: 'No' })).toBe(false);
  });
});

describe('the outcome of a change that failed', () => {
  it.each<[ApiErrorKind, string]>([
    ['unreachable', 'not sent'],
    ['bad-request', 'not sent'],
    ['unauthorised', 'refused'],
    ['not-found', 'refused'],
    ['interrupted', 'unknown'],
    ['timeout', 'unknown'],
    ['service', 'unknown'],
    ['unexpected', 'unknown'],
    ['aborted', 'unknown'],
  ])('%s is %s', (kind, outcome) => {
    expect(changeOutcome({ kind })).toBe(outcome);
  });

  it.each([
    [301, 'unknown'],
    [302, 'unknown'],
    [303, 'unknown'],
    [307, 'refused'],
    [308, 'refused'],
  ])(
    'of a redirect with status %i is %s: some services redirect once it is done',
    (status, outcome) => {
      expect(changeOutcome({ kind: 'redirected', status })).toBe(outcome);
    },
  );
});
