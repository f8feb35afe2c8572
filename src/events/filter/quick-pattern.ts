/** The longest text, in bytes, that a quick pattern is over with at once whatever it says. */
export const QUICK_TEXT = 2048;

/** Each may double the ways in which the rest is tried. */
const MOST_CHOICES = 3;

/**
 * Whether the work of a pattern grows at the most with the square of the text's length: one quantifier
 * on one character or class at the most, beside a few optional characters and alternatives; no group
 * that repeats, no reference back. When it is not sure it says no.
 */
export function isQuick(source: string): boolean {
  let repeats = 0;
  let choices = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (character === '\\') {
      if (/[1-9kpPuxc]/.test(source[at + 1] ?? '')) return false;
      at += 1;
    } else if (character === '[') {
      at = classEnd(source, at);
    } else if (character === ')') {
      if (/[*+?{]/.test(source[at + 1] ?? '')) return false;
    } else if (character === '*' || character === '+' || character === '{') {
      repeats += 1;
      if (character === '{') at = source.indexOf('}', at);
      if (at < 0) return false;
      // It is lazy, which changes the order of the work and not its amount.
      if (source[at + 1] === '?') at += 1;
    } else if (character === '?') {
      if (source[at - 1] !== '(') choices += 1;
    } else if (character === '|') choices += 1;
  }
  return repeats <= 1 && choices <= MOST_CHOICES;
}

/** The position of the bracket that ends the class that opens at `from`; the last one when none does. */
function classEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at;
  }
  return source.length;
}
