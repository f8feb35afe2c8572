import { expect, it } from 'vitest';
import { canBeAsked, terminalKind } from '../../src/edges/terminal-kind.ts';

it.each([
  [{ TERM: 'xterm-256color' }, false, 'screen'],
  [{}, false, 'screen'],
  [{ TERM: 'xterm' }, true, 'reader'],
  [{ TERM: 'xterm', INK_SCREEN_READER: 'true' }, false, 'reader'],
  [{ TERM: 'xterm', INK_SCREEN_READER: '1' }, false, 'screen'],
  [{ TERM: 'dumb' }, false, 'plain'],
  [{ TERM: 'dumb' }, true, 'plain'],
  [{ TERM: 'dumb-emacs-ansi' }, false, 'plain'],
  [{ TERM: 'unknown' }, false, 'plain'],
] as const)('%j, a reader asked for: %s, is a %s', (env, asked, kind) => {
  expect(terminalKind(env, asked)).toBe(kind);
});

it('a terminal that might print the question for its colour is not asked', () => {
  for (const TERM of ['dumb', 'linux', 'vt100', 'vt220', 'ansi', '']) {
    expect(canBeAsked({ TERM }), TERM).toBe(false);
  }
  for (const TERM of ['xterm', 'tmux-256color', 'screen', 'alacritty', 'rxvt-unicode']) {
    expect(canBeAsked({ TERM }), TERM).toBe(true);
  }
});
