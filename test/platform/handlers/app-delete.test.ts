import { describe, expect, test } from 'vitest';
import { CLEANUP_MS } from '../../../src/platform/world/applications/pod-state.ts';
import { first, pathOf, the, visitPlatform } from '../visitor.ts';

describe('operation 6', () => {
  test('answers at once without a body; the application is cleaned up, then gone', async () => {
    await using visit = await visitPlatform();
    const appId = first(visit.platform.world.applications).id;
    const overview = () => visit.ask('GET', pathOf('app-overview', { appId }));
    const deletion = await visit.ask('DELETE', pathOf('app-delete', { appId }));
    expect(deletion).toMatchObject({ status: 200, text: '' });

    const pods = [];
    for (let step = 0; step < 3; step += 1) {
      pods.push(
        JSON.parse((await overview()).text).regions.flatMap((region: { pods: [] }) => region.pods)
          .length,
      );
      await visit.clock.advance(14_000);
    }
    expect(pods).toEqual([...pods].sort((a, b) => b - a));
    expect(new Set(pods).size).toBe(3);
    expect((await overview()).text).toContain('"status":"deleting"');
    await visit.clock.advance(CLEANUP_MS);
    expect((await overview()).status).toBe(404);
    expect((await visit.ask('DELETE', pathOf('app-delete', { appId }))).status).toBe(404);
  });

  test('D11: answers the same as long as the overview shows the application', async () => {
    await using visit = await visitPlatform();
    const path = pathOf('app-delete', { appId: first(visit.platform.world.applications).id });
    const answers = await Promise.all([1, 2, 3].map(() => visit.ask('DELETE', path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200]);
  });

  test('does not know an id of another world', async () => {
    await using visit = await visitPlatform();
    const answer = await visit.ask('DELETE', pathOf('app-delete', { appId: 'nobodysApp12345' }));
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ title: 'Not Found', status: 404 });
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  test('refuses a suspended application', async () => {
    await using visit = await visitPlatform();
    const { applications } = visit.platform.world;
    const { id: appId } = the(applications, ({ behaviour }) => behaviour === 'suspended');
    expect((await visit.ask('DELETE', pathOf('app-delete', { appId }))).status).toBe(403);
    expect((await visit.ask('GET', pathOf('app-overview', { appId }))).status).toBe(200);
  });
});

describe('by dialect', () => {
  test.each(['404', '409', '200'] as const)('a second deletion is answered %s', async (status) => {
    await using visit = await visitPlatform({ dialect: { 'second-delete': status } });
    const path = pathOf('app-delete', { appId: first(visit.platform.world.applications).id });
    await visit.ask('DELETE', path);
    expect((await visit.ask('DELETE', path)).status).toBe(Number(status));
  });

  test.each(['200', '202', '204'] as const)('a deletion is answered %s', async (status) => {
    await using visit = await visitPlatform({ dialect: { 'delete-success-status': status } });
    const path = pathOf('app-delete', { appId: first(visit.platform.world.applications).id });
    expect((await visit.ask('DELETE', path)).status).toBe(Number(status));
  });

  test('an application is gone at once', async () => {
    await using visit = await visitPlatform({ dialect: { 'after-delete': 'gone-at-once' } });
    const appId = first(visit.platform.world.applications).id;
    await visit.ask('DELETE', pathOf('app-delete', { appId }));
    expect((await visit.ask('GET', pathOf('app-overview', { appId }))).status).toBe(404);
  });
});
