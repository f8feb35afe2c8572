import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zstdCodec } from '../../../src/events/storage/block-codec.ts';

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
