import { expect, it } from 'vitest';
import { seenPaths, seenValues, zoneCounts } from '../../src/events/code-counts.ts';
import { EventStore } from '../../src/events/store.ts';
import { entryWith } from './sample-entries.ts';

it('each entry is counted once, in its zone', () => {
  const store = new EventStore();
  const entry = (n: number) => entryWith({ logId: `id-${n}`, timestamp: 1_773_446_400_000 + n });
  store.add('7', [entry(1), entry(2), entry(2)]);
  store.add('8', [entry(1)]);
  expect([...zoneCounts(store)]).toEqual([
    ['7', 2],
    ['8', 1],
  ]);
});

it('lists existing values, the most frequent first, and says whether the list is complete', () => {
  const store = new EventStore({ dictionaries: { values: 3 } });
  expect(seenValues(store, 'country')).toEqual({ values: [], areAll: true });
  const add = (...countries: readonly string[]) =>
    store.add(
      '7',
      countries.map((country, at) => entryWith({ logId: `${country}${at}`, labels: { country } })),
    );
  add('DE', 'AT', 'FR', 'FR');
  expect(seenValues(store, 'country')).toEqual({ values: ['FR', 'AT', 'DE'], areAll: true });
  add('BG');
  expect(seenValues(store, 'country').areAll).toBe(false);
});

it('counts every method and path of the loaded entries, most frequent first', () => {
  const store = new EventStore();
  const entry = (n: number, method: string, url: string | null) =>
    entryWith({
      logId: `id-${n}`,
      timestamp: 1_773_496_000_000 + n,
      log: url === null ? 'no JSON' : JSON.stringify({ Url: url }),
      labels: { method },
    });
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
