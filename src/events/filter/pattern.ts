/** Patterns are typed; longer ones are mistakes, and cost memory to compile. */
export const LONGEST_PATTERN = 500;

/**
 * A regular expression as typed: without regard to case, in Unicode mode where it is valid there, else
 * as the engine has always read it. Undefined when it is none.
 */
export function compilePattern(source: string): RegExp | undefined {
  if (source.length > LONGEST_PATTERN) return undefined;
  for (const flags of ['iu', 'i']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // The next flags, or none.
    }
  }
  return undefined;
}

/** Why a source is no pattern, in the engine's words, without the source. */
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

/** The longest beginning of `source` that is a pattern: what a half-typed one means so far. */
export function longestPattern(source: string): string | undefined {
  const most = Math.min(source.length, LONGEST_PATTERN);
  for (let length = most; length > 0 && length > most - 16; length -= 1) {
    const part = source.slice(0, length);
    if (compilePattern(part)) return part;
  }
  return undefined;
}

/** The longest text, in bytes, that a quick pattern is over with at once whatever it says. */
export const QUICK_TEXT = 2048;

/** Each may double the ways in which the rest is tried. */
const MOST_CHOICES = 3;

/**
 * Whether the work of a pattern grows at most with the square of the text's length: one quantifier
 * on one character or class at most, beside a few optional characters and alternatives; no group
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
      at = quickClassEnd(source, at);
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
function quickClassEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at;
  }
  return source.length;
}

/** Shorter texts are in nearly every log, and looking for them first would only cost. */
const SHORTEST = 3;

/**
 * What stands for itself, in whatever case: ASCII, but for `k` and `s`, which Unicode also finds in the
 * Kelvin sign and the long s.
 */
const PLAIN = /^[a-jl-rt-zA-JL-RT-Z0-9 !"#%&',/:;<=>@_`~-]$/;

/** Characters that an escape makes stand for themselves. */
const ESCAPED = /^[\\^$.*+?()[\]{}|/-]$/;

/** Escapes of one character that are no text of their own. */
const CLASS_ESCAPE = /^[dDwWsSbBnrtfv]$/;

/**
 * The texts that everything a pattern matches must contain, in this order and apart from each other, in
 * whatever case; none when none can be told. Rows without them need not be tried, and looking for plain
 * text is many times quicker.
 *
 * Reads only what stands at the top level. Where it is not sure it takes a piece for no text at all.
 */
export function requiredLiterals(source: string): readonly string[] {
  const literals: string[] = [];
  let run = '';
  const end = () => {
    if (run.length >= SHORTEST) literals.push(run);
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
      // What stands before it may be absent.
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

/** The position behind the group that opens at `from`. */
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

/** The position behind the class that opens at `from`. */
function classEnd(source: string, from: number): number | undefined {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at + 1;
  }
  return undefined;
}
