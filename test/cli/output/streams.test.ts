import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createMessages, createSink } from '../../../src/cli/output/streams.ts';
import { words } from '../../../src/text/printable.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const failing = (code: string) =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('no'), { code })),
  });

describe('a sink', () => {
  it('waits for a slow reader', async () => {
    const stream = new PassThrough({ highWaterMark: 4 });
    const sink = createSink(stream);
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
    const sink = createSink(failing('EPIPE'));
    await sink.write('x');
    await sink.flushed();
    expect(sink.gone.aborted).toBe(true);
    expect(sink.failure).toBeUndefined();
    await sink.write('more');
  });

  it('has the reason why nothing can be written', async () => {
    const sink = createSink(failing('ENOSPC'));
    await sink.write('x');
    await sink.flushed();
    expect(sink.failure).toBe('ENOSPC');
  });

  it('has the width of a terminal, and none in a pipe', () => {
    expect(createSink(new PassThrough()).columns).toBeUndefined();
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
    expect(createSink(terminal).columns).toBe(80);
  });
});

function narrator(isTTY: boolean) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 12 });
  const clock = fakeClock();
  return {
    clock,
    said: () => String(stream.read() ?? ''),
    ...createMessages(createSink(stream), clock),
  };
}

describe('progress', () => {
  it('is one line of the terminal, cleared before the next message', async () => {
    const { clock, progress, print: say, clearProgress: settle, said } = narrator(true);
    progress(words`page 1`);
    progress(words`page 2, too soon`);
    await clock.advance(200);
    progress(words`page 3 of a great many`);
    say(words`Done.`);
    settle();
    expect(said()).toBe('\rpage 1     \rpage 3 of …\r           \rDone.\n');
  });

  it('is not written to a file', () => {
    const { progress, print: say, said } = narrator(false);
    progress(words`page 1`);
    say(words`Done.`);
    expect(said()).toBe('Done.\n');
  });
});
