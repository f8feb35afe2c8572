/* How JSON writes a text, byte by byte. */

const QUOTE = 34;
const SLASH = 47;
const BACKSLASH = 92;
/** Below it are the characters that JSON wants escaped. */
const SPACE = 32;

/** What the letter behind a backslash stands for; zero for none. */
export const ESCAPED = new Uint8Array(128);
for (const [letter, meant] of Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' })) {
  ESCAPED[letter.charCodeAt(0)] = meant.charCodeAt(0);
}
for (const self of [QUOTE, BACKSLASH, SLASH]) ESCAPED[self] = self;

/** What a byte of a text is: the first two are written as they come. */
const PLAIN = 0;
export const NOT_ASCII = 1;
export const CONTROL = 2;
const MARK = 3;
export const KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE || byte === BACKSLASH) return MARK;
  return byte < SPACE ? CONTROL : byte < 128 ? PLAIN : NOT_ASCII;
});

/** Writes a character; gives the position behind it. */
export function writeUtf8(text: Buffer, at: number, unit: number): number {
  if (unit < 0x80) {
    text[at] = unit;
    return at + 1;
  }
  const length = unit < 0x800 ? 2 : unit < 0x10000 ? 3 : 4;
  let rest = unit;
  for (let index = length - 1; index > 0; index -= 1) {
    text[at + index] = 0x80 | (rest & 0x3f);
    rest >>>= 6;
  }
  text[at] = ((0xf00 >> length) & 0xff) | rest;
  return at + length;
}
