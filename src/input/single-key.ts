/** Keys that have a control of their own. Backspace sends BS or DEL, whatever the terminal's age. */
const NAMED: Readonly<Record<number, string>> = {
  0: 'ctrl-space',
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'esc',
  28: 'ctrl-\\',
  29: 'ctrl-]',
  30: 'ctrl-^',
  31: 'ctrl-_',
  127: 'backspace',
};

/**
 * The key that sends the single code point `codePoint`: a control, or a character as itself. Undefined
 * for what no key sends: C1 controls, and the sign for bytes that are not UTF-8.
 */
export function singleKey(codePoint: number): string | undefined {
  if (codePoint === 0x20) return 'space';
  if (codePoint < 0x20 || codePoint === 0x7f) {
    return NAMED[codePoint] ?? `ctrl-${String.fromCharCode(codePoint + 0x60)}`;
  }
  if (codePoint < 0xa0 && codePoint > 0x7f) return undefined;
  return codePoint === 0xfffd ? undefined : String.fromCodePoint(codePoint);
}
