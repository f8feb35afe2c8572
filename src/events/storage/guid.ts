/** 32-bit words of a packed GUID. */
export const GUID_WORDS = 4;

const HEX_DIGITS = '0123456789abcdef';
const NO_DIGIT = 0xff;

const DIGIT_OF = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit += 1) DIGIT_OF[HEX_DIGITS.charCodeAt(digit)] = digit;

const HYPHEN = 45;
const isHyphenAt = (at: number) => at === 8 || at === 13 || at === 18 || at === 23;

/**
 * Packs `c5c09fe1-2071-486c-b6ba-4c43b45aeb09` into four words at `at`. It only accepts this form in lower case, so
 * that unpacking returns the same text.
 *
 * @returns false if `text` has another form; the words are then invalid
 */
export function packGuid(text: string, words: Uint32Array, at: number): boolean {
  if (text.length !== 36) return false;
  let word = 0;
  let digits = 0;
  let bad = 0;
  for (let index = 0; index < 36; index += 1) {
    const code = text.charCodeAt(index);
    if (isHyphenAt(index)) {
      if (code !== HYPHEN) return false;
      continue;
    }
    const digit = code < 128 ? (DIGIT_OF[code] as number) : NO_DIGIT;
    bad |= digit;
    word = (word << 4) | digit;
    digits += 1;
    if ((digits & 7) === 0) words[at + (digits >>> 3) - 1] = word;
  }
  return bad < 16;
}

/** Reverses {@link packGuid}. */
export function unpackGuid(words: Uint32Array, at: number): string {
  let hex = '';
  for (let word = 0; word < GUID_WORDS; word += 1) {
    hex += (words[at + word] ?? 0).toString(16).padStart(8, '0');
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
