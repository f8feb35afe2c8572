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
