import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/contract/operations/index.ts';
import { routeOf } from '../../../src/platform/server/answer.ts';
import { MAX_BODY_BYTES } from '../../../src/platform/server/server.ts';
import type { Dialect } from '../../../src/platform/wire/dialect.ts';
import { first, pathOf, type Visit, visitPlatform } from '../visitor.ts';

const overviewPath = ({ platform }: Visit) =>
  pathOf('app-overview', { appId: first(platform.world.applications).id });
const metricsPath = ({ platform }: Visit) =>
  pathOf('rate-limit-metrics', { id: first(platform.world.rateLimits).id });

describe('a request without the right key', () => {
  test('is refused everywhere, and changes nothing', async () => {
    await using visit = await visitPlatform();
    const appId = first(visit.platform.world.applications).id;
    for (const headers of [{}, { accesskey: 'wrong' }, { accesskey: '' }]) {
      for (const path of ['/search', '/nowhere', overviewPath(visit), metricsPath(visit)]) {
        const { status } = await visit.ask('GET', path, { headers, withKey: false });
        expect(status).toBe(401);
      }
      const deletion = await visit.ask('DELETE', pathOf('app-delete', { appId }), {
        headers,
        withKey: false,
      });
      expect(deletion.status).toBe(401);
    }
    expect(await visit.json('GET', overviewPath(visit))).toMatchObject({ status: 'active' });
    expect(visit.platform.served.requests.filter(({ carriedOut }) => carriedOut)).toHaveLength(1);
  });

  test('does not count for faults', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'answer', status: 503, body: 'empty' }, { times: 1 });
    expect((await visit.ask('GET', '/search', { withKey: false })).status).toBe(401);
    expect((await visit.ask('GET', '/search')).status).toBe(503);
    expect((await visit.ask('GET', '/search')).status).toBe(200);
  });

  test('is answered in the form of each area', async () => {
    await using visit = await visitPlatform();
    const zone = first(visit.platform.world.shieldZones);
    const say = async (method: string, path: string) =>
      (await visit.ask(method, path, { withKey: false })).text;
    expect(await say('GET', '/search')).toBe(
      '{"Message":"Authorization has been denied for this request."}',
    );
    expect(await say('GET', metricsPath(visit))).toBe('{"statusCode":401}');
    expect(await say('GET', overviewPath(visit))).toBe('');
    for (const text of [
      await say('GET', pathOf('event-logs', { shieldZoneId: zone.id, date: '03-14-2026' })),
      await say('DELETE', pathOf('app-delete', { appId: 'x' })),
      await say('PATCH', pathOf('guardian-upload', { shieldZoneId: zone.id })),
    ]) {
      expect(JSON.parse(text)).toMatchObject({
        title: 'Unauthorized',
        status: 401,
        instance: null,
      });
    }
  });

  test.each([
    { form: 'empty', text: /^$/ },
    { form: 'message', text: /^\{"Message":/ },
    { form: 'problem', text: /^\{"type":"about:blank","title":"Unauthorized"/ },
    { form: 'status-code', text: /^\{"statusCode":401\}$/ },
    { form: 'html', text: /^<!DOCTYPE html>/ },
  ] as const)('is told so in the dialect $form everywhere', async ({ form, text }) => {
    await using visit = await visitPlatform({ dialect: { 'body-of-401': form } });
    for (const path of ['/search', overviewPath(visit), metricsPath(visit)]) {
      expect((await visit.ask('GET', path, { withKey: false })).text).toMatch(text);
    }
  });

  test('is served by the shield area in the dialect that needs no key there', async () => {
    const dialect: Partial<Dialect> = { 'credential-of-shield-operations': 'not-needed' };
    await using visit = await visitPlatform({ dialect });
    expect((await visit.ask('GET', metricsPath(visit), { withKey: false })).status).toBe(200);
    expect((await visit.ask('GET', '/search', { withKey: false })).status).toBe(401);
  });
});

test('a request for another host is refused before its key is checked', async () => {
  await using visit = await visitPlatform();
  for (const withKey of [true, false]) {
    const answer = await visit.ask('GET', '/search', {
      withKey,
      headers: { host: 'evil.example' },
    });
    expect(answer.status).toBe(421);
  }
});

test('an unknown path is not found', async () => {
  await using visit = await visitPlatform();
  expect((await visit.ask('GET', '/mc/apps')).status).toBe(404);
});

test('a wrong method is told the right one', async () => {
  await using visit = await visitPlatform();
  const answer = await visit.ask('PUT', '/search');
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('GET');
});

// Assumption: largest-specification
test('a body of more than 5 MiB is refused, announced or not', async () => {
  await using visit = await visitPlatform();
  const path = pathOf('script-add-variable', { id: first(visit.platform.world.scripts).id });
  const body = 'x'.repeat(MAX_BODY_BYTES + 1);
  const said = await visit.ask('POST', path, { body });
  expect(said).toMatchObject({ status: 413 });
  const chunked = await visit.ask('POST', path, {
    body,
    headers: { 'transfer-encoding': 'chunked' },
  });
  expect(chunked.status).toBe(413);
});

test('by dialect, answers have an unknown field', async () => {
  await using visit = await visitPlatform({ dialect: { 'unknown-fields': 'some' } });
  expect(await visit.json('GET', '/search?size=1')).toHaveProperty('introducedLater');
  expect(await visit.json('GET', overviewPath(visit))).toHaveProperty('introducedLater');
});

test('each operation of the contract is found by its method and path', () => {
  for (const { id, method, path } of Object.values(operations)) {
    const route = routeOf(method, path.replace(/\{\w+\}/g, '7'));
    expect(route).toMatchObject({ kind: 'operation', id });
  }
});

test('parameters are decoded, and a paging token may be omitted', () => {
  expect(routeOf('GET', '/shield/event-logs/5/03-14-2026')).toEqual({
    kind: 'operation',
    id: 'event-logs',
    path: { shieldZoneId: '5', date: '03-14-2026' },
  });
  expect(routeOf('GET', '/shield/event-logs/5/03-14-2026/a%2Fb%3D%3D')).toMatchObject({
    path: { continuationToken: 'a/b==' },
  });
});

test('a known path with another method says which one it knows', () => {
  expect(routeOf('POST', '/search')).toEqual({
    kind: 'wrong method',
    id: 'search',
    allowed: 'GET',
  });
});

test.each([
  '/',
  '',
  '/search/',
  '/mc/apps//overview',
  '/mc/apps/%zz/overview',
  '/shield/event-logs/5',
])('there is nothing at "%s"', (pathname) => {
  expect(routeOf('GET', pathname)).toEqual({ kind: 'unknown path' });
});
