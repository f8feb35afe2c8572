import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collectBody } from '../../src/http/collect-body.ts';

const limits = { mostBytes: 10, leastBytes: 1, window: 60_000 };

describe('collecting a body', () => {
  it('gives the bytes of all chunks', async () => {
    const body = await collectBody(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), limits);
    expect(body.toString()).toBe('abcd');
  });

  it('takes a body of exactly the limit and none that is larger', async () => {
    const ten = Readable.from([Buffer.alloc(10)]);
    await expect(collectBody(ten, limits)).resolves.toHaveLength(10);
    const eleven = Readable.from([Buffer.alloc(6), Buffer.alloc(5)]);
    await expect(collectBody(eleven, limits)).rejects.toMatchObject({ reason: 'too large' });
    expect(eleven.destroyed).toBe(true);
  });

  it('gives up a body that trickles', async () => {
    const stream = new PassThrough();
    stream.write('a');
    const body = collectBody(stream, { ...limits, leastBytes: 5, window: 20 });
    await expect(body).rejects.toMatchObject({ reason: 'too slow' });
    expect(stream.destroyed).toBe(true);
  });

  it('gives up a body that began well and trickles then', async () => {
    const stream = new PassThrough();
    stream.write('well begun');
    const body = collectBody(stream, { ...limits, leastBytes: 5, window: 20 });
    await expect(body).rejects.toMatchObject({ reason: 'too slow' });
  });

  it('fails as the stream fails', async () => {
    const stream = new PassThrough();
    const body = collectBody(stream, limits);
    stream.destroy(new Error('broken'));
    await expect(body).rejects.toThrow('broken');
  });

  it('fails when the stream had failed before', async () => {
    const stream = new PassThrough();
    stream.on('error', () => undefined);
    stream.destroy(new Error('broken'));
    await new Promise<void>((resolve) => stream.once('close', resolve));
    await expect(collectBody(stream, limits)).rejects.toThrow('broken');
  });

  it('fails when the stream is closed before its end', async () => {
    const stream = new PassThrough();
    const body = collectBody(stream, limits);
    stream.write('ab');
    stream.destroy();
    await expect(body).rejects.toThrow('Premature close');
    await expect(collectBody(stream, limits)).rejects.toThrow('Premature close');
  });
});
