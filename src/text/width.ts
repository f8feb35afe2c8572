import { lazy } from './memoize.ts';
import { isSimple, type Printable } from './printable.ts';

const noColumn = lazy(() => /[\p{Mn}\p{Me}\u1160-\u11ff]/u);

function codePointWidth(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (noColumn().test(character)) return 0;
  return isEastAsianWide(codePoint) ? 2 : 1;
}

/**
 * Terminal columns of `text`, as `wcwidth` and Ink count them.
 *
 * What {@link Printable} lets through is as wide as its code points together, so nothing needs to be
 * segmented and `width(a) + width(b)` is `width(a + b)`.
 */
export function width(text: Printable): number {
  if (isSimple(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += codePointWidth(character);
  return columns;
}

/**
 * The most UTF-16 units a column can take: a base and four marks of two units each. So the part of a
 * text that matters for `n` columns is short, however long the text.
 */
const UNITS_PER_COLUMN = 10;

const spaces = (count: number): string => (count > 0 ? ' '.repeat(count) : '');

/** The longest run of whole graphemes from the start of `parts` within `columns`, joined. */
function head(parts: Iterable<Printable>, columns: number): string {
  let taken = '';
  let left = columns;
  for (const part of parts) {
    left -= width(part);
    if (left < 0) break;
    taken += part;
  }
  return taken;
}

/** At most `columns` wide; what is lost at the end is marked with `…`. Graphemes stay whole. */
export function cut(text: Printable, columns: number): Printable {
  if (columns <= 0) return '' as Printable;
  const near = text.slice(0, (columns + 1) * UNITS_PER_COLUMN) as Printable;
  if (isSimple(near)) {
    return (text.length <= columns ? text : `${near.slice(0, columns - 1)}…`) as Printable;
  }
  if (width(near) <= columns) return text;
  return `${head(graphemes(near), columns - 1)}…` as Printable;
}

/** At most `columns` wide, keeping the end: `…ab`. */
export function cutStart(text: Printable, columns: number): Printable {
  if (columns <= 0) return '' as Printable;
  const near = text.slice(-(columns + 1) * UNITS_PER_COLUMN) as Printable;
  if (isSimple(near)) {
    if (text.length <= columns) return text;
    return `…${columns > 1 ? near.slice(1 - columns) : ''}` as Printable;
  }
  if (width(near) <= columns) return text;
  const kept: Printable[] = [];
  let left = columns - 1;
  for (const part of graphemes(near).toReversed()) {
    left -= width(part);
    if (left < 0) break;
    kept.push(part);
  }
  return `…${kept.reverse().join('')}` as Printable;
}

/** `text` without its first `columns`; of a wide grapheme that is cut through, a blank is left. */
export function without(text: Printable, columns: number): Printable {
  if (columns <= 0) return text;
  if (isSimple(text)) return text.slice(columns) as Printable;
  const parts = graphemes(text);
  let left = columns;
  let at = 0;
  for (; left > 0 && at < parts.length; at += 1) left -= width(parts[at] ?? ('' as Printable));
  return (spaces(-left) + parts.slice(at).join('')) as Printable;
}

/** At least `columns` wide: filled with spaces on the right (`left`) or on the left (`right`). */
export function pad(text: Printable, columns: number, align: 'left' | 'right' = 'left'): Printable {
  const fill = spaces(columns - width(text));
  return (align === 'left' ? text + fill : fill + text) as Printable;
}

/** Exactly `columns` wide: cut at the end with `…`, or filled with spaces. */
export function fit(text: Printable, columns: number, align: 'left' | 'right' = 'left'): Printable {
  return pad(cut(text, columns), columns, align);
}

/**
 * `text` in lines of at most `columns`, broken at spaces, which are dropped there; a word that is wider
 * than a line is broken inside. At least one line; a width of less than two columns counts as two, since
 * a grapheme may need them.
 */
export function wrapLines(text: Printable, columns: number): Printable[] {
  const limit = Math.max(2, columns);
  if (width(text) <= limit) return [text];
  const lines: Printable[] = [];
  let line = '';
  let used = 0;
  const flush = () => {
    lines.push(line as Printable);
    line = '';
    used = 0;
  };
  // Alternately a word and the spaces behind it.
  for (const piece of text.split(/( +)/) as Printable[]) {
    const wide = width(piece);
    if (used + wide <= limit) {
      line += piece;
      used += wide;
    } else if (piece.startsWith(' ')) flush();
    else {
      const kept = line.trimEnd();
      if (kept !== '') {
        line = kept;
        flush();
      }
      for (const part of graphemes(piece)) {
        const columnsOfPart = width(part);
        if (used + columnsOfPart > limit) flush();
        line += part;
        used += columnsOfPart;
      }
    }
  }
  if (line !== '' || lines.length === 0) flush();
  return lines;
}

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

/**
 * First and last code points of the ranges that Unicode 17 calls East Asian Wide or Fullwidth: two
 * columns in a terminal. Ordered. A test compares it with string-width, so that it does not grow old.
 */
const RANGES: readonly number[] = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3,
  0x25fd, 0x25fe, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267f, 0x267f, 0x268a, 0x268f,
  0x2693, 0x2693, 0x26a1, 0x26a1, 0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce,
  0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd,
  0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755,
  0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50,
  0x2b55, 0x2b55, 0x2e80, 0x2e99, 0x2e9b, 0x2ef3, 0x2f00, 0x2fd5, 0x2ff0, 0x303e, 0x3041, 0x3096,
  0x3099, 0x30ff, 0x3105, 0x312f, 0x3131, 0x318e, 0x3190, 0x31e5, 0x31ef, 0x321e, 0x3220, 0x3247,
  0x3250, 0xa48c, 0xa490, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19,
  0xfe30, 0xfe52, 0xfe54, 0xfe66, 0xfe68, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x16fe4,
  0x16ff0, 0x16ff6, 0x17000, 0x18cda, 0x18cff, 0x18d20, 0x18d80, 0x18df2, 0x18e00, 0x19191, 0x191a0,
  0x191d2, 0x1aff0, 0x1aff3, 0x1aff5, 0x1affb, 0x1affd, 0x1affe, 0x1b000, 0x1b128, 0x1b132, 0x1b132,
  0x1b150, 0x1b152, 0x1b155, 0x1b155, 0x1b164, 0x1b168, 0x1b170, 0x1b2fb, 0x1d300, 0x1d356, 0x1d360,
  0x1d376, 0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f1ae, 0x1f1ae,
  0x1f200, 0x1f202, 0x1f210, 0x1f23b, 0x1f240, 0x1f248, 0x1f250, 0x1f251, 0x1f260, 0x1f265, 0x1f300,
  0x1f320, 0x1f32d, 0x1f335, 0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3,
  0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4, 0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc, 0x1f4ff,
  0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a, 0x1f57a, 0x1f595, 0x1f596, 0x1f5a4, 0x1f5a4,
  0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2, 0x1f6d5, 0x1f6d9, 0x1f6dc,
  0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7da, 0x1f7da, 0x1f7e0, 0x1f7eb, 0x1f7f0, 0x1f7f0,
  0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1f9ff, 0x1fa70, 0x1fa7c, 0x1fa80, 0x1fac6, 0x1fac8,
  0x1fac8, 0x1facc, 0x1fadd, 0x1fadf, 0x1faeb, 0x1faef, 0x1fafa, 0x20000, 0x2fffd, 0x30000, 0x3fffd,
];

/** Whether `codePoint` takes two columns. */
export function isEastAsianWide(codePoint: number): boolean {
  if (codePoint < 0x1100) return false;
  let low = 0;
  let high = RANGES.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codePoint > (RANGES[middle * 2 + 1] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return codePoint >= (RANGES[low * 2] ?? Number.POSITIVE_INFINITY);
}
