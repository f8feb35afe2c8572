import { eastAsianWidth } from 'get-east-asian-width';
import { lazy } from './memoize.ts';
import { isSimple, type Printable, toAscii } from './printable.ts';

const noColumn = lazy(() => /[\p{Mn}\p{Me}\u1160-\u11ff]/u);

function codePointWidth(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (noColumn().test(character)) return 0;
  return eastAsianWidth(codePoint);
}

/**
 * Terminal columns of `text`, as `wcwidth` counts them. {@link Printable} text is as wide as its code points
 * together, so it need not be segmented, and widths add up.
 */
export function width(text: Printable): number {
  if (isSimple(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += codePointWidth(character);
  return columns;
}

/**
 * Limit of UTF-16 units per column: a base and four marks of two units each. So only a short part of a long text
 * matters for `n` columns.
 */
const UNITS_PER_COLUMN = 10;

const spaces = (count: number): string => (count > 0 ? ' '.repeat(count) : '');

/** The longest prefix of whole graphemes within `columns`, joined. */
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

/** At most `columns` wide, cut at the end with `…`. Graphemes stay whole. */
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

/** `text` without its first `columns`; a wide grapheme that is cut leaves a blank. */
export function without(text: Printable, columns: number): Printable {
  if (columns <= 0) return text;
  if (isSimple(text)) return text.slice(columns) as Printable;
  const parts = graphemes(text);
  let left = columns;
  let at = 0;
  for (; left > 0 && at < parts.length; at += 1) left -= width(parts[at] ?? ('' as Printable));
  return (spaces(-left) + parts.slice(at).join('')) as Printable;
}

/** At least `columns` wide: padded on the right (`left`) or on the left (`right`). */
export function pad(text: Printable, columns: number, align: 'left' | 'right' = 'left'): Printable {
  const fill = spaces(columns - width(text));
  return (align === 'left' ? text + fill : fill + text) as Printable;
}

/** Exactly `columns` wide: cut with `…` or padded. */
export function fit(text: Printable, columns: number, align: 'left' | 'right' = 'left'): Printable {
  return pad(cut(text, columns), columns, align);
}

/**
 * `text` in lines of at most `columns`, broken at spaces, which are dropped; wider words are broken inside. Returns
 * at least one line; fewer than two columns count as two, since a grapheme may need them.
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
  // Alternates words and spaces.
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
 * Code points that may share a grapheme: marks, flags, conjoining letters, and a few letters that lean on a
 * neighbour. Other text has one grapheme per code point.
 */
const joins = lazy(
  () =>
    /[\p{M}\p{Regional_Indicator}\u1100-\u11ff\u0e33\u0eb3\u0d4e\uff9e\uff9f\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u,
);

const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/**
 * User-perceived characters: a base with its marks, a syllable, a flag. Loads the segmenter only if something joins.
 */
export function graphemes(text: Printable): Printable[] {
  if (isSimple(text)) return text.split('') as Printable[];
  if (!joins().test(text)) return Array.from(text) as Printable[];
  return Array.from(segmenter().segment(text), ({ segment }) => segment as Printable);
}

/** `text` in ASCII, one character per grapheme. */
export const inAscii = (text: Printable): Printable =>
  graphemes(text).map(toAscii).join('') as Printable;

/**
 * Whether terminals probably disagree about the width of `grapheme`: emoji, flags, conjuncts, spacing marks, rarely
 * supported scripts. After one of these only an absolute column is certain.
 */
export const doubtful = (grapheme: Printable): boolean =>
  !isSimple(grapheme) && !agreed().test(grapheme);

export function aroundCursor(
  value: string,
  behind: number,
): readonly [before: string, after: string] {
  const at = Math.max(0, value.length - behind);
  return [value.slice(0, at), value.slice(at)];
}
