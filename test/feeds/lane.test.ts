import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/contract/api-error.ts';
import { failedLane, openLane } from '../../src/feeds/lane.ts';

const failure = (kind: ApiErrorKind, mayBeEarly = false) => ({
  error: new ApiError({ kind, title: 'no' }),
  elapsed: 1000,
  interval: 5000,
  random: 0,
  mayBeEarly,
});

describe('a lane', () => {
  it('waits longer with every failure', () => {
    const once = failedLane(openLane(0), failure('service'));
    const twice = failedLane(once, { ...failure('service'), random: 0.99, interval: 1 });
    expect(once).toMatchObject({ at: 6000, trouble: { attempts: 1 } });
    expect(twice.trouble?.attempts).toBe(2);
    expect(twice.at).toBeGreaterThan(2000);
  });

  it('waits for the operator when the key was refused', () => {
    expect(failedLane(openLane(0), failure('unauthorised')).at).toBe(Number.POSITIVE_INFINITY);
  });

  it('asks soon again for a day that has not begun for the service', () => {
    expect(failedLane(openLane(0), failure('outside-window', true)).at).toBe(11_000);
    expect(failedLane(openLane(0), failure('outside-window')).at).toBe(301_000);
  });
});
