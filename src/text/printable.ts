import { lazy } from './memoize.ts';

declare const brand: unique symbol;

/** Text that is safe to draw: from {@link printable} or our own source. */
export type Printable = string & { readonly [brand]: true };

/** Limit of combining marks per base character. Floods of marks have broken terminals. */
const MARKS_PER_BASE = 4;

/**
 * Characters never shown as themselves: controls, formats (including bidirectional ones), surrogates, private and
 * unassigned code points (\p{C}), every blank but the space (\p{Z}, U+2800), what a renderer may omit (default
 * ignorable: zero-width, fillers, variation selectors, tags), the object replacement character, and emoji modifiers,
 * which merge with the character before them.
 */
const HIDDEN = String.raw`\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u2800\ufffc`;
/** Conjoining vowels and finals of Hangul and Kirat Rai: zero width after a leader. */
const JOINING = String.raw`\u1160-\u11ff\ud7b0-\ud7fb\u{16d63}\u{16d67}-\u{16d6a}`;
const LEADING = String.raw`\u1100-\u1112`;
const OLD_LEADING = String.raw`\u1113-\u115f\ua960-\ua97c`;

/** A string without these, except spaces, is shown unchanged. */
const toBeLookedAt = lazy(
  () =>
    new RegExp(
      `(?! )[${HIDDEN}${JOINING}${LEADING}${OLD_LEADING}\\p{M}\\p{Regional_Indicator}]`,
      'u',
    ),
);
const alwaysShown = lazy(() => new RegExp(`(?! )[${HIDDEN}${JOINING}${OLD_LEADING}]`, 'u'));
const mark = lazy(() => /\p{M}/u);
/** A complete modern syllable, the only form in which conjoining letters are kept. */
const SYLLABLE = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?/uy;
const flag = lazy(() => /\p{Regional_Indicator}{2}/uy);
const loneJoiner = lazy(() => new RegExp(`[${LEADING}\\p{Regional_Indicator}]`, 'u'));
/** No script puts marks on these, and programs disagree about the width if one does. */
const bearsNoMark = lazy(
  () => /[\p{Emoji_Presentation}\p{Regional_Indicator}\u1100-\u11ff\uac00-\ud7a3]/u,
);

/** A code point made visible: `␛`, `<9B>`, `<U+202E>`. */
function picture(codePoint: number): string {
  if (codePoint < 0x20) return String.fromCharCode(0x2400 + codePoint);
  if (codePoint === 0x7f) return '␡';
  const digits = codePoint.toString(16).toUpperCase();
  return codePoint < 0xa0 ? `<${digits}>` : `<U+${digits.padStart(4, '0')}>`;
}

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/**
 * The boundary for hostile text: returns one line in which every character is visible.
 *
 * C0 controls become pictures (`␛` `␊`), C1 `<9B>`; whatever is invisible, reorders, joins or is unassigned becomes
 * `<U+202E>`; marks beyond four per base become `<+N marks>`. So two strings never look the same because of an
 * invisible character, including joiners and selectors inside emoji, about whose width terminals disagree.
 *
 * Clean text and earlier results are returned unchanged. Results may be concatenated safely: none begins with
 * something that joins to its left. Not reversible: the input may itself read `<9B>`.
 */
export function printable(text: string): Printable {
  if (isSimple(text) || !toBeLookedAt().test(text)) return text as Printable;

  let shown = '';
  let bearsMarks = false;
  let marks = 0;
  let at = 0;
  while (at < text.length) {
    const codePoint = codePointAt(text, at);
    const character = String.fromCodePoint(codePoint);
    at += character.length;
    if (codePoint >= 0x300 && mark().test(character) && !alwaysShown().test(character)) {
      if (!bearsMarks) {
        shown += picture(codePoint);
        bearsMarks = true;
      } else if (++marks <= MARKS_PER_BASE) shown += character;
      continue;
    }
    if (marks > MARKS_PER_BASE) shown += `<+${marks - MARKS_PER_BASE} marks>`;
    marks = 0;
    bearsMarks = true;
    if (codePoint >= 0x20 && codePoint < 0x7f) shown += character;
    else if (alwaysShown().test(character)) shown += picture(codePoint);
    else if (loneJoiner().test(character)) {
      const start = at - character.length;
      const whole = matchAt(SYLLABLE, text, start) ?? matchAt(flag(), text, start);
      shown += whole ?? picture(codePoint);
      if (whole) at = start + whole.length;
      bearsMarks = !whole;
    } else {
      shown += character;
      bearsMarks = !bearsNoMark().test(character);
    }
  }
  if (marks > MARKS_PER_BASE) shown += `<+${marks - MARKS_PER_BASE} marks>`;
  return shown as Printable;
}

/** Limit of UTF-16 units shown in one row, above any number of columns. */
const LONGEST_IN_A_ROW = 1024;

