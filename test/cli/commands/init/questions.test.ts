import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { lineSource } from '../../../../src/cli/commands/init/questions.ts';

const never = new AbortController().signal;

describe('lines', () => {
  it('are read one at a time, however they arrive', async () => {
    const stdin = new PassThrough();
    const lines = lineSource(stdin);
    stdin.write('on');
    stdin.write('e\r\ntwo\nth');
    stdin.end('ree');
    const read = [];
    for (let n = 0; n < 5; n += 1) read.push(await lines.next(never));
    expect(read).toEqual(['one', 'two', 'three', null, null]);
  });

  it('are not waited for after an interruption', async () => {
    const end = new AbortController();
    const waiting = lineSource(new PassThrough()).next(end.signal);
    end.abort();
    expect(await waiting).toBeNull();
  });

  it('have a bounded length', async () => {
    const stdin = new PassThrough();
    stdin.write('x'.repeat(5000));
    expect(await lineSource(stdin).next(never)).toBeNull();
  });
});
