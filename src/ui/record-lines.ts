import { count, counted } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { addressOf, PLAIN, type Style } from '../text/style.ts';
import { width, wrapLines } from '../text/width.ts';
import { compose, fitLine, gap, type Line, type Styled, span, wrappedLine } from './line.ts';
import { theme } from './theme.ts';

/** A named value, which is wrapped and never cut. */
export interface RecordField {
  readonly kind?: 'field' | undefined;
  readonly name: Printable;
  readonly value: Printable;
  readonly style?: Style;
  /** Text after the value, in the plain style. */
  readonly rest?: Printable;
}

/** An element of details. */
export type RecordItem =
  | RecordField
  | { readonly kind: 'heading'; readonly text: Printable }
  | {
      readonly kind: 'text';
      readonly text: Printable;
      readonly sign?: Printable | undefined;
      readonly style?: Style | undefined;
    }
  /** An unwrapped line, such as a chart; with `hang` it is wrapped and indented. */
  | { readonly kind: 'line'; readonly line: Line; readonly hang?: number };

export const headingItem = (text: Printable): RecordItem => ({ kind: 'heading', text });

export const textItem = (text: Printable, style?: Style): RecordItem => ({
  kind: 'text',
  text,
  style,
});

export const signItem = (sign: Printable, text: Printable, style?: Style): RecordItem => ({
  kind: 'text',
  sign,
  text,
  style,
});

export const lineItem = (line: Line): RecordItem => ({ kind: 'line', line });

export const wrappedItem = (line: Line, hang = 0): RecordItem => ({ kind: 'line', line, hang });

/** Minimum width of values: longer names get their own line. */
const MIN_VALUE = 20;
/** Indent of a value on the line below its name. */
const UNDER = 2;

/** Details as lines: names aligned per section, values and sentences wrapped. */
export function recordLines(items: readonly RecordItem[], room: Room): readonly Styled[] {
  const { columns } = room;
  let names = namesWidth(items, 0, columns);
  return items.flatMap((item, at): readonly Styled[] => {
    switch (item.kind) {
      case 'heading': {
        names = namesWidth(items, at + 1, columns);
        const lines = wrapLines(item.text, columns).map((line) =>
          compose([span(line, theme.heading)], columns),
        );
        return at === 0 || room.kind === 'spoken' ? lines : [compose([], columns), ...lines];
      }
      case 'line':
        return (
          item.hang === undefined ? [item.line] : wrappedLine(item.line, columns, item.hang)
        ).map((line) => compose(line, columns));
      case 'text':
        return textLines(item, room);
      default:
        return fieldLines(item, names, room);
    }
  });
}

/** Width of the names in a section, ignoring those too long. */
function namesWidth(items: readonly RecordItem[], from: number, columns: number): number {
  let names = 0;
  for (let at = from; at < items.length; at += 1) {
    const item = items[at];
    if (!item || item.kind === 'heading') break;
    const needed = 'name' in item ? width(item.name) + 2 : 0;
    if (needed <= columns - MIN_VALUE) names = Math.max(names, needed);
  }
  return names;
}

function textLines(
  { text, sign, style = PLAIN }: RecordItem & { readonly kind: 'text' },
  { kind, columns }: Room,
): readonly Styled[] {
  const before = sign === undefined ? words`` : words`${sign} `;
  if (kind === 'spoken') return [compose([span(words`${before}${text}`, style)], columns)];
  return wrapLines(text, columns - width(before)).map((line, at) =>
    compose([at === 0 ? span(before, style) : gap(width(before)), span(line, style)], columns),
  );
}

function fieldLines(
  { name, value, style = PLAIN, rest }: RecordField,
  names: number,
  { kind, columns }: Room,
): readonly Styled[] {
  if (kind === 'spoken')
    return [compose([span(words`${name}: ${value}${rest ?? words``}`)], columns)];
  if (rest !== undefined) {
    const line = [...fitLine([span(name, theme.faint)], names), span(value, style), span(rest)];
    return wrappedLine(line, columns, names).map((each) => compose(each, columns));
  }
  const shown = { style, link: addressOf(value) };
  if (width(name) + 1 > names) {
    return [
      ...wrapLines(name, columns).map((line) => compose([span(line, theme.faint)], columns)),
      ...wrapLines(value, columns - UNDER).map((line) =>
        compose([gap(UNDER), { ...shown, text: line }], columns),
      ),
    ];
  }
  return wrapLines(value, columns - names).map((line, at) =>
    compose(
      [...fitLine([span(at === 0 ? name : words``, theme.faint)], names), { ...shown, text: line }],
      columns,
    ),
  );
}

export const pageCount = (lines: number, rows: number): number =>
  lines <= rows ? 1 : Math.ceil(lines / Math.max(1, rows - 1));

/**
 * A page of lines, from 0; its last row tells how many follow and which key pages. All lines if they fit. `key`: the
 * key that turns the page.
 */
export function pageOf(
  lines: readonly Styled[],
  { columns, rows }: Pick<Room, 'columns' | 'rows'>,
  page: number,
  key: Printable,
): readonly Styled[] {
  if (lines.length <= rows) return lines;
  const each = Math.max(1, rows - 1);
  const from = Math.max(0, Math.min(page * each, lines.length - each));
  const left = lines.length - from - each;
  const more =
    left > 0
      ? words`… ${counted(left, words`more line`)}: ${key}`
      : words`end of ${count(lines.length)} lines: ${key} goes back`;
  return [...lines.slice(from, from + each), compose([span(more, theme.key)], columns)].slice(
    0,
    rows,
  );
}
