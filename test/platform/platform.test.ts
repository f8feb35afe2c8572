import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLEANUP_MS } from '../../src/platform/world/applications/pod-state.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform } from '../support/observed-platform.ts';
import { first, pathOf, type Visit, visitPlatform } from './visitor.ts';

const DATE = '03-14-2026';

/** A little of everything, mistakes among it. */
async function tour({ ask, platform }: Visit): Promise<readonly string[]> {
  const { applications, shieldZones, rateLimits, dnsZones, scripts } = platform.world;
  const app = first(applications);
  const zone = first(shieldZones);
  const asked = [
    ...applications.map(({ id }) => ['GET', pathOf('app-overview', { appId: id })]),
    ...dnsZones.map(({ id }) => ['GET', pathOf('dns-scan', { zoneId: id })]),
    ...rateLimits.map(({ id }) => ['GET', pathOf('rate-limit-metrics', { id })]),
    ['GET', `${pathOf('search', {})}?search=shop&size=50`],
    ['GET', pathOf('event-logs', { shieldZoneId: zone.id, date: DATE })],
    ['GET', pathOf('event-logs', { shieldZoneId: zone.id, date: '01-01-2020' })],
    ['DELETE', pathOf('app-delete', { appId: app.id })],
    ['GET', '/nowhere'],
  ] as const;
  const answers: string[] = [];
  for (const [method = '', path = ''] of asked) {
    const { status, headers, text } = await ask(method, path);
    answers.push(JSON.stringify([status, headers, text]));
  }
  const variable = JSON.stringify({ Name: 'A', Required: true, DefaultValue: 'b' });
  const added = await ask('POST', pathOf('script-add-variable', { id: first(scripts).id }), {
    body: variable,
  });
  return [...answers, added.text];
}

describe('two platforms with the same seed and time', () => {
  test('answer byte for byte the same, headers included', async () => {
    await using one = await visitPlatform();
    await using other = await visitPlatform();
    expect(await tour(one)).toEqual(await tour(other));
    await one.clock.advance(61_000);
    await other.clock.advance(61_000);
    expect(await tour(one)).toEqual(await tour(other));
  });

  test('have different worlds when the seeds differ', async () => {
    await using one = await visitPlatform({ seed: 1 });
    await using other = await visitPlatform({ seed: 2 });
    expect(await tour(one)).not.toEqual(await tour(other));
  });
});

describe('a platform', () => {
  test('listens on the loopback address, and its key is 32 random bytes', async () => {
    await using one = await visitPlatform();
    await using other = await visitPlatform();
    expect(one.platform.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.platform.accessKey).toMatch(/^[0-9a-f]{64}$/);
    expect(one.platform.accessKey).not.toBe(other.platform.accessKey);
  });

  test('uses the key and start time it is given', async () => {
    const at = Date.parse('2026-03-14T14:01:00Z');
    await using visit = await visitPlatform({ accessKey: 'mine', at });
    expect(visit.platform.accessKey).toBe('mine');
    const appId = first(visit.platform.world.applications).id;
    const overview = await visit.json('GET', pathOf('app-overview', { appId }));
    expect(overview).toMatchObject({ status: 'failing' });
  });

  test('says so when its port is taken', async () => {
    await using visit = await visitPlatform();
    const port = Number(new URL(visit.platform.baseUrl).port);
    await expect(openPlatform({ seed: 1, clock: fakeClock(), port })).rejects.toThrow(/EADDRINUSE/);
  });

  test('releases its port and connections when closed', async () => {
    const visit = await visitPlatform();
    const port = Number(new URL(visit.platform.baseUrl).port);
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await visit.platform.close();
    await closed;
    await expect(visit.ask('GET', '/search')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('use 8: keeps changes in its data file, including deletions, and nothing without one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'warren-platform-'));
    try {
      for (const data of [undefined, join(folder, 'world.db')]) {
        const options = data === undefined ? {} : { data };
        let appId: string;
        {
          await using before = await visitPlatform(options);
          appId = first(before.platform.world.applications).id;
          expect((await before.ask('DELETE', pathOf('app-delete', { appId }))).status).toBe(200);
        }
        await using after = await visitPlatform(options);
        await after.clock.advance(CLEANUP_MS);
        const { status } = await after.ask('GET', pathOf('app-overview', { appId }));
        expect(status).toBe(data === undefined ? 200 : 404);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the oracle', () => {
  test('lists requests as they arrived, without their contents', async () => {
    await using visit = await visitPlatform();
    const { id } = first(visit.platform.world.applications);
    await visit.ask('GET', '/search?search=a');
    await visit.clock.advance(5_000);
    await visit.ask('DELETE', pathOf('app-delete', { appId: id }), { withKey: false });
    await visit.ask('DELETE', pathOf('app-delete', { appId: id }));
    const start = Date.parse('2026-03-14T14:02:00Z');
    expect(visit.platform.served.requests).toEqual([
      {
        method: 'GET',
        target: '/search?search=a',
        operation: 'search',
        at: start,
        carriedOut: true,
        status: 200,
        bug: undefined,
        bytes: expect.any(Number),
      },
      {
        method: 'DELETE',
        target: `/mc/apps/${id}`,
        operation: 'app-delete',
        at: start + 5_000,
        carriedOut: false,
        status: 401,
        bug: undefined,
        bytes: expect.any(Number),
      },
      {
        method: 'DELETE',
        target: `/mc/apps/${id}`,
        operation: 'app-delete',
        at: start + 5_000,
        carriedOut: true,
        status: 200,
        bug: undefined,
        bytes: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(visit.platform.served.requests)).not.toContain(visit.platform.accessKey);
  });

  test('lists the served entries only if asked to', async () => {
    for (const records of [true, false]) {
      await using visit = await visitPlatform({ records, dialect: { 'log-page-size': 5 } });
      const zone = first(visit.platform.world.shieldZones);
      const path = pathOf('event-logs', { shieldZoneId: zone.id, date: DATE });
      const { text } = await visit.ask('GET', path);
      const ids = JSON.parse(text).logs.map((entry: { logId: string }) => entry.logId);
      expect(visit.platform.served.entries().map(({ logId }) => logId)).toEqual(records ? ids : []);
    }
  });
});
