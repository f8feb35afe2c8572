import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { InputEvent } from '../../src/input/input-event.ts';
import { askSecret, typeSecret } from '../../src/session/ask-secret.ts';
import type { Edges } from '../../src/session/edges.ts';
import { UserError } from '../../src/session/errors.ts';
import { words } from '../../src/text/printable.ts';
import { fakeClock } from '../support/fake-clock.ts';

function terminal(isTTY = true) {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (raw: boolean) => modes.push(raw),
  });
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
  const interrupt = new AbortController();
  const edges: Edges = {
    env: {},
    stdin,
    stdout: new PassThrough(),
    stderr,
    clock: fakeClock(),
    interrupted: interrupt.signal,
    uid: 0,
    random: () => 0,
    version: '1',
    runtime: '',
  };
  return { edges, stdin, stderr, modes, interrupt };
}

describe('a secret', () => {
  it('is typed without echo', async () => {
    const { edges, stdin, stderr, modes } = terminal();
    const asked = askSecret(words`Key: `, edges);
    stdin.write('SECRET');
    stdin.write('-471\u007f71\r');
    expect(await asked).toBe('SECRET-4771');
    expect(String(stderr.read())).toBe('Key: \n');
    expect(modes).toEqual([true, false]);
    expect(stdin.listenerCount('data')).toBe(0);
  });

  it('is cancelled by Ctrl-C, a signal, or the end of the terminal', async () => {
    const ways = [
      ({ stdin }: ReturnType<typeof terminal>) => stdin.write('abc\u0003'),
      ({ interrupt }: ReturnType<typeof terminal>) => interrupt.abort(),
      ({ stdin }: ReturnType<typeof terminal>) => stdin.end(),
    ];
    for (const way of ways) {
      const asked = terminal();
      const answer = askSecret(words`Key: `, asked.edges);
      way(asked);
      await expect(answer).rejects.toMatchObject({ name: 'UserError', code: 130 });
      expect(asked.modes).toEqual([true, false]);
    }
  });

  it('is not requested without a terminal', async () => {
    await expect(askSecret(words`Key: `, terminal(false).edges)).rejects.toThrow(UserError);
  });
});

const key = (name: string): InputEvent => ({ kind: 'key', key: name });
const paste = (text: string): InputEvent => ({ kind: 'paste', text, cut: false });

it.each([
  ['', key('a'), { kind: 'typing', typed: 'a' }],
  ['ab', key('backspace'), { kind: 'typing', typed: 'a' }],
  ['', key('backspace'), { kind: 'typing', typed: '' }],
  ['a🎉', key('backspace'), { kind: 'typing', typed: 'a' }],
  ['ab', key('ctrl-u'), { kind: 'typing', typed: '' }],
  ['ab', key('left'), { kind: 'typing', typed: 'ab' }],
  ['ab', key('ctrl-d'), { kind: 'typing', typed: 'ab' }],
  ['', key('ctrl-d'), { kind: 'given up' }],
  ['ab', key('ctrl-c'), { kind: 'given up' }],
  ['ab', key('enter'), { kind: 'done', secret: 'ab' }],
  ['', paste('key'), { kind: 'typing', typed: 'key' }],
  ['', paste('key\n'), { kind: 'done', secret: 'key' }],
  ['', paste('\nkey'), { kind: 'typing', typed: '' }],
  ['', paste('k\u001bey'), { kind: 'typing', typed: 'key' }],
])('%j and %j is %j', (typed, event, line) => {
  expect(typeSecret(typed, event)).toEqual(line);
});

it('has a bounded length', () => {
  expect(typeSecret('x'.repeat(4096), key('y'))).toEqual({
    kind: 'typing',
    typed: 'x'.repeat(4096),
  });
});
