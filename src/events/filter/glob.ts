/** Text with gaps: the parts in this order with anything between them. A single part is plain text. */
export interface Glob {
  readonly parts: readonly string[];
}

/** Text in which `*` is literal. */
export const literal = (text: string): Glob => ({ parts: [text] });

/** Text in which `*` stands for anything, including nothing. */
export const wildcard = (text: string): Glob => ({ parts: text.split('*') });

/** Whether it matches every text. */
export const fitsAll = (glob: Glob): boolean =>
  glob.parts.length > 1 && glob.parts.every((part) => part === '');

/**
 * A case-insensitive test of values against a glob, as a whole (`is`) or as a substring (`contains`).
 *
 * Each part is searched from the end of the previous match, so the time is linear in the length of the value however
 * many stars there are.
 */
export function globTest(glob: Glob, how: 'contains' | 'is'): (value: string) => boolean {
  const anchored = how === 'is';
  const last = glob.parts.length - 1;
  const patterns = glob.parts.map((part, index) => {
    const start = anchored && index === 0 ? '^' : '';
    const end = anchored && index === last ? '$' : '';
    return new RegExp(`${start}${literalPattern(part)}${end}`, 'gu');
  });
  return (value) => {
    let at = 0;
    for (const pattern of patterns) {
      // `^` is only used by the first part, where `at` is 0.
      pattern.lastIndex = at;
      if (!pattern.test(value)) return false;
      at = pattern.lastIndex;
    }
    return true;
  };
}

const isOnePoint = (text: string) => [...text].length === 1;

/**
 * The characters that match a typed character when case is ignored: itself, and its other case if that is a single
 * character with this one as its other case. So characters are in pairs, and texts that match the same text match each
 * other: not so if the Kelvin sign matched `k`, which matches `K`.
 */
export function caseForms(character: string): readonly string[] {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  if (isOnePoint(lower) && lower !== character && lower.toUpperCase() === character)
    return [character, lower];
  if (isOnePoint(upper) && upper !== character && upper.toLowerCase() === character)
    return [character, upper];
  return [character];
}

/** A text in one case: equal for texts that match each other as a whole. It has as many characters. */
export const foldCase = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : Array.from(text, (character) => {
        const [, other = character] = caseForms(character);
        return other === character.toLowerCase() ? other : character;
      }).join('');

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/**
 * The source of a regular expression with flag `u` that finds `text`, ignoring case. It is a plain sequence of
 * alternatives of one character each, so it runs in linear time.
 */
function literalPattern(text: string): string {
  let source = '';
  for (const character of text) {
    const forms = caseForms(character).map(escaped);
    source += forms.length === 1 ? forms[0] : `[${forms.join('')}]`;
  }
  return source;
}

/** A character as `\u{hex}`, which is never a syntax character. */
const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
