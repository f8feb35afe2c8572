import type { Located } from '../config/form.ts';
import { type Environment, hasFewCharacters, isWithoutUnicode } from '../edges/terminal.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { ThemeChoice, ThemeName } from '../text/themes.ts';

export type Source =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  /** A line of the configuration, inside or outside a profile. */
  | { readonly kind: 'file'; readonly profile: string | null; readonly line: number }
  | { readonly kind: 'default' };

export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

export const DEFAULT_SOURCE: Source = { kind: 'default' };

export const fromFlag = (name: string): Source => ({ kind: 'flag', name });

export const fromEnvironment = (name: string): Source => ({ kind: 'environment', name });

/** A configured setting, inside a profile or outside. */
export const setting = <T>({ value, line }: Located<T>, profile: string | null): Sourced<T> => ({
  value,
  source: { kind: 'file', profile, line },
});

/** For display: `--base-url`, `WARREN_PROFILE`, `profile prod, line 6`, `default`. */
export function formatSource(source: Source): Printable {
  switch (source.kind) {
    case 'flag':
    case 'environment':
      return printable(source.name);
    case 'file':
      return source.profile === null
        ? words`configuration, line ${source.line}`
        : words`profile ${printable(source.profile)}, line ${source.line}`;
    case 'default':
      return words`default`;
  }
}

/** Whether to draw only ASCII, by flag, configuration, terminal and locale, in this order. */
export function chooseAscii(
  flag: boolean,
  env: Environment,
  configured: Located<boolean> | undefined,
): Sourced<boolean> {
  if (flag) return { value: true, source: fromFlag('--ascii') };
  if (configured) return setting(configured, null);
  const decides = hasFewCharacters(env)
    ? 'TERM'
    : (['LC_ALL', 'LC_CTYPE', 'LANG'] as const).find((name) => env[name]);
  return {
    value: isWithoutUnicode(env),
    source: decides === undefined ? DEFAULT_SOURCE : fromEnvironment(decides),
  };
}

/** Ends in white or light grey, of the sixteen colours. */
const LIGHT = /;(?:7|15)$/;

/** A theme, and whether it is only a guess. */
interface ChosenTheme extends Sourced<ThemeName> {
  readonly isGuess: boolean;
}

/** COLORFGBG is set by some terminals: `foreground;background`, as colour numbers. */
function byTerminal({ COLORFGBG }: Environment): ChosenTheme {
  if (!COLORFGBG) return { value: 'dark', source: DEFAULT_SOURCE, isGuess: true };
  return {
    value: LIGHT.test(COLORFGBG) ? 'light' : 'dark',
    source: fromEnvironment('COLORFGBG'),
    isGuess: true,
  };
}

/** The theme, by flag, NO_COLOR and configuration, in this order; otherwise guessed from the terminal. */
export function chooseTheme(
  flag: ThemeChoice | undefined,
  env: Environment,
  configured: Located<ThemeChoice> | undefined,
): ChosenTheme {
  const isGuess = false;
  if (flag !== undefined && flag !== 'auto') {
    return { value: flag, source: fromFlag('--theme'), isGuess };
  }
  if (env.NO_COLOR) return { value: 'mono', source: fromEnvironment('NO_COLOR'), isGuess };
  if (flag !== 'auto' && configured && configured.value !== 'auto') {
    return { ...setting(configured, null), value: configured.value, isGuess };
  }
  return byTerminal(env);
}
