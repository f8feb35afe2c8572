import { printable } from './printable.ts';

/** A value of a cell. Strings are hostile text. */
export type CsvValue = string | number | boolean | null;

/**
 * What a spreadsheet may take for a formula (OWASP, CSV injection): one of the signs, also in full width, followed by
 * more, after blanks, quotes or separators at which the spreadsheet may split. A sign alone is harmless: `@` is the
 * zone itself among DNS records.
 */
const FORMULA = /^[\s;,|'"]*[=+\-@\uff1d\uff0b\uff0d\uff20][\s\S]|^[\t\r\n\0]/;

/** What must be quoted: separators and quotes (RFC 4180), and the semicolon, which some spreadsheets split at. */
const QUOTED = /[",;\r\n]|^\s|\s$/;

/**
 * A cell. A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay numbers.
 * Escaped, it is printable, so that it acts on no terminal it is shown on; raw, it is what the service sent.
 */
function cell(value: CsvValue, isRaw: boolean): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = isRaw ? value : printable(FORMULA.test(value) ? `'${value}` : value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How text is written: harmless everywhere, or as the service sent it. `raw` on request, never on a terminal. */
export type Writing = 'escaped' | 'raw';

/** One line of CSV (RFC 4180) with its end. All CSV for standard output, files and the clipboard is made here. */
export const csvLine = (values: readonly CsvValue[], how: Writing = 'escaped'): string =>
  `${values.map((value) => cell(value, how === 'raw')).join(',')}\n`;

const BEYOND_ASCII = /[^\x20-\x7e\n]+/g;

const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text in which every character that `printable` would change is escaped as JSON and YAML have it in quotes. */
export const escapedText = (text: string): string =>
  text.replace(BEYOND_ASCII, (run) => (printable(run) === run ? run : escaped(run)));

/** What a text of ours says as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this text, which is a JSON scalar. */
    rawJSON(text: string): object;
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The text of a JSON number as that number, whatever a double holds, for {@link jsonText}; any other as text. */
export const exactNumber = (text: string): unknown =>
  NUMBER.test(text) ? JSON.rawJSON(text) : text;

/**
 * A value as JSON. All JSON for standard output, files and the clipboard is made here. What `printable` would
 * change is escaped, so that it acts on no terminal and no editor; `JSON.parse` gives back every character.
 *
 * @param indent spaces for each level; 0 for one line
 */
export function jsonText(value: unknown, indent: 0 | 2 = 0, how: Writing = 'escaped'): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  return how === 'raw' ? text : escapedText(text);
}
