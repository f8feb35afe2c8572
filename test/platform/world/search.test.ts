import { expect, test } from 'vitest';
import { catalogueOf, ranked, type SearchItem } from '../../../src/platform/world/search.ts';
import { createWorld } from '../../../src/platform/world/world.ts';

const world = createWorld({ seed: 7, startedAt: 0, events: { perSecond: 20 } });
const items = world.catalogue();

test('search knows three thousand names of five types, none of them with another one’s id', () => {
  expect(items).toHaveLength(3000);
  expect(new Set(items.map(({ type }) => type))).toEqual(
    new Set(['cdn', 'storage', 'dns', 'script', 'stream']),
  );
  expect(new Set(items.map(({ id }) => id)).size).toBe(3000);
});

test('one id is beyond two to the 53, and all are int64', () => {
  expect(items.some(({ id }) => !Number.isSafeInteger(Number(id)))).toBe(true);
  for (const { id } of items) expect(BigInt(id)).toBe(BigInt.asIntN(64, BigInt(id)));
});

test('the zones and scripts of the world are found under their ids', () => {
  for (const { id, domain } of world.dnsZones) {
    expect(items).toContainEqual({ type: 'dns', id: String(id), name: domain });
  }
  for (const { id, name } of world.scripts) {
    expect(items).toContainEqual({ type: 'script', id: String(id), name });
  }
});

test('the same seed makes the same names', () => {
  expect(catalogueOf(7, world.dnsZones, world.scripts)).toEqual(items);
  expect(catalogueOf(8, world.dnsZones, world.scripts)).not.toEqual(items);
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

test('the whole name comes before its beginning, a word of it, and a part', () => {
  expect(names('shop')).toEqual(['Shop', 'shop', 'shop-api', 'my-shop', 'workshop']);
});

test('casing and order of words do not matter', () => {
  expect(names('SHOP api')).toEqual(['shop-api']);
  expect(names('api shop')).toEqual(['shop-api']);
});

test('nothing is found for what is nowhere, and everything for nothing', () => {
  expect(names('zebra')).toEqual([]);
  expect(names('')).toHaveLength(named.length);
});
