import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/contract/api-error.ts';
import { backedOff, readyAt, waitAfterFailure } from '../../src/feeds/backoff.ts';

const failure = (kind: ApiErrorKind, mayBeEarly = false) => ({
  error: new ApiError({ kind, title: 'no' }),
  elapsed: 1000,
  interval: 5000,
  random: 0,
  mayBeEarly,
});

describe('the backoff', () => {
  it('waits longer with every failure', () => {
    const once = backedOff(readyAt(0), failure('service'));
    const twice = backedOff(once, { ...failure('service'), random: 0.99, interval: 1 });
    expect(once).toMatchObject({ at: 6000, failure: { attempts: 1 } });
    expect(twice.failure?.attempts).toBe(2);
    expect(twice.at).toBeGreaterThan(2000);
  });

  it('waits for the operator when the key was rejected', () => {
    expect(backedOff(readyAt(0), failure('unauthorised')).at).toBe(Number.POSITIVE_INFINITY);
  });

  it('asks soon again for a day that has not begun for the service', () => {
    expect(backedOff(readyAt(0), failure('outside-window', true)).at).toBe(11_000);
    expect(backedOff(readyAt(0), failure('outside-window')).at).toBe(301_000);
  });
});

const waits = (ms: number) => ({ kind: 'after', ms });

describe('how long a poll waits after a failure', () => {
  it.each([
    {
      said: 'not less than the interval after a failure',
      interval: 5000,
      attempts: 1,
      kind: 'timeout',
      random: 0,
      wait: waits(5000),
    },
    {
      said: 'longer with each failure',
      interval: 1000,
      attempts: 3,
      kind: 'timeout',
      random: 0.5,
      wait: waits(4500),
    },
    {
      said: 'a minute at the most',
      interval: 1000,
      attempts: 50,
      kind: 'unreachable',
      random: 1,
      wait: waits(60_000),
    },
    {
      said: 'for the operator, when the key was not accepted',
      interval: 5000,
      attempts: 1,
      kind: 'unauthorised',
      random: 0,
      wait: { kind: 'never' },
    },
    {
      said: 'for the operator, when the request cannot be sent',
      interval: 5000,
      attempts: 1,
      kind: 'bad-request',
      random: 0,
      wait: { kind: 'never' },
    },
    {
      said: 'five minutes after a permanent refusal',
      interval: 5000,
      attempts: 1,
      kind: 'not-found',
      random: 0,
      wait: waits(300_000),
    },
    {
      said: 'as long as the service asks',
      interval: 1000,
      attempts: 1,
      kind: 'rate-limited',
      retryAfter: 7000,
      random: 0,
      wait: waits(7000),
    },
    {
      said: 'not less than the interval, though the service says at once',
      interval: 10_000,
      attempts: 1,
      kind: 'rate-limited',
      retryAfter: 0,
      random: 0,
      wait: waits(10_000),
    },
    {
      said: 'longer with each failure, though the service says at once each time',
      interval: 1000,
      attempts: 5,
      kind: 'rate-limited',
      retryAfter: 0,
      random: 0.5,
      wait: waits(16_500),
    },
    {
      said: 'fifteen minutes at the most, whatever the service asks',
      interval: 1000,
      attempts: 1,
      kind: 'rate-limited',
      retryAfter: 1e9,
      random: 0,
      wait: waits(900_000),
    },
  ])('$said', ({ wait, said: _said, kind, retryAfter, ...facts }) => {
    const error = { kind: kind as ApiErrorKind, retryAfterMs: retryAfter };
    expect(waitAfterFailure({ ...facts, error })).toEqual(wait);
  });
});
