import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sinkOf } from '../../../src/cli/output/sink.ts';

const failing = (code: string) =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('no'), { code })),
  });

describe('a sink', () => {
  it('waits while its reader is slow', async () => {
    const stream = new PassThrough({ highWaterMark: 4 });
    const sink = sinkOf(stream);
    let written = false;
    const writing = sink.write('12345678').then(() => {
      written = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(false);
    stream.resume();
    await writing;
    expect(written).toBe(true);
  });

  it('is gone, without a failure, when its reader has closed the pipe', async () => {
    const sink = sinkOf(failing('EPIPE'));
    await sink.write('x');
    await sink.flushed();
    expect(sink.gone.aborted).toBe(true);
    expect(sink.failure).toBeUndefined();
    await sink.write('more');
  });

  it('tells why nothing can be written', async () => {
    const sink = sinkOf(failing('ENOSPC'));
    await sink.write('x');
    await sink.flushed();
    expect(sink.failure).toBe('ENOSPC');
  });

  it('knows the width of a terminal, and that a pipe has none', () => {
    expect(sinkOf(new PassThrough()).columns).toBeUndefined();
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
    expect(sinkOf(terminal).columns).toBe(80);
  });
});
