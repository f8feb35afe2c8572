import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/platform/wire/dialect.ts';
import { SCAN } from '../../../src/platform/world/dns-zones.ts';
import { pathOf, the, type Visit, visitPlatform } from '../visitor.ts';

const scanOf = (visit: Visit, domain: string) => {
  const { dnsZones } = visit.platform.world;
  const zone = the(dnsZones, (one) => one.domain === domain);
  return visit.ask('GET', pathOf('dns-scan', { zoneId: zone.id }));
};

const inDialect = async (dialect: Partial<Dialect>, domain: string) => {
  await using visit = await visitPlatform({ dialect });
  return await scanOf(visit, domain);
};

describe('operation 5', () => {
  test('goes through all four states', async () => {
    await using visit = await visitPlatform();
    const jobs = [];
    for (const step of [0, SCAN.begins, SCAN.ends - SCAN.begins, SCAN.round]) {
      await visit.clock.advance(step);
      jobs.push(JSON.parse((await scanOf(visit, 'shop.example')).text));
    }
    expect(jobs.map(({ Status }) => Status)).toEqual([0, 1, 2, 3]);
    expect(jobs.map(({ Records }) => Records?.length ?? null)).toEqual([null, null, 46, null]);
    expect(jobs.map(({ CompletedAt }) => CompletedAt)).toEqual([
      null,
      null,
      '2026-03-14T14:02:20.000Z',
      '2026-03-14T14:03:20.000Z',
    ]);
    expect(jobs.map(({ Error: error }) => typeof error)).toEqual([
      'object',
      'object',
      'object',
      'string',
    ]);
  });

  test('distinguishes a scan that found nothing from one in progress', async () => {
    expect(JSON.parse((await inDialect({}, 'parked.example')).text).Records).toEqual([]);
    expect(JSON.parse((await inDialect({}, 'iot.example')).text).Records).toBeNull();
  });

  test('has more records for one zone than fit on a screen', async () => {
    expect(JSON.parse((await inDialect({}, 'corp.example')).text).Records).toHaveLength(340);
  });

  test('answers 404 for a zone that was never scanned and for an unknown one', async () => {
    await using visit = await visitPlatform();
    const never = await scanOf(visit, 'new.example');
    const nowhere = await visit.ask('GET', pathOf('dns-scan', { zoneId: 1 }));
    expect([never.status, nowhere.status]).toEqual([404, 404]);
    expect(JSON.parse(never.text)).toMatchObject({ ErrorKey: 'dnsZone.scan_not_found' });
    expect(JSON.parse(nowhere.text)).toMatchObject({ ErrorKey: 'dnsZone.not_found' });
  });
});

describe('by dialect', () => {
  test('there is no body for a zone that was never scanned', async () => {
    const answer = await inDialect({ 'no-scan-yet': 'empty' }, 'new.example');
    expect(answer).toMatchObject({ status: 404, text: '' });
  });

  test('a scan without a result has an empty list', async () => {
    const answer = await inDialect({ 'scan-without-result': 'empty' }, 'iot.example');
    expect(JSON.parse(answer.text).Records).toEqual([]);
  });
});
