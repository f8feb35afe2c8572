/**
 * The body of a character class (`u` or `v` flag): what is one column wide in every terminal, shows
 * itself, and joins with nothing. ASCII, Latin, basic Greek and Cyrillic, punctuation, currencies,
 * arrows, mathematics, control pictures, boxes, blocks, shapes, ticks and braille: nearly all a console
 * ever draws, so that one look at a string answers for it and no larger table is touched.
 */
const SIMPLE = String.raw`\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03c9\u0400-\u0482\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u218b\u2190-\u22ff\u2400-\u2426\u2500-\u25fc\u26a0\u2713-\u2718\u276f\u2801-\u28ff`;

const NOT_SIMPLE = new RegExp(`[^${SIMPLE}]`, 'u');

/** Whether every character is one UTF-16 unit, one column, and safe to draw, in any terminal. */
export function isSimple(text: string): boolean {
  return !NOT_SIMPLE.test(text);
}

/**
 * The code point that begins at `at`, a lone surrogate as itself; 0 past the end.
 *
 * `String.prototype.codePointAt` would do, but V8 14.6 (Node 26), once it has optimised the caller,
 * reads past the end of a string that was sliced between the halves of a surrogate pair, and reports
 * a character that the string does not hold.
 */
export function codePointAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const first = text.charCodeAt(at);
  if ((first & 0xfc00) !== 0xd800 || at + 1 >= text.length) return first;
  const second = text.charCodeAt(at + 1);
  if ((second & 0xfc00) !== 0xdc00) return first;
  return ((first - 0xd800) << 10) + (second - 0xdc00) + 0x10000;
}
