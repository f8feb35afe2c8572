/** The variables that say how characters are written. */
export interface LocaleEnvironment {
  readonly LC_ALL?: string | undefined;
  readonly LC_CTYPE?: string | undefined;
  readonly LANG?: string | undefined;
}

/** The locale that decides how characters are written, by POSIX's order; empty when none is set. */
export const localeOf = ({ LC_ALL, LC_CTYPE, LANG }: LocaleEnvironment): string =>
  LC_ALL || LC_CTYPE || LANG || '';

/**
 * Whether the locale says that the terminal has not the characters of Unicode. Where none is set nothing
 * is known, and nearly every terminal has them.
 */
export function isWithoutUnicode(env: LocaleEnvironment): boolean {
  const locale = localeOf(env);
  return locale !== '' && !/utf-?8/i.test(locale);
}
