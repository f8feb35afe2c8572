import { lookAlikeWords, looksLikeAnother } from '../text/look-alikes.ts';
import { type Printable, printableStart, words } from '../text/printable.ts';
import type { SpokenItem } from '../text/spoken.ts';
import { linked, PLAIN, type Style, sgrParameters } from '../text/style.ts';
import { cut, graphemes, width, without, wrapLines } from '../text/width.ts';
import { APART } from './layout.ts';
import { theme } from './theme.ts';

export interface Span {
  readonly text: Printable;
  readonly style: Style;
  readonly link?: string | undefined;
}

export type Line = readonly Span[];

declare const styled: unique symbol;

/** A line for the terminal: printable text, our SGR sequences and links, nothing else. */
export type Styled = string & { readonly [styled]: true };

/** A line of the screen, or an item of spoken output. */
export type RowContent = Styled | SpokenItem;

export const isStyled = (row: RowContent): row is Styled => typeof row === 'string';

export const span = (text: Printable, style: Style = PLAIN): Span => ({ text, style });

export const lineWidth = (line: Line): number =>
  line.reduce((sum, { text }) => sum + width(text), 0);

export const gap = (columns: number): Span => span(' '.repeat(Math.max(0, columns)) as Printable);

/** The line cut to `columns`, ending in `…` if cut. */
export function cutLine(line: Line, columns: number): Line {
  // Fast path: nearly every cell fits, and this runs for each at every key.
  if (lineWidth(line) <= columns) return line;
  const result: Span[] = [];
  let left = columns;
  for (const [at, piece] of line.entries()) {
    if (left <= 0) break;
    const taken = width(piece.text);
    const isLast = () => line.slice(at + 1).every(({ text }) => text.trim() === '');
    if (taken < left || (taken === left && isLast())) {
      result.push(piece);
      left -= taken;
    } else {
      const text = taken > left ? piece.text : (`${piece.text}…` as Printable);
      result.push({ ...piece, text: cut(text, left) });
      left = 0;
    }
  }
  return result;
}

export function lineWithout(line: Line, columns: number): Line {
  const result: Span[] = [];
  let left = columns;
  for (const piece of line) {
    const taken = width(piece.text);
    if (left < taken) result.push(left > 0 ? span(without(piece.text, left), piece.style) : piece);
    left -= taken;
  }
  return result;
}

export function trimmedLine(line: Line): Line {
  const last = line.findLastIndex(({ text }) => text.trim() !== '');
  return line.slice(0, last + 1);
}

/** The line cut or padded to exactly `columns`. */
export function fitLine(line: Line, columns: number, align: 'left' | 'right' = 'left'): Line {
  const taken = lineWidth(line);
  if (taken > columns) {
    // A wide character at the cut may leave a column.
    const shown = cutLine(line, columns);
    return [...shown, gap(columns - lineWidth(shown))];
  }
  if (taken === columns) return line;
  const rest = gap(columns - taken);
  return align === 'left' ? [...line, rest] : [rest, ...line];
}

/** `left` and `right` at the two ends; the left is cut if needed. */
export function between(left: Line, right: Line, columns: number): Line {
  const room = columns - lineWidth(right) - 1;
  if (room < 1) return cutLine(right, columns);
  return [...fitLine(left, room), gap(1), ...right];
}

/** The line wrapped at blanks if possible; continuation lines are indented by `hang`. */
export function wrappedLine(line: Line, columns: number, hang: number): readonly Line[] {
  if (lineWidth(line) <= columns) return [line];
  const indent = Math.min(hang, columns >> 1);
  const lines: Line[] = [];
  let row: Span[] = [];
  let used = 0;
  const flush = () => {
    lines.push(row);
    row = [gap(indent)];
    used = indent;
  };
  const add = (text: Printable, wide: number, style: Style) => {
    row.push(span(text, style));
    used += wide;
  };
  for (const { text, style } of line) {
    // Words and blanks alternate.
    for (const word of text.split(/( +)/) as Printable[]) {
      const wide = width(word);
      if (used + wide <= columns) add(word, wide, style);
      else if (wide <= columns - indent) {
        flush();
        if (word.trim() !== '') add(word, wide, style);
      } else {
        let part = '';
        let taken = 0;
        for (const each of graphemes(word)) {
          const own = width(each);
          if (used + taken + own > columns) {
            add(part as Printable, taken, style);
            flush();
            part = '';
            taken = 0;
          }
          part += each;
          taken += own;
        }
        add(part as Printable, taken, style);
      }
    }
  }
  return [...lines, row];
}

/** A wrapped sentence, each line after a blank. */
export const wrappedText = (
  text: Printable,
  columns: number,
  style: Style = PLAIN,
): readonly Line[] => wrapLines(text, columns).map((line) => [span(words` ${line}`, style)]);

/** A text with matching ranges marked. */
export function markedSpans(
  text: Printable,
  ranges: readonly (readonly [from: number, to: number])[],
  style: Style,
): Line {
  const spans: Span[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) spans.push(span(text.slice(at, from) as Printable, style));
    spans.push(span(text.slice(from, to) as Printable, theme.match));
    at = to;
  }
  if (at < text.length) spans.push(span(text.slice(at) as Printable, style));
  return spans;
}

export function compose(line: Line, columns: number): Styled {
  let text = '';
  for (const piece of cutLine(line, columns)) {
    const shown = piece.link === undefined ? piece.text : linked(piece.text, piece.link);
    text +=
      piece.style === PLAIN ? shown : `\u001b[${sgrParameters(piece.style)}m${shown}\u001b[0m`;
  }
  return text as Styled;
}

const STYLES = /\u001b\[[\d;]*m|\u001b\]8;;[!-~]*\u0007/g;

export const plainText = (line: Styled): Printable => line.replace(STYLES, '') as Printable;

export const styledWidth = (line: Styled): number => width(plainText(line));

export interface Block {
  readonly lines: readonly RowContent[];
  readonly columns: number;
}

/** `left` and `right` side by side, as Ink draws them in a box with that gap. */
export function beside(left: Block, right: Block, rows: number): readonly Styled[] {
  const column = left.columns + APART;
  return Array.from({ length: rows }, (_, at) => {
    const line = styledAt(left, at);
    const gap = ' '.repeat(Math.max(0, column - styledWidth(line)));
    return `${line}${gap}${styledAt(right, at)}` as Styled;
  });
}

function styledAt({ lines }: Block, at: number): Styled {
  const row = lines[at];
  return row !== undefined && isStyled(row) ? row : ('' as Styled);
}

/** Before a name that may be mistaken for another. */
const SIGN = words`≈ `;

/** A name, with a sign if it may be mistaken for another. */
export const nameLine = (name: string, style: Style = PLAIN): Line => {
  const shown = span(printableStart(name), style);
  return looksLikeAnother(name) ? [span(SIGN, theme.warn), shown] : [shown];
};

/** Which characters make a name or id confusable; usually empty. */
export function lookAlikeLines(thing: { readonly name: string; readonly id: string }): Line[] {
  const texts = [
    ['name', thing.name],
    ['id', thing.id === thing.name ? '' : thing.id],
  ] as const;
  return texts.flatMap(([what, text]) => {
    const why = lookAlikeWords(text);
    return why === undefined
      ? []
      : [[span(words` ${SIGN}${what === 'id' ? words`id` : words`name`} ${why}`, theme.warn)]];
  });
}
