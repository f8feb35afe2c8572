import { expect, test } from 'vitest';
import type { SearchItem } from '../../../../src/platform/world/search/catalogue.ts';
import { ranked } from '../../../../src/platform/world/search/ranking.ts';

const items: readonly SearchItem[] = [
  'workshop',
  'my-shop',
  'shop',
  'shop-api',
  'Shop',
  'docs',
].map((name, at) => ({ type: 'cdn', id: String(at), name }));
const names = (term: string) => ranked(items, term).map(({ name }) => name);

test('the whole name comes before its beginning, a word of it, and a part', () => {
  expect(names('shop')).toEqual(['Shop', 'shop', 'shop-api', 'my-shop', 'workshop']);
});

test('casing and order of words do not matter', () => {
  expect(names('SHOP api')).toEqual(['shop-api']);
  expect(names('api shop')).toEqual(['shop-api']);
});

test('nothing is found for what is nowhere, and everything for nothing', () => {
  expect(names('zebra')).toEqual([]);
  expect(names('')).toHaveLength(items.length);
});
