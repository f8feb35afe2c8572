import { printable } from './printable.ts';

/** A cell value. Strings are hostile text. */
export type CsvValue = string | number | boolean | null;

/**
 * Text that a spreadsheet may run as a formula (OWASP, CSV injection): a sign, also full-width, followed by more,
 * after blanks, quotes or separators at which a spreadsheet may split. A sign alone is harmless: `@` is the zone
 * itself in DNS records.
 */
const FORMULA = /^[\s;,|'"]*[=+\-@\uff1d\uff0b\uff0d\uff20][\s\S]|^[\t\r\n\0]/;

/** Text to be quoted: separators and quotes (RFC 4180), and the semicolon, at which some spreadsheets split. */
const QUOTED = /[",;\r\n]|^\s|\s$/;

/**
 * A cell. A possible formula gets a leading apostrophe; numbers stay numbers. Escaped text is printable and so
 * harmless on a terminal; raw text is what the service sent.
 */
function cell(value: CsvValue, isRaw: boolean): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = isRaw ? value : printable(FORMULA.test(value) ? `'${value}` : value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * How text is written: harmless everywhere, or as the service sent it. `raw` only on request, and never on a
 * terminal.
 */
export type Writing = 'escaped' | 'raw';

/** One line of CSV (RFC 4180) with its line end. All CSV output is made here. */
export const csvLine = (values: readonly CsvValue[], how: Writing = 'escaped'): string =>
  `${values.map((value) => cell(value, how === 'raw')).join(',')}\n`;

const BEYOND_ASCII = /[^\x20-\x7e\n]+/g;

const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes every character that `printable` would change, as in quoted JSON and YAML. */
export const escapedText = (text: string): string =>
  text.replace(BEYOND_ASCII, (run) => (printable(run) === run ? run : escaped(run)));

/** Parses JSON; undefined for invalid text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this JSON scalar. */
    rawJSON(text: string): object;
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A JSON number with all its digits for {@link jsonText}; other text unchanged. */
export const exactNumber = (text: string): unknown =>
  NUMBER.test(text) ? JSON.rawJSON(text) : text;

/**
 * A value as JSON. All JSON output is made here. Characters that `printable` would change are escaped, so that they
 * affect no terminal or editor; `JSON.parse` restores them.
 *
 * @param indent spaces per level; 0 for one line
 */
export function jsonText(value: unknown, indent: 0 | 2 = 0, how: Writing = 'escaped'): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  return how === 'raw' ? text : escapedText(text);
}
