import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { first, pathOf, type Visit, visitPlatform } from './visitor.ts';

describe('every answer', () => {
  test('has the date of the world’s clock, a request id of its own and its length', async () => {
    await using visit = await visitPlatform();
    const one = await visit.ask('GET', '/search?size=1');
    const other = await visit.ask('GET', '/nowhere');
    expect(one.headers.date).toBe('Sat, 14 Mar 2026 14:02:00 GMT');
    expect(one.headers['cdn-requestid']).toMatch(/^[0-9a-f]{32}$/);
    expect(other.headers['cdn-requestid']).not.toBe(one.headers['cdn-requestid']);
    expect(one.headers['content-length']).toBe(String(one.body.length));
    expect(one.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('compression', () => {
  const overview = ({ ask, platform }: Visit, headers: Readonly<Record<string, string>>) =>
    ask('GET', pathOf('app-overview', { appId: first(platform.world.applications).id }), {
      headers,
    });

  test('is given to whoever asks for it', async () => {
    await using visit = await visitPlatform();
    const plain = await overview(visit, {});
    const packed = await overview(visit, { 'accept-encoding': 'gzip, deflate, br' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['content-length']).toBe(String(packed.body.length));
    expect(gunzipSync(packed.body)).toEqual(plain.body);
  });

  test('can be switched off', async () => {
    await using visit = await visitPlatform({ compresses: false });
    const answer = await overview(visit, { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});

test('requests that come at once are answered each on its own', async () => {
  await using visit = await visitPlatform();
  const terms = Array.from({ length: 40 }, (_, at) => `shop-${at}`);
  const answers = await Promise.all(
    terms.map((term) => visit.json('GET', `/search?search=${term}`)),
  );
  expect(answers.map((answer) => (answer as { Query: string }).Query)).toEqual(terms);
});
