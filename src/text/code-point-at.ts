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
