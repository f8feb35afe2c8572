import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/platform/wire/dialect.ts';
import { first, pathOf, type Visit, visitPlatform } from '../visitor.ts';

const overview = (visit: Visit, appId = first(visit.platform.world.applications).id) =>
  visit.json('GET', pathOf('app-overview', { appId }));

const inDialect = async (dialect: Partial<Dialect>) => {
  await using visit = await visitPlatform({ dialect });
  return JSON.stringify(await overview(visit));
};

describe('operation 4', () => {
  test('follows the deploy as it fails and recovers', async () => {
    await using visit = await visitPlatform();
    const statuses = [];
    for (const step of [0, 22_000, 38_000, 92_000, 48_000]) {
      await visit.clock.advance(step);
      statuses.push(await overview(visit));
    }
    expect(statuses).toMatchObject(
      ['active', 'progressing', 'failing', 'progressing', 'active'].map((status) => ({ status })),
    );
  });

  test('does not know an id of another world, and says so in the application area’s shape', async () => {
    await using visit = await visitPlatform();
    const answer = await visit.ask('GET', pathOf('app-overview', { appId: 'nobodysApp12345' }));
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toEqual({
      title: 'Not Found',
      status: 404,
      detail: 'Application not found.',
      instance: '/v3/apps/nobodysApp12345',
      errors: [],
      id: 'nobodysApp12345',
    });
  });
});

describe('by dialect', () => {
  test('enumeration values are cased', async () => {
    expect(await inDialect({})).toMatch(/"status":"active".*"statusGrade":"doingGreat"/);
    // The contract states the application's own.
    expect(await inDialect({ 'enum-casing': 'pascal' })).toMatch(
      /^\{"status":"active".*"statusGrade":"DoingGreat".*"status":"Active"/,
    );
  });

  test('the status may be in another field, and grades may be missing', async () => {
    const text = await inDialect({ 'application-status-field': 'other-name' });
    expect(text).toContain('"applicationStatus":"active"');
    expect(text).not.toContain('"status":');
    expect(await inDialect({ 'grade-scale': 'ungraded' })).not.toContain('statusGrade');
  });

  test('charts may be null or of another structure', async () => {
    expect(await inDialect({ 'overview-charts': 'null' })).toContain('"latencyChart":null');
    expect(await inDialect({ 'overview-charts': 'other' })).toContain('"latencyChart":{"labels":');
  });

  test('heartbeats are dates of its form', async () => {
    const dates: Readonly<Record<Dialect['date-form'], RegExp>> = {
      milliseconds: /"lastHeartBeat":"2026-03-14T14:0\d:\d\d\.\d{3}Z"/,
      'seven-digits': /"lastHeartBeat":"2026-03-14T14:0\d:\d\d\.\d{7}Z"/,
      'no-zone': /"lastHeartBeat":"2026-03-14T14:0\d:\d\d\.\d{3}"/,
    };
    for (const form of ['milliseconds', 'seven-digits', 'no-zone'] as const) {
      expect(await inDialect({ 'date-form': form })).toMatch(dates[form]);
    }
  });
});
