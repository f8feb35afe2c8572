/** Needs no quotes in any shell. A leading `~` would be expanded. */
const PLAIN = /^[\w./@%:+,-][\w./~@%:+,-]*$/;

/** Quotes a word for a POSIX shell if necessary. */
export const shellWord = (text: string): string => (PLAIN.test(text) ? text : inQuotes(text));

/** Always quotes. */
export const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
