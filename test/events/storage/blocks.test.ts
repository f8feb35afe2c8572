import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BlockCache, ReusingUnpacker, zstdCodec } from '../../../src/events/storage/blocks.ts';

test('a block comes back as it was packed', () => {
  const codec = zstdCodec;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.nat(50), (bytes, times) => {
      const raw = Buffer.concat(Array.from({ length: times + 1 }, () => bytes));
      expect(codec.unpack(codec.pack(raw), raw.length).equals(raw)).toBe(true);
    }),
  );
});

test('what is packed shares no memory with what it was made from', () => {
  const codec = zstdCodec;
  const raw = Buffer.from('some text, some text, some text');
  const packed = codec.pack(raw);
  raw.fill(0);
  expect(packed.buffer.byteLength).toBe(packed.byteLength);
  expect(codec.unpack(packed, raw.length).toString()).toBe('some text, some text, some text');
});

test('logs pack to a fraction', () => {
  const log = '{"Message":"Restricted File Access Attempt","Url":"https://shop.example/.env"}';
  const raw = Buffer.from(log.repeat(1000));
  expect(zstdCodec.pack(raw).length).toBeLessThan(raw.length / 10);
});

const block = (bytes: number) => Buffer.alloc(bytes);

test('lets go of what was not read for longest when it is full', () => {
  const cache = new BlockCache(30);
  cache.set(1, block(10));
  cache.set(2, block(10));
  cache.set(3, block(10));
  cache.get(1);
  cache.set(4, block(10));
  expect([1, 2, 3, 4].filter((serial) => cache.get(serial))).toEqual([1, 3, 4]);
  expect(cache.byteLength).toBe(30);
});

test('keeps one block however large, so that reading it does not unpack it for every row', () => {
  const cache = new BlockCache(30);
  cache.set(1, block(10));
  cache.set(2, block(1000));
  expect(cache.get(1)).toBeUndefined();
  expect(cache.get(2)?.length).toBe(1000);
});

test('counts a block once that is put twice, and not at all once deleted', () => {
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

afterEach(() => {
  vi.restoreAllMocks();
});

test('blocks come back as they were packed, one after the other', () => {
  fc.assert(
    fc.property(blocks, (blocks) => {
      const unpacker = new ReusingUnpacker();
      for (const raw of blocks) {
        expect(unpacker.unpack(zstdCodec.pack(raw), raw.length).equals(raw)).toBe(true);
      }
    }),
  );
});

test('blocks are unpacked into the same memory', () => {
  const unpacker = new ReusingUnpacker();
  const [one, other] = [Buffer.from('some text'), Buffer.from('a text')];
  const first = unpacker.unpack(zstdCodec.pack(one), one.length);
  const second = unpacker.unpack(zstdCodec.pack(other), other.length);
  expect(second.buffer).toBe(first.buffer);
  expect(second.toString()).toBe('a text');
});

test('a giant block has memory of its own', () => {
  const giant = Buffer.alloc(5 << 20, 'text');
  const unpacker = new ReusingUnpacker();
  const first = unpacker.unpack(zstdCodec.pack(giant), giant.length);
  const second = unpacker.unpack(zstdCodec.pack(giant), giant.length);
  expect(first.equals(giant) && second.equals(giant)).toBe(true);
  expect(second.buffer).not.toBe(first.buffer);
});

test('what is no block is an error, and the next block comes back as ever', () => {
  const unpacker = new ReusingUnpacker();
  const raw = Buffer.from('some text');
  const packed = zstdCodec.pack(raw);
  unpacker.unpack(packed, raw.length);
  expect(() => unpacker.unpack(Buffer.from('no block at all'), 20)).toThrow();
  expect(unpacker.unpack(packed, raw.length).toString()).toBe('some text');
});

describe('a block comes back although Node', () => {
  const raw = Buffer.from('some text, some text, some text');
  const handleOf = (stream: object): object => Reflect.get(stream, '_handle');

  test.each<[string, (stream: object) => void]>([
    ['has no handle beneath the stream', (stream) => Reflect.set(stream, '_handle', null)],
    ['does not tell how much was left', (stream) => Reflect.set(stream, '_writeState', null)],
    [
      'writes something else',
      (stream) => Reflect.set(handleOf(stream), 'writeSync', () => undefined),
    ],
    [
      'refuses to write',
      (stream) =>
        Reflect.set(handleOf(stream), 'writeSync', () => {
          throw new TypeError('no such arguments');
        }),
    ],
  ])('%s', (_, change) => {
    const create = zlib.createZstdDecompress;
    vi.spyOn(zlib, 'createZstdDecompress').mockImplementation((options) => {
      const stream = create(options);
      change(stream);
      return stream;
    });
    const unpacker = new ReusingUnpacker();
    const packed = zstdCodec.pack(raw);
    expect(unpacker.unpack(packed, raw.length).equals(raw)).toBe(true);
    expect(unpacker.unpack(packed, raw.length).equals(raw)).toBe(true);
  });
});
