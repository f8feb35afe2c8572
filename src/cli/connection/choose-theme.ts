import type { Located } from '../../config/form.ts';
import type { ThemeChoice, ThemeName } from '../../text/themes.ts';
import { DEFAULT, flagged, fromEnvironment, type Sourced } from './source.ts';

/** The variables that say something of colours. */
export interface ThemeEnvironment {
  readonly NO_COLOR?: string | undefined;
  /** What some terminals say of themselves: `foreground;background`, by the colours' numbers. */
  readonly COLORFGBG?: string | undefined;
}

/** White and light grey among the sixteen colours. */
const LIGHT = /;(?:7|15)$/;

/** A theme, and whether the terminal may know better. */
export interface ChosenTheme extends Sourced<ThemeName> {
  readonly isGuess: boolean;
}

function byTerminal({ COLORFGBG }: ThemeEnvironment): ChosenTheme {
  if (!COLORFGBG) return { value: 'dark', source: DEFAULT, isGuess: true };
  return {
    value: LIGHT.test(COLORFGBG) ? 'light' : 'dark',
    source: fromEnvironment('COLORFGBG'),
    isGuess: true,
  };
}

/** The theme, by flag, NO_COLOR and configuration, in this order; otherwise by what the terminal says. */
export function chooseTheme(
  flag: ThemeChoice | undefined,
  env: ThemeEnvironment,
  configured: Located<ThemeChoice> | undefined,
): ChosenTheme {
  const isGuess = false;
  if (flag !== undefined && flag !== 'auto') {
    return { value: flag, source: flagged('--theme'), isGuess };
  }
  if (env.NO_COLOR) return { value: 'mono', source: fromEnvironment('NO_COLOR'), isGuess };
  if (flag !== 'auto' && configured && configured.value !== 'auto') {
    return {
      value: configured.value,
      source: { kind: 'file', profile: null, line: configured.line },
      isGuess,
    };
  }
  return byTerminal(env);
}
