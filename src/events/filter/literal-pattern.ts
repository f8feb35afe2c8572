import { caseForms } from './case-forms.ts';

/**
 * The source of a regular expression, flag `u`, that finds `text` in decoded values, in whatever case.
 * It is a plain sequence of alternatives of one character each, so it runs in linear time.
 */
export function literalPattern(text: string): string {
  let source = '';
  for (const character of text) {
    const forms = caseForms(character).map(escaped);
    source += forms.length === 1 ? forms[0] : `[${forms.join('')}]`;
  }
  return source;
}

/** A character as `\u{hex}`: never a syntax character, within a class or without. */
const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
