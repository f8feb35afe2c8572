import { expect, it } from 'vitest';
import { seenPaths } from '../../src/events/seen-paths.ts';
import { EventStore } from '../../src/events/store.ts';

const entry = (at: number, method: string, url: string | null) => ({
  logId: `id-${at}`,
  timestamp: 1_773_496_000_000 + at,
  log: url === null ? 'no JSON' : JSON.stringify({ Url: url }),
  labels: {
    asn: null,
    country: null,
    ruleId: null,
    severity: null,
    method,
    ruleGroup: null,
    status: null,
    serverZone: null,
  },
});

it('counts every method and path of the loaded entries, most frequent first', () => {
  const store = new EventStore();
  store.add('1', [
    entry(1, 'GET', 'https://x.example/a?q=1'),
    entry(2, 'GET', 'https://x.example/b'),
    entry(3, 'GET', 'https://x.example/b?q=2'),
    entry(4, 'POST', 'https://x.example/b'),
    entry(5, 'GET', null),
  ]);
  expect(seenPaths(store)).toEqual([
    { method: 'GET', path: '/b', count: 2 },
    { method: 'GET', path: '/a', count: 1 },
    { method: 'POST', path: '/b', count: 1 },
  ]);
});
