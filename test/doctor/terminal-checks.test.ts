import { describe, expect, it } from 'vitest';
import {
  checkTerminal,
  colourDepth,
  type TerminalFacts,
} from '../../src/doctor/terminal-checks.ts';

const found = (facts: Partial<TerminalFacts>) =>
  new Map(
    checkTerminal({
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      size: { columns: 80, rows: 24 },
      answer: { kind: 'silent' },
      ...facts,
    }).map(({ what, result, detail, advice }) => [
      String(what),
      `${result}: ${detail}${advice === '' ? '' : ` ${advice}`}`,
    ]),
  );

it.each([
  [{ COLORTERM: 'truecolor', TERM: 'xterm' }, '16 million'],
  [{ TERM: 'xterm-256color' }, '256'],
  [{ TERM: 'xterm' }, '8'],
  [{ TERM: 'dumb' }, 'none'],
  [{}, 'none'],
])('with %j a terminal has %s colours', (env, depth) => {
  expect(colourDepth(env)).toBe(depth);
});

describe('a terminal', () => {
  it('may report clipboard support; tmux or screen in between may block it', () => {
    const answer = { kind: 'answered', roundTripMs: 1, synchronized: true } as const;
    expect(found({ answer: { ...answer, clipboard: true } }).get('clipboard')).toBe(
      'passed: The terminal reports clipboard support (OSC 52).',
    );
    expect(found({ answer: { ...answer, clipboard: false } }).get('clipboard')).toMatch(
      /^noted: .* is not known\. Copy something /,
    );
    expect(found({ env: { TERM: 'tmux-256color', TMUX: '/x,1,0' } }).get('clipboard')).toMatch(
      / In tmux they need: tmux set -s set-clipboard on\. /,
    );
  });

  it('may be too small', () => {
    expect(found({ size: { columns: 40, rows: 10 } }).get('size')).toMatch(
      /^failed: 40 columns, 10 rows Below 60 by 15, the console shows only the worst issue/,
    );
  });
});
