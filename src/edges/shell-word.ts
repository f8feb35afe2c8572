/** What every shell takes as it is. A `~` at the beginning would be a home. */
const PLAIN = /^[\w./@%:+,-][\w./~@%:+,-]*$/;

/** A word of a command for a shell of POSIX, which makes nothing of what stands in it. */
export const shellWord = (text: string): string => (PLAIN.test(text) ? text : inQuotes(text));

/** The same, in quotes whatever it is. */
export const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
