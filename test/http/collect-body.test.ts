import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collectBody, decompressed } from '../../src/http/collect-body.ts';

const limits = { maxBytes: 10, minBytes: 1, window: 60_000 };

describe('collecting a body', () => {
  it('returns the bytes of all chunks', async () => {
    const body = await collectBody(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), limits);
    expect(body.toString()).toBe('abcd');
  });

  it('accepts a body of exactly the limit, and none larger', async () => {
    const ten = Readable.from([Buffer.alloc(10)]);
    await expect(collectBody(ten, limits)).resolves.toHaveLength(10);
    const eleven = Readable.from([Buffer.alloc(6), Buffer.alloc(5)]);
    await expect(collectBody(eleven, limits)).rejects.toMatchObject({ reason: 'too large' });
    expect(eleven.destroyed).toBe(true);
  });

  it('rejects a body that trickles', async () => {
    const stream = new PassThrough();
    stream.write('a');
    const body = collectBody(stream, { ...limits, minBytes: 5, window: 20 });
    await expect(body).rejects.toMatchObject({ reason: 'too slow' });
    expect(stream.destroyed).toBe(true);
  });

  it('rejects a body that starts fast and then trickles', async () => {
    const stream = new PassThrough();
    stream.write('well begun');
    const body = collectBody(stream, { ...limits, minBytes: 5, window: 20 });
    await expect(body).rejects.toMatchObject({ reason: 'too slow' });
  });

  it('fails with the stream’s error', async () => {
    const stream = new PassThrough();
    const body = collectBody(stream, limits);
    stream.destroy(new Error('broken'));
    await expect(body).rejects.toThrow('broken');
  });

  it('fails if the stream had failed before', async () => {
    const stream = new PassThrough();
    stream.on('error', () => undefined);
    stream.destroy(new Error('broken'));
    await new Promise<void>((resolve) => stream.once('close', resolve));
    await expect(collectBody(stream, limits)).rejects.toThrow('broken');
  });

  it('fails if the stream is closed early', async () => {
    const stream = new PassThrough();
    const body = collectBody(stream, limits);
    stream.write('ab');
    stream.destroy();
    await expect(body).rejects.toThrow('Premature close');
    await expect(collectBody(stream, limits)).rejects.toThrow('Premature close');
  });
});

describe('decompressing a body', () => {
  const text = Buffer.from('so many words '.repeat(5000));

  it.each([
    ['gzip', zlib.gzipSync(text)],
    ['GZIP', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['zstd', zlib.zstdCompressSync(text)],
    ['identity', text],
    ['', text],
  ])('gives what was packed with %j', async (encoding, body) => {
    expect(await decompressed(body, encoding, text.length)).toEqual(text);
  });

  it.each([
    ['two parts of which the last is short', [text, Buffer.from('end')]],
    ['parts of which one is empty', [text, Buffer.alloc(0)]],
  ])('gives all of gzip in %s', async (_, parts) => {
    const body = Buffer.concat(parts.map((part) => zlib.gzipSync(part)));
    expect(await decompressed(body, 'gzip', 1 << 20)).toEqual(Buffer.concat(parts));
  });

  it('takes deflate for raw if only the checksum or only the method of its head is that of zlib', async () => {
    // Stored bytes (RFC 1951, 3.2.4); the unused bits of the first byte may have any value.
    const stored = (first: number, length: number) =>
      Buffer.concat([
        Buffer.from([first, length, 0, 255 - length, 255]),
        Buffer.alloc(length, 'a'),
      ]);
    const checksum = stored(0x01, 23);
    expect(checksum.readUInt16BE(0) % 31).toBe(0);
    const method = Buffer.concat([stored(0x08, 2), stored(0x01, 1)]);
    for (const body of [checksum, method]) {
      expect(await decompressed(body, 'deflate', 100)).toEqual(zlib.inflateRawSync(body));
    }
  });

  it('frees the compressed body once nobody reads it', async () => {
    const noise = Buffer.concat([randomBytes(64 << 10), text]);
    const body = zlib.zstdCompressSync(noise);
    const own = Buffer.from(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
    expect(own.length).toBeGreaterThan(64 << 10);
    await expect(decompressed(own, 'zstd', 1000)).rejects.toMatchObject({ reason: 'too large' });
    expect(own.length).toBe(body.length);
    expect(await decompressed(own, 'zstd', 1 << 20)).toEqual(noise);
    expect(own).toHaveLength(0);
  });

  it('rejects more than the limit, whatever length the body claims', async () => {
    const body = zlib.gzipSync(text);
    const lying = Buffer.from(body);
    lying.writeUInt32LE(1, lying.length - 4);
    for (const each of [body, lying]) {
      await expect(decompressed(each, 'gzip', text.length / 2)).rejects.toMatchObject({
        reason: 'too large',
      });
    }
  });

  it('passes on decompression errors', async () => {
    const cut = zlib.gzipSync(text).subarray(0, 40);
    await expect(decompressed(cut, 'gzip', 1 << 20)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
    await expect(decompressed(text, 'gzip', 1 << 20)).rejects.toMatchObject({
      code: 'Z_DATA_ERROR',
    });
  });

  it('says of a single byte of deflate that it cannot be decompressed', async () => {
    const head = zlib.deflateSync(text).subarray(0, 1);
    await expect(decompressed(head, 'deflate', 10)).rejects.toMatchObject({
      code: expect.stringMatching(/^Z_/),
    });
  });

  it('accepts an empty body', async () => {
    expect(await decompressed(Buffer.alloc(0), 'gzip', 10)).toHaveLength(0);
  });
});
