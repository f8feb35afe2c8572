import { printable } from '../../text/printable.ts';
import type { Value } from './grid.ts';

/**
 * What a spreadsheet takes for a formula, full-width forms among them. A sign alone is none: `@` is a zone
 * among DNS records.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20][\s\S]|^[\t\r\n]/;

/**
 * A cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it;
 * numbers stay numbers.
 */
function cell(value: Value, isForTerminal: boolean): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  const text = isForTerminal ? printable(safe) : safe;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of CSV with its end. */
export const csvLine = (values: readonly Value[], isForTerminal: boolean): string =>
  `${values.map((value) => cell(value, isForTerminal)).join(',')}\n`;
