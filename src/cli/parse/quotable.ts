/** Words of a command line that cannot be a key: short, and letters and dashes alone. */
const HARMLESS = /^-{0,2}[a-z][a-z-]{0,23}$/i;

/** The word in quotes, or `otherwise` when it may be something that must not be repeated. */
export const quotable = (word: string, otherwise: string): string =>
  HARMLESS.test(word) ? `"${word}"` : otherwise;
