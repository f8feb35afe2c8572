import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/platform/wire/dialect.ts';
import { first, pathOf, visitPlatform } from '../visitor.ts';

const metrics = async (dialect: Partial<Dialect> = {}) => {
  await using visit = await visitPlatform({ dialect });
  const { id } = first(visit.platform.world.rateLimits);
  return await visit.json('GET', pathOf('rate-limit-metrics', { id }));
};
const history = (value: unknown) =>
  expect.objectContaining({
    data: expect.objectContaining({ ratelimitOverviewPastTwentyEightDays: value }),
  });

describe('operation 3', () => {
  test('has counters that grow', async () => {
    await using visit = await visitPlatform();
    const path = pathOf('rate-limit-metrics', { id: first(visit.platform.world.rateLimits).id });
    const total = async () =>
      JSON.parse((await visit.ask('GET', path)).text).data.overview.totalBreaches;
    const before = await total();
    await visit.clock.advance(600_000);
    expect(await total()).toBeGreaterThan(before);
  });

  test('does not know a limit of another world', async () => {
    await using visit = await visitPlatform();
    const { status, text } = await visit.ask('GET', pathOf('rate-limit-metrics', { id: 1 }));
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({
      data: null,
      error: {
        statusCode: 404,
        success: false,
        message: 'The rate limit does not exist, or is not yours.',
        errorKey: 'not_found_or_unauthorised_access.waf_rule',
      },
    });
  });
});

describe('by dialect', () => {
  test('an unknown limit is a 202 that says it failed', async () => {
    await using visit = await visitPlatform({ dialect: { 'failure-status': '202' } });
    const { status, text } = await visit.ask('GET', pathOf('rate-limit-metrics', { id: 1 }));
    expect(status).toBe(202);
    expect(JSON.parse(text).error).toMatchObject({ statusCode: 202, success: false });
  });

  test('the error beside a success is null, filled with defaults, or not there', async () => {
    expect(await metrics()).toHaveProperty('error', null);
    expect(await metrics({ 'error-on-success': 'default-filled' })).toHaveProperty('error', {
      statusCode: 200,
      success: true,
      message: null,
      errorKey: null,
    });
    expect(await metrics({ 'error-on-success': 'absent' })).not.toHaveProperty('error');
  });

  test('the 28 days are a map, one with gaps, null, or something else', async () => {
    const day = '2026-03-14T00:00:00Z';
    expect(await metrics()).toEqual(history(expect.objectContaining({ [day]: expect.anything() })));
    expect(await metrics({ 'breaches-past-28-days': 'sparse' })).not.toEqual(await metrics());
    expect(await metrics({ 'breaches-past-28-days': 'null' })).toEqual(history(null));
    expect(await metrics({ 'breaches-past-28-days': 'other' })).toEqual(
      history({ days: expect.any(Array) }),
    );
  });
});
