import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { narratorOn } from '../../../src/cli/output/narrator.ts';
import { sinkOf } from '../../../src/cli/output/sink.ts';
import { words } from '../../../src/text/printable.ts';
import { fakeClock } from '../../support/fake-clock.ts';

function narrator(isTTY: boolean) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 12 });
  const clock = fakeClock();
  return { clock, said: () => String(stream.read() ?? ''), ...narratorOn(sinkOf(stream), clock) };
}

describe('progress', () => {
  it('is one line of the terminal, taken away before the next words', async () => {
    const { clock, progress, say, settle, said } = narrator(true);
    progress(words`page 1`);
    progress(words`page 2, too soon`);
    await clock.advance(200);
    progress(words`page 3 of a great many`);
    say(words`Done.`);
    settle();
    expect(said()).toBe('\rpage 1     \rpage 3 of …\r           \rDone.\n');
  });

  it('is not written to a file', () => {
    const { progress, say, said } = narrator(false);
    progress(words`page 1`);
    say(words`Done.`);
    expect(said()).toBe('Done.\n');
  });
});
