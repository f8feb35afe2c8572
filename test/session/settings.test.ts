import { describe, expect, it } from 'vitest';
import {
  chooseAscii,
  chooseTheme,
  DEFAULT_SOURCE,
  formatSource,
  fromEnvironment,
  fromFlag,
} from '../../src/session/settings.ts';

it.each([
  [DEFAULT_SOURCE, 'default'],
  [fromFlag('--base-url'), '--base-url'],
  [fromEnvironment('WARREN_PROFILE'), 'WARREN_PROFILE'],
  [{ kind: 'file', profile: null, line: 3 }, 'configuration, line 3'],
  [{ kind: 'file', profile: 'a\u0007b', line: 4 }, 'profile a␇b, line 4'],
] as const)('%j is shown as %s', (source, words) => {
  expect(formatSource(source)).toBe(words);
});

const configured = (value: boolean) => ({ value, line: 3, column: 1 });

describe('ASCII drawing', () => {
  it('is set by the flag first', () => {
    expect(chooseAscii(true, { LANG: 'C.UTF-8' }, configured(false))).toEqual({
      value: true,
      source: { kind: 'flag', name: '--ascii' },
    });
  });

  it('is set by the configuration, whatever the locale', () => {
    const source = { kind: 'file', profile: null, line: 3 };
    expect(chooseAscii(false, { LANG: 'C' }, configured(false))).toEqual({ value: false, source });
    expect(chooseAscii(false, { LANG: 'C.UTF-8' }, configured(true))).toEqual({
      value: true,
      source,
    });
  });

  it('otherwise depends on the locale, by the deciding variable', () => {
    expect(chooseAscii(false, { LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' }, undefined)).toEqual({
      value: true,
      source: { kind: 'environment', name: 'LC_ALL' },
    });
    expect(chooseAscii(false, { TERM: 'linux', LANG: 'C.UTF-8' }, undefined)).toEqual({
      value: true,
      source: { kind: 'environment', name: 'TERM' },
    });
    expect(chooseAscii(false, { LC_ALL: '', LANG: 'de_DE.UTF-8' }, undefined)).toEqual({
      value: false,
      source: { kind: 'environment', name: 'LANG' },
    });
    expect(chooseAscii(false, {}, undefined)).toEqual({
      value: false,
      source: { kind: 'default' },
    });
  });
});

const light = { value: 'light', line: 3, column: 8 } as const;
const auto = { ...light, value: 'auto' } as const;
const bright = { COLORFGBG: '0;15' };

describe('the theme', () => {
  it.each([
    ['the flag’s', 'high-contrast', { NO_COLOR: '1' }, light, 'high-contrast', '--theme'],
    ['none with NO_COLOR', undefined, { NO_COLOR: '1' }, light, 'mono', 'NO_COLOR'],
    ['none with NO_COLOR and auto', 'auto', { NO_COLOR: '1' }, light, 'mono', 'NO_COLOR'],
    ['the configuration’s', undefined, {}, light, 'light', 3],
    [
      'the terminal’s when the flag asks for it',
      'auto',
      { COLORFGBG: '15;0' },
      light,
      'dark',
      'COLORFGBG',
    ],
    [
      'the terminal’s when the configuration asks for it',
      undefined,
      bright,
      auto,
      'light',
      'COLORFGBG',
    ],
    [
      'the terminal’s when nothing is asked for',
      undefined,
      bright,
      undefined,
      'light',
      'COLORFGBG',
    ],
    [
      'the dark one of rxvt with a picture',
      undefined,
      { COLORFGBG: '15;default;0' },
      undefined,
      'dark',
      'COLORFGBG',
    ],
    ['dark when nobody says anything', undefined, {}, undefined, 'dark', undefined],
  ] as const)('is %s', (_, flag, env, configured, value, from) => {
    const chosen = chooseTheme(flag, env, configured);
    expect(chosen.value).toBe(value);
    // Only where nobody asked for a theme may the terminal's background choose another.
    expect(chosen.isGuess).toBe(from === 'COLORFGBG' || from === undefined);
    const { source } = chosen;
    expect(
      source.kind === 'file' ? source.line : source.kind === 'default' ? undefined : source.name,
    ).toBe(from);
  });
});
