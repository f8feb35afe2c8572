import { expect, test } from 'vitest';
import { ranked, type SearchItem } from '../../../src/platform/world/search.ts';
import { createWorld } from '../../../src/platform/world/world.ts';

const world = createWorld({ seed: 7, startedAt: 0, events: { perSecond: 20 } });
const items = world.catalogue();

test('the world’s zones and scripts are found with their ids', () => {
  for (const { id, domain } of world.dnsZones) {
    expect(items).toContainEqual({ type: 'dns', id: String(id), name: domain });
  }
  for (const { id, name } of world.scripts) {
    expect(items).toContainEqual({ type: 'script', id: String(id), name });
  }
});

const named: readonly SearchItem[] = [
  'workshop',
  'my-shop',
  'shop',
  'shop-api',
  'Shop',
  'docs',
].map((name, at) => ({ type: 'cdn', id: String(at), name }));
const names = (term: string) => ranked(named, term).map(({ name }) => name);

test('the whole name ranks before its beginning, a word of it, and a part', () => {
  expect(names('shop')).toEqual(['Shop', 'shop', 'shop-api', 'my-shop', 'workshop']);
});

test('casing and order of words do not matter', () => {
  expect(names('SHOP api')).toEqual(['shop-api']);
  expect(names('api shop')).toEqual(['shop-api']);
});

test('nothing matches an unknown word, and everything an empty term', () => {
  expect(names('zebra')).toEqual([]);
  expect(names('')).toHaveLength(named.length);
});
