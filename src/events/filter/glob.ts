/** Text with gaps: the parts stand in this order, anything between them. One part is plain text. */
export interface Glob {
  readonly parts: readonly string[];
}

/** Text taken as it is: `*` is a star. */
export const literal = (text: string): Glob => ({ parts: [text] });

/** Text in which `*` stands for anything, nothing included. */
export const wildcard = (text: string): Glob => ({ parts: text.split('*') });

/** Whether every text fits. */
export const fitsAll = (glob: Glob): boolean =>
  glob.parts.length > 1 && glob.parts.every((part) => part === '');

/**
 * A test of decoded values, in whatever case: whether the value is the glob from end to end (`is`), or
 * has it within (`contains`).
 *
 * Each part is looked for from where the one before ended, first come first taken, and so the time grows
 * with the length of the value only, however many stars there are.
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
      // `^` means the start of the value: for the first part `at` is there.
      pattern.lastIndex = at;
      if (!pattern.test(value)) return false;
      at = pattern.lastIndex;
    }
    return true;
  };
}

const isOnePoint = (text: string) => [...text].length === 1;

/**
 * The characters that a typed character stands for when case does not matter: itself, and its upper and
 * lower case where those are one character too (`ß` has no such upper case).
 */
export function caseForms(character: string): readonly string[] {
  const forms = new Set([character]);
  for (const other of [character.toLowerCase(), character.toUpperCase()]) {
    if (isOnePoint(other)) forms.add(other);
  }
  return [...forms];
}

/**
 * The source of a regular expression, flag `u`, that finds `text` in decoded values, in whatever case.
 * It is a plain sequence of alternatives of one character each, so it runs in linear time.
 */
function literalPattern(text: string): string {
  let source = '';
  for (const character of text) {
    const forms = caseForms(character).map(escaped);
    source += forms.length === 1 ? forms[0] : `[${forms.join('')}]`;
  }
  return source;
}

/** A character as `\u{hex}`: never a syntax character, within a class or without. */
const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
