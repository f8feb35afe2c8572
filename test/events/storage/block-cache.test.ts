import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { BlockCache } from '../../../src/events/storage/block-cache.ts';

const block = (bytes: number) => Buffer.alloc(bytes);

test('lets go of what was not read for longest when it is full', () => {
  const cache = new BlockCache(30);
  cache.put(1, block(10));
  cache.put(2, block(10));
  cache.put(3, block(10));
  cache.get(1);
  cache.put(4, block(10));
  expect([1, 2, 3, 4].filter((serial) => cache.get(serial))).toEqual([1, 3, 4]);
  expect(cache.byteLength).toBe(30);
});

test('keeps one block however large, so that reading it does not unpack it for every row', () => {
  const cache = new BlockCache(30);
  cache.put(1, block(10));
  cache.put(2, block(1000));
  expect(cache.get(1)).toBeUndefined();
  expect(cache.get(2)?.length).toBe(1000);
});

test('counts a block once that is put twice, and not at all once deleted', () => {
  const cache = new BlockCache(30);
  cache.put(1, block(10));
  cache.put(1, block(12));
  expect(cache.byteLength).toBe(12);
  cache.delete(1);
  cache.delete(1);
  expect(cache.byteLength).toBe(0);
});
