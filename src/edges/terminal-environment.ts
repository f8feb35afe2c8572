/** What a terminal is written to as: a screen, lines that are read to somebody, or lines of plain text. */
type TerminalKind = 'screen' | 'reader' | 'plain';

/** The variables that say what a terminal can do, and who reads it. */
interface TerminalEnvironment {
  readonly TERM?: string | undefined;
  /** Ink's own: `true` where a screen reader is in use. */
  readonly INK_SCREEN_READER?: string | undefined;
}

/** Terminals that can neither place a cursor nor be told anything, by the names that terminfo has for them. */
const PLAIN =
  /^(?:dumb|unknown|emacs|network|dialup|ethernet|switch|patch|printer|lpr|glasstty|tty\d*)(?:-|$)/;

/** Whether the terminal can place its cursor; where nothing is known it can, as nearly all do. */
export const canPlaceCursor = ({ TERM = '' }: TerminalEnvironment): boolean => !PLAIN.test(TERM);

/** Older than the question for a colour: some print a part of it. */
const ASKED_NOTHING = /^(?:linux|cons25|vt\d+|ansi|sun|wy|$)/;

/** Whether the terminal may be asked for a colour without printing the question. */
export const canBeAsked = (env: TerminalEnvironment): boolean =>
  canPlaceCursor(env) && !ASKED_NOTHING.test(env.TERM ?? '');

/** What to write to: plain lines where no more is possible, lines for a screen reader where one was asked for. */
export function terminalKind(env: TerminalEnvironment, readerAsked: boolean): TerminalKind {
  if (!canPlaceCursor(env)) return 'plain';
  return readerAsked || env.INK_SCREEN_READER === 'true' ? 'reader' : 'screen';
}

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
