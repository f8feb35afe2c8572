/** A form of output. */
export type Format = 'table' | 'json' | 'ndjson' | 'csv';

const FORMATS: readonly string[] = ['table', 'json', 'ndjson', 'csv'];

const isFormat = (text: string): text is Format => FORMATS.includes(text);

/** What was asked for; otherwise a terminal gets a table, and a pipe what is usual for the command there. */
export function formatOf(
  asked: string | undefined,
  isTerminal: boolean,
  piped: Format = 'json',
): Format {
  if (asked !== undefined && isFormat(asked)) return asked;
  return isTerminal ? 'table' : piped;
}
