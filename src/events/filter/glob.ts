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
 * The characters that match a typed character when case is ignored: itself and its upper and lower case, if these are
 * single characters (not so for `ß`).
 */
export function caseForms(character: string): readonly string[] {
  const forms = new Set([character]);
  for (const other of [character.toLowerCase(), character.toUpperCase()]) {
    if (isOnePoint(other)) forms.add(other);
  }
  return [...forms];
}

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
