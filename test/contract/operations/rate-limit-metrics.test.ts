import { expect, it } from 'vitest';
import { rateLimitMetrics } from '../../../src/contract/operations/rate-limit-metrics.ts';
import { noDrift } from '../../support/no-drift.ts';

const decode = (json: unknown) => rateLimitMetrics.answer.decode(json, noDrift);

// Assumption: breaches-past-28-days
it('keeps the counters, and the past 28 days as they are', () => {
  const days = { '2026-03-18T00:00:00Z': { totalBreaches: 3 } };
  const overview = {
    totalBreaches: 3,
    loggedBreaches: 0,
    challengedBreaches: 1,
    blockedBreaches: 2,
  };
  const json = { data: { overview, ratelimitOverviewPastTwentyEightDays: days }, error: null };
  expect(decode(json)).toEqual(json);
});

it('has blank counters if the overview is missing but the days are there', () => {
  expect(decode({ data: { ratelimitOverviewPastTwentyEightDays: {} } }).data).toMatchObject({
    overview: { totalBreaches: null, blockedBreaches: null },
    ratelimitOverviewPastTwentyEightDays: {},
  });
});
