import { describe, expect, it } from 'vitest';
import {
  canBeAsked,
  isWithoutUnicode,
  terminalKind,
} from '../../src/edges/terminal-environment.ts';

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

describe('a terminal without the characters of Unicode', () => {
  it.each([
    ['is where no locale says otherwise: not known', {}, false],
    ['by LANG', { LANG: 'C' }, true],
    ['not with UTF-8', { LANG: 'de_DE.utf8' }, false],
    ['by LC_ALL before LANG', { LC_ALL: 'en_US.ISO-8859-1', LANG: 'C.UTF-8' }, true],
    ['by LC_CTYPE before LANG', { LC_CTYPE: 'C.UTF-8', LANG: 'POSIX' }, false],
  ])('%s', (_, env, without) => {
    expect(isWithoutUnicode(env)).toBe(without);
  });
});
