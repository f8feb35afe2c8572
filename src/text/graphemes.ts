import { lazy } from './lazy.ts';
import type { Printable } from './printable.ts';
import { isSimple } from './simple.ts';

/** Scripts and signs whose width every terminal has known for decades, each with up to a few common marks. */
const agreed = lazy(
  () =>
    /^[[\x20-\x7e\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u00a1-\u02ff\u2010-\u2bff\u3001-\u303e\uac00-\ud7a3\uff01-\uff60\ufffd]--\p{Emoji_Presentation}][\u0300-\u036f]*$/v,
);

/**
 * What may stand in a grapheme beside other code points: marks, flags, conjoining letters, and the few
 * letters that lean on the one before or after them. Text without is one grapheme a code point.
 */
const joins = lazy(
  () =>
    /[\p{M}\p{Regional_Indicator}\u1100-\u11ff\u0e33\u0eb3\u0d4e\uff9e\uff9f\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u,
);

const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/**
 * What a reader takes for one character each: a base with its marks, a syllable, a flag. Text
 * in which nothing joins does not load the segmenter.
 */
export function graphemes(text: Printable): Printable[] {
  if (isSimple(text)) return text.split('') as Printable[];
  if (!joins().test(text)) return Array.from(text) as Printable[];
  return Array.from(segmenter().segment(text), ({ segment }) => segment as Printable);
}

/**
 * Whether terminals are known or likely to disagree about the width of `grapheme`: emoji, flags,
 * conjuncts, spacing marks, scripts that few of them have tables for. After one of these only an
 * absolute column is sure.
 */
export function doubtful(grapheme: Printable): boolean {
  return !isSimple(grapheme) && !agreed().test(grapheme);
}
