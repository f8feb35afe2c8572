import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BlockCache,
  BlockReader,
  packBlock,
  unpackBlock,
} from '../../../src/events/storage/blocks.ts';

test('a block is unpacked as it was packed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.nat(50), (bytes, times) => {
      const raw = Buffer.concat(Array.from({ length: times + 1 }, () => bytes));
      expect(unpackBlock(packBlock(raw), raw.length).equals(raw)).toBe(true);
    }),
  );
});

test('a packed block shares no memory with its source', () => {
  const raw = Buffer.from('some text, some text, some text');
  const packed = packBlock(raw);
  raw.fill(0);
  expect(packed.buffer.byteLength).toBe(packed.byteLength);
  expect(unpackBlock(packed, raw.length).toString()).toBe('some text, some text, some text');
});

test('logs are packed to a fraction of their size', () => {
  const log = '{"Message":"Restricted File Access Attempt","Url":"https://shop.example/.env"}';
  const raw = Buffer.from(log.repeat(1000));
  expect(packBlock(raw).length).toBeLessThan(raw.length / 10);
});

const block = (bytes: number) => Buffer.alloc(bytes);

test('evicts the least recently read block when it is full', () => {
  const cache = new BlockCache(30);
  cache.set(1, block(10));
  cache.set(2, block(10));
  cache.set(3, block(10));
  cache.get(1);
  cache.set(4, block(10));
  expect([1, 2, 3, 4].filter((serial) => cache.get(serial))).toEqual([1, 3, 4]);
  expect(cache.byteLength).toBe(30);
});

test('keeps one block of any size, so that it is not unpacked for every row', () => {
  const cache = new BlockCache(30);
  cache.set(1, block(10));
  cache.set(2, block(1000));
  expect(cache.get(1)).toBeUndefined();
  expect(cache.get(2)?.length).toBe(1000);
});

test('counts a block stored twice once, and a deleted one not at all', () => {
  const cache = new BlockCache(30);
  cache.set(1, block(10));
  cache.set(1, block(12));
  expect(cache.byteLength).toBe(12);
  cache.delete(1);
  cache.delete(1);
  expect(cache.byteLength).toBe(0);
});

const blocks = fc.array(
  fc
    .tuple(fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 1, max: 50 }))
    .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes))),
  { minLength: 1, maxLength: 10 },
);

test('blocks are unpacked as they were packed, one after the other', () => {
  fc.assert(
    fc.property(blocks, (blocks) => {
      const reader = new BlockReader();
      for (const raw of blocks) {
        expect(reader.unpack(packBlock(raw), raw.length).equals(raw)).toBe(true);
      }
    }),
  );
});

test('the memory of a large block is released before the next', () => {
  const reader = new BlockReader();
  const [one, other] = [Buffer.alloc(500_000, 'some text'), Buffer.alloc(400_000, 'a text')];
  const first = reader.unpack(packBlock(one), one.length);
  const second = reader.unpack(packBlock(other), other.length);
  expect(first).toHaveLength(0);
  expect(second.equals(other)).toBe(true);
});

test('a small block does not affect adjacent memory', () => {
  const reader = new BlockReader();
  const raw = Buffer.from('some text');
  const beside = Buffer.from('beside');
  reader.unpack(packBlock(raw), raw.length);
  const besideToo = Buffer.from('beside, too');
  reader.unpack(packBlock(raw), raw.length);
  expect([String(beside), String(besideToo)]).toEqual(['beside', 'beside, too']);
});

test('an invalid block is an error, and the next block is unpacked normally', () => {
  const reader = new BlockReader();
  const raw = Buffer.from('some text');
  const packed = packBlock(raw);
  reader.unpack(packed, raw.length);
  expect(() => reader.unpack(Buffer.from('no block at all'), 20)).toThrow();
  expect(reader.unpack(packed, raw.length).toString()).toBe('some text');
});
