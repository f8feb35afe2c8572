import { describe, expect, it } from 'vitest';
import { chooseTheme } from '../../../src/cli/connection/choose-theme.ts';

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
