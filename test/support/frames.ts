import fc from 'fast-check';
import type { Printable } from '../../src/text/printable.ts';
import {
  BOLD,
  background,
  DIM,
  foreground,
  INVERSE,
  ITALIC,
  PLAIN,
  type Style,
  sgrParameters,
  UNDERLINE,
} from '../../src/text/style.ts';
import { width } from '../../src/text/width.ts';

export const anyStyle: fc.Arbitrary<Style> = fc
  .record({
    attributes: fc.subarray([BOLD, DIM, ITALIC, UNDERLINE, INVERSE]),
    fore: fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
    back: fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
  })
  .map(({ attributes, fore, back }) => {
    let style = attributes.reduce((sum, bit) => sum | bit, PLAIN);
    if (fore !== undefined) style = foreground(fore, style);
    return back === undefined ? style : background(back, style);
  });

/** Graphemes whose width is the same in every terminal, among them wide ones and some with combining marks. */
const AGREED = [
  'a',
  'b',
  '0',
  ' ',
  ' ',
  '    ',
  '│',
  '█',
  '名',
  'カ',
  '한',
  'é',
  'e\u0301',
  'ж',
  '…',
];

/** Switches from any style to `style`, either by a reset as our own code does or as Ink does. */
const styledAs = (style: Style, resets: boolean): string =>
  resets
    ? `\u001b[0m${style === PLAIN ? '' : `\u001b[${sgrParameters(style)}m`}`
    : `\u001b[22;23;24;27;39;49${style === PLAIN ? '' : `;${sgrParameters(style)}`}m`;

/** A random line of at most `columns`, in pieces of various styles. */
export function anyLine(
  columns: number,
  graphemes: readonly string[] = AGREED,
): fc.Arbitrary<string> {
  const piece = fc.record({
    style: fc.option(anyStyle, { nil: PLAIN, freq: 2 }),
    resets: fc.boolean(),
    text: fc.array(fc.constantFrom(...graphemes), { maxLength: 8 }),
  });
  return fc.array(piece, { maxLength: 6 }).map((pieces) => {
    let left = columns;
    let line = '';
    for (const { style, resets, text } of pieces) {
      line += styledAs(style, resets);
      for (const grapheme of text) {
        left -= width(grapheme as Printable);
        if (left < 0) return `${line}\u001b[0m`;
        line += grapheme;
      }
    }
    return `${line}\u001b[0m`;
  });
}

/** The difference between two frames. */
export type Change =
  | { readonly kind: 'lines'; readonly at: number; readonly lines: readonly string[] }
  | {
      readonly kind: 'moved';
      readonly from: number;
      readonly to: number;
      readonly by: number;
      readonly lines: readonly string[];
    }
  | { readonly kind: 'all'; readonly lines: readonly string[] };

/** A random change as a console makes it: a few lines, a scrolling block, or everything. */
export function anyChange(
  columns: number,
  rows: number,
  graphemes?: readonly string[],
): fc.Arbitrary<Change> {
  const line = anyLine(columns, graphemes);
  const row = fc.nat({ max: rows - 1 });
  return fc.oneof(
    fc.record({
      kind: fc.constant('lines' as const),
      at: row,
      lines: fc.array(line, { maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('moved' as const),
      from: row,
      to: row,
      by: fc.integer({ min: -3, max: 3 }),
      lines: fc.array(line, { minLength: 3, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('all' as const), lines: fc.array(line, { maxLength: rows }) }),
  );
}

/** The lines after `change`, never more than `rows`. */
export function changed(before: readonly string[], change: Change, rows: number): string[] {
  const lines = Array.from({ length: rows }, (_, y) => before[y] ?? '');
  switch (change.kind) {
    case 'all':
      return [...change.lines];
    case 'lines':
      for (const [i, line] of change.lines.entries()) {
        if (change.at + i < rows) lines[change.at + i] = line;
      }
      return lines;
    case 'moved': {
      const top = Math.min(change.from, change.to);
      const bottom = Math.max(change.from, change.to);
      return lines.map((line, y) => {
        if (y < top || y > bottom) return line;
        const source = y + change.by;
        if (source >= top && source <= bottom) return before[source] ?? '';
        return change.lines[y % change.lines.length] ?? '';
      });
    }
  }
}