/** The part of a hostile text that fits one row, made printable, with `…` for the rest, which is not read. */
export const printableStart = (text: string): Printable =>
  text.length <= LONGEST_IN_A_ROW
    ? printable(text)
    : words`${printable(text.slice(0, LONGEST_IN_A_ROW))}…`;

/**
 * Builds text from our literals and safe values: `` words`Loaded ${n} of ${name}` ``. A raw string value is a compile
 * error.
 */
export function words(
  literals: TemplateStringsArray,
  ...values: readonly (Printable | number)[]
): Printable {
  // Used for every drawn cell and every answer: concatenation is five times as fast as String.raw.
  let text = literals[0] ?? '';
  for (let at = 0; at < values.length; at += 1) text += `${values[at]}${literals[at + 1]}`;
  return text as Printable;
}

/**
 * The body of a character class: visible characters, one column wide in every terminal, which never combine. ASCII,
 * Latin, basic Greek and Cyrillic, punctuation, currencies, arrows, mathematics, control pictures, boxes, blocks,
 * shapes, ticks and braille: nearly all that a console draws, so that one test is enough and the larger tables stay
 * unused.
 */
const SIMPLE = String.raw`\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03c9\u0400-\u0482\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u218b\u2190-\u22ff\u2400-\u2426\u2500-\u25fc\u26a0\u2713-\u2718\u276f\u2801-\u28ff`;

// Without `u`: half a surrogate pair is not simple either, and the engine need not look for pairs, which takes twice
// as long.
const NOT_SIMPLE = new RegExp(`[^${SIMPLE}]`);

/** Whether every character is one UTF-16 unit, one column wide, and safe to draw in any terminal. */
export function isSimple(text: string): boolean {
  return !NOT_SIMPLE.test(text);
}

/**
 * The code point at `at`, a lone surrogate as itself; 0 past the end.
 *
 * Not `String.prototype.codePointAt`: V8 14.6 (Node 26), once it has optimised the caller, reads past the end of a
 * string sliced within a surrogate pair, and returns a character that the string does not contain.
 */
export function codePointAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const first = text.charCodeAt(at);
  if ((first & 0xfc00) !== 0xd800 || at + 1 >= text.length) return first;
  const second = text.charCodeAt(at + 1);
  if ((second & 0xfc00) !== 0xdc00) return first;
  return ((first - 0xd800) << 10) + (second - 0xdc00) + 0x10000;
}

/** The console's symbols and their ASCII replacements. */
const PAIRS: readonly (readonly [signs: string, become: string])[] = [
  ['·•…⋯–—−', '.*~~---'],
  ['“”„‘’‚', '"""\'\'\''],
  ['‹›«»→←↑↓▸▾▲▼❯⌫', '<><>><^v>v^v><'],
  ['●○◌◐■✖✓≠≈≤≥', '*oo%#x+!~<>'],
  ['─━│┃┄', '-=||-'],
  ['▁▂▃▄▅▆▇█░▒▓', '__.-=+*#.:#'],
  ['▏▎▍▌▋▊▉', '|||===='],
  // Replacements for Markdown characters in text.
  ['ˋ¦', "'|"],
];

const SIGNS: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([signs, become]) =>
    [...signs].map((sign, at) => [sign, become.charAt(at)] as const),
  ),
);

/** The replacement for a character without an ASCII equivalent. */
const UNKNOWN = '?';

/** The ASCII character for `grapheme`: the symbol's, the letter without marks, or `?`. */
export function toAscii(grapheme: string): string {
  const sign = SIGNS.get(grapheme);
  if (sign !== undefined) return sign;
  const [letter = ''] = grapheme.normalize('NFD');
  return /^[\x20-\x7e]$/.test(letter) ? letter : UNKNOWN;
}

/** Half a surrogate pair, as left after deleting one code unit. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const LINE_BREAKS = /[\r\n\t\u2028\u2029]+/g;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
const OTHER_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Typed or pasted text as one line: line breaks become spaces; controls and broken characters are removed. */
export function cleanTyped(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(LONE_SURROGATE, '');
}

/** Text of many lines: keeps line breaks and tabs, removes other controls and broken characters. */
export function cleanLines(text: string): string {
  return text.replace(OTHER_CONTROLS, '').replace(LONE_SURROGATE, '');
}

/** Adds a full stop if missing: a service's messages may lack one. */
export const asSentence = (text: Printable): Printable =>
  /[.!?…]$/.test(text) ? text : words`${text}.`;

/** `a, b and c`, for a sentence. */
export const listed = (all: readonly Printable[]): Printable =>
  new Intl.ListFormat('en-GB').format(all) as Printable;

/** Escapes foreign text for Markdown, including the extensions of trackers (`~~`, `$`, `:bug:`, `@name`). */
export const plainMarkdown = (text: Printable): Printable =>
  text.replace(/[\\`*_{}[\]<>|#!&~$@]|:(?=\w+:)/g, '\\$&') as Printable;
