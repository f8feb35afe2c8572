/**
 * Code that is ASCII but for its regular expressions, which esbuild leaves as they are, with these in ASCII
 * too. A character behind a backslash stays: an escape of it would mean something else.
 */
export const escapedPatterns = (code: string): string =>
  code.replace(/(\\*)([^\0-\x7f])/g, (all: string, slashes: string, unit: string) =>
    slashes.length % 2 === 1
      ? all
      : `${slashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
