import { expect, test } from 'vitest';
import { operations } from '../../src/contract/operations/index.ts';
import { routeOf } from '../../src/platform/route.ts';

test('each operation of the contract is found by its method and path', () => {
  for (const { id, method, path } of Object.values(operations)) {
    const route = routeOf(method, path.replace(/\{\w+\}/g, '7'));
    expect(route).toMatchObject({ kind: 'operation', id });
  }
});

test('parameters are decoded, and a paging token may be left out', () => {
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
