import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { checkOwnTerminal } from '../../../src/cli/commands/doctor.ts';
import type { Edges } from '../../../src/session/edges.ts';
import { testEdges } from '../../support/edges.ts';
import { fakeClock } from '../../support/fake-clock.ts';

/** A terminal that answers questions with `answer`, `ms` later; never when it has none. */
function terminal(env: Edges['env'], answer: string | null, ms = 3) {
  const clock = fakeClock();
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  });
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    isTTY: true,
    columns: 120,
    rows: 40,
  });
  const edges = testEdges(env, { stdin, stdout, clock, uid: 0 });
  const look = async () => {
    const looking = checkOwnTerminal(edges);
    await clock.advance(ms);
    if (answer !== null) stdin.write(answer);
    await clock.advance(2000);
    const findings = await looking;
    return new Map(
      findings.map(({ what, result, detail }) => [String(what), `${result}: ${detail}`]),
    );
  };
  return { look, modes };
}

const GOOD = { TERM: 'xterm-256color', LANG: 'C.UTF-8' };

describe('a terminal', () => {
  it('is looked at and asked', async () => {
    const { look, modes } = terminal(GOOD, '\u001b[?2026;2$y\u001b[?62;22c');
    expect(Object.fromEntries(await look())).toEqual({
      terminal: 'passed: TERM=xterm-256color',
      size: 'passed: 120 columns, 40 rows',
      characters: 'passed: C.UTF-8',
      colours: 'passed: 256 (TERM=xterm-256color)',
      'round trip': 'passed: 3 ms',
      'whole frames': 'passed: The terminal shows updates at once.',
      clipboard: 'noted: Whether the terminal takes copies (OSC 52) is not known.',
    });
    expect(modes).toEqual([true, false]);
  });

  it('that does not answer is not waited for longer than a second', async () => {
    const found = await terminal(GOOD, null).look();
    expect(found.get('round trip')).toBe('noted: The terminal does not answer questions.');
  });

  it('that is far away is noted', async () => {
    const found = await terminal(GOOD, '\u001b[?62c', 400).look();
    expect(found.get('round trip')).toBe('noted: 400 ms');
    expect(found.get('whole frames')).toMatch(/^noted/);
  });

  it('that cannot place its cursor, or has no UTF-8, has lines and ASCII, and is asked nothing', async () => {
    const found = await terminal({ TERM: 'dumb', LANG: 'C', NO_COLOR: '1' }, null).look();
    expect(found.get('terminal')).toBe('noted: TERM=dumb');
    expect(found.has('round trip')).toBe(false);
    expect(found.get('characters')).toBe('failed: C, which is not UTF-8');
    expect(found.get('colours')).toBe('noted: none (TERM=dumb), switched off by NO_COLOR');
  });
});
