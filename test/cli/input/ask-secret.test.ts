import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Edges } from '../../../src/cli/edges.ts';
import { askSecret } from '../../../src/cli/input/ask-secret.ts';
import { Refusal } from '../../../src/cli/refusal.ts';
import { words } from '../../../src/text/printable.ts';
import { fakeClock } from '../../support/fake-clock.ts';

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
  it('is typed without being shown', async () => {
    const { edges, stdin, stderr, modes } = terminal();
    const asked = askSecret(words`Key: `, edges);
    stdin.write('SECRET');
    stdin.write('-471\u007f71\r');
    expect(await asked).toBe('SECRET-4771');
    expect(String(stderr.read())).toBe('Key: \n');
    expect(modes).toEqual([true, false]);
    expect(stdin.listenerCount('data')).toBe(0);
  });

  it('is given up with Ctrl-C, by a signal, and by the end of the terminal', async () => {
    const ways = [
      ({ stdin }: ReturnType<typeof terminal>) => stdin.write('abc\u0003'),
      ({ interrupt }: ReturnType<typeof terminal>) => interrupt.abort(),
      ({ stdin }: ReturnType<typeof terminal>) => stdin.end(),
    ];
    for (const way of ways) {
      const asked = terminal();
      const answer = askSecret(words`Key: `, asked.edges);
      way(asked);
      await expect(answer).rejects.toMatchObject({ name: 'Refusal', code: 130 });
      expect(asked.modes).toEqual([true, false]);
    }
  });

  it('is not asked for without a terminal', async () => {
    await expect(askSecret(words`Key: `, terminal(false).edges)).rejects.toThrow(Refusal);
  });
});
