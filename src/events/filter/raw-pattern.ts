import { caseForms } from './case-forms.ts';

/** What JSON writes in two characters. `/` may be written so and seldom is. */
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['/', '\\/'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Printable ASCII that no JSON writer in use escapes by number; the service's escapes `< > & ' + "`. */
const ALWAYS_PLAIN = /^[A-Za-z0-9 !#$%()*,\-.:;=?@[\]^_{|}~]$/;

/**
 * The source of a regular expression, no flags, that finds `text` in raw log text: JSON in UTF-8, read
 * as Latin-1, one character a byte. Case does not matter, nor whether the JSON wrote a character plainly
 * or escaped: `<script` finds `\u003Cscript`. For letters and digits it stays a sequence of one-byte
 * classes, which the engine searches many bytes at a time.
 */
export function rawPattern(text: string): string {
  let source = '';
  for (const character of text) {
    const writings = new Set<string>();
    for (const form of caseForms(character)) for (const raw of writingsOf(form)) writings.add(raw);
    source += oneOf([...writings]);
  }
  return source;
}

/** How a character may stand in JSON text, each as regular expression source over bytes. */
function writingsOf(character: string): readonly string[] {
  const plain = bytesOf(character);
  if (ALWAYS_PLAIN.test(character)) return [plain];
  let numbered = '';
  for (let unit = 0; unit < character.length; unit += 1) {
    const hex = character.charCodeAt(unit).toString(16).padStart(4, '0');
    numbered += `\\\\u${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
  }
  const short = SHORT_ESCAPES.get(character);
  return short === undefined ? [plain, numbered] : [bytesOf(short), plain, numbered];
}

function bytesOf(text: string): string {
  let source = '';
  for (const byte of Buffer.from(text)) source += `\\x${byte.toString(16).padStart(2, '0')}`;
  return source;
}

function oneOf(writings: readonly string[]): string {
  if (writings.length === 1) return writings[0] ?? '';
  const single = writings.every((writing) => /^\\x..$/.test(writing));
  return single ? `[${writings.join('')}]` : `(?:${writings.join('|')})`;
}
