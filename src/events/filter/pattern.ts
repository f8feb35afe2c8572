/** Longer patterns are probably mistakes, and cost memory to compile. */
export const LONGEST_PATTERN = 500;

/** Compiles a case-insensitive regular expression, in Unicode mode if it is valid there. Undefined if it is invalid. */
export function compilePattern(source: string): RegExp | undefined {
  if (source.length > LONGEST_PATTERN) return undefined;
  for (const flags of ['iu', 'i']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Try the next flags.
    }
  }
  return undefined;
}

/** Why a pattern is invalid, in the engine's words without the source. */
export function whyNoPattern(source: string): string {
  if (source.length > LONGEST_PATTERN) return `longer than ${LONGEST_PATTERN} characters`;
  try {
    new RegExp(source, 'i');
    return 'not a pattern';
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return message.slice(message.lastIndexOf(': ') + 2).toLowerCase();
  }
}

/** The longest valid prefix of a half-typed pattern. */
export function longestPattern(source: string): string | undefined {
  const most = Math.min(source.length, LONGEST_PATTERN);
  for (let length = most; length > 0 && length > most - 16; length -= 1) {
    const part = source.slice(0, length);
    if (compilePattern(part)) return part;
  }
  return undefined;
}

/** Texts up to this size, in bytes, are always fast for a quick pattern. */
export const QUICK_TEXT = 2048;

/** Each choice may double the work for the rest. */
const MAX_CHOICES = 3;

/**
 * Whether the work of a pattern is at most quadratic in the text's length: at most one quantifier, on a single
 * character or class, a few optional characters and alternatives, no repeated groups and no back references. If unsure,
 * the answer is no.
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
      at = quickClassEnd(source, at);
    } else if (character === ')') {
      if (/[*+?{]/.test(source[at + 1] ?? '')) return false;
    } else if (character === '*' || character === '+' || character === '{') {
      repeats += 1;
      if (character === '{') at = source.indexOf('}', at);
      if (at < 0) return false;
      // A lazy quantifier changes the order of the work, not the amount.
      if (source[at + 1] === '?') at += 1;
    } else if (character === '?') {
      if (source[at - 1] !== '(') choices += 1;
    } else if (character === '|') choices += 1;
  }
  return repeats <= 1 && choices <= MAX_CHOICES;
}

/** Position of the bracket that ends the class at `from`; the end of the source if there is none. */
function quickClassEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at;
  }
  return source.length;
}

/** Shorter texts are in nearly every log, so searching for them first only costs time. */
const MIN_LITERAL_LENGTH = 3;

/**
 * Characters that match only themselves, ignoring case: ASCII except `k` and `s`, which in Unicode also match the
 * Kelvin sign and the long s.
 */
const PLAIN = /^[a-jl-rt-zA-JL-RT-Z0-9 !"#%&',/:;<=>@_`~-]$/;

/** Characters that are literal when escaped. */
const ESCAPED = /^[\\^$.*+?()[\]{}|/-]$/;

/** Escapes that do not stand for a literal character. */
const CLASS_ESCAPE = /^[dDwWsSbBnrtfv]$/;

/**
 * Literal texts that every match must contain, in this order and without overlap, ignoring case; empty if unknown. Rows
 * without them are skipped, and searching for plain text is many times faster.
 *
 * Only the top level of the pattern is read. Anything uncertain is left out.
 */
export function requiredLiterals(source: string): readonly string[] {
  const literals: string[] = [];
  let run = '';
  const end = () => {
    if (run.length >= MIN_LITERAL_LENGTH) literals.push(run);
    run = '';
  };
  for (let at = 0; at < source.length; ) {
    const character = source[at] ?? '';
    if (character === '|' || character === ')') return [];
    if (character === '(' || character === '[') {
      const behind = character === '(' ? groupEnd(source, at) : classEnd(source, at);
      if (behind === undefined) return [];
      end();
      at = behind;
    } else if (character === '*' || character === '?' || character === '{') {
      // The character before it is optional.
      run = run.slice(0, -1);
      end();
      const behind = character === '{' ? source.indexOf('}', at) : at;
      if (behind < 0) return [];
      at = behind + 1;
    } else if (character === '+') {
      end();
      at += 1;
    } else if (character === '\\') {
      const escaped = source[at + 1] ?? '';
      if (ESCAPED.test(escaped)) run += escaped;
      else if (CLASS_ESCAPE.test(escaped)) end();
      else return [];
      at += 2;
    } else {
      if (PLAIN.test(character)) run += character;
      else end();
      at += 1;
    }
  }
  end();
  return literals;
}

/** Position behind the group that opens at `from`. */
function groupEnd(source: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === '[') at = (classEnd(source, at) ?? source.length) - 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** Position behind the class that opens at `from`. */
function classEnd(source: string, from: number): number | undefined {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at + 1;
  }
  return undefined;
}
