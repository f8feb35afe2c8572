import { describe, expect, it } from 'vitest';
import { isWithoutUnicode } from '../../src/edges/locale.ts';

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
