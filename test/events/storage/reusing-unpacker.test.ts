import zlib from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { zstdCodec } from '../../../src/events/storage/block-codec.ts';
import { ReusingUnpacker } from '../../../src/events/storage/reusing-unpacker.ts';

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
