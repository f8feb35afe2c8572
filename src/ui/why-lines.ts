import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { type Column, cutCells } from './columns.ts';
import {
  compose,
  gap,
  type Line,
  lineWidth,
  type RowContent,
  type Span,
  type Styled,
  span,
} from './line.ts';
import { type RecordItem, recordLines } from './record-lines.ts';
import { theme } from './theme.ts';

/** So many lines say why the row under the cursor is as it is, below a list that has the room. */
const ROWS = { least: 2, most: 4 };
/** A list with fewer lines than this keeps them all. */
const LEAST_LIST = 8;

/** How many lines of `rows` say why; the rule above them comes on top. */
export const whyRows = (rows: number): number =>
  rows < LEAST_LIST ? 0 : Math.min(ROWS.most, Math.max(ROWS.least, Math.floor(rows / 6)));

/** A line across, above what stands below a list; at its end may stand how to see more. */
export function ruleLine(columns: number, more: Line = []): Styled {
  const end = more.length === 0 ? [] : [gap(1), ...more, span(words` ──`, theme.rule)];
  const rule = '─'.repeat(Math.max(0, columns - lineWidth(end))) as Printable;
  return compose([span(rule, theme.rule), ...end], columns);
}

/**
 * The sentences about the row under the cursor, wrapped under a rule: their cell in the list is too narrow for them.
 * As many lines whatever they say, so that the list stands still while the cursor moves.
 *
 * @param key the key that shows all of them
 */
export function whyLines(
  items: readonly RecordItem[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
  key: Printable,
): readonly Styled[] {
  if (rows === 0) return [];
  const lines = recordLines(items, { columns, rows });
  const left = lines.length - rows;
  const more =
    left > 0 ? [moreLines(left), span(words`: `, theme.faint), span(key, theme.key)] : [];
  const blank = Array<Styled>(Math.max(0, -left)).fill(compose([], columns));
  return [ruleLine(columns, more), ...lines.slice(0, rows), ...blank];
}

/** Fewer lines than this below a list are left blank. */
export const LEAST_SPARE = 4;

/** What a list has no room to say in its cells, whole, under a rule in the lines that it leaves blank. */
export function spareLines(items: readonly RecordItem[], room: Room): readonly Styled[] {
  const { kind, columns, rows } = room;
  if (kind === 'spoken' || rows < LEAST_SPARE || items.length === 0) return [];
  const lines = recordLines(items, room);
  const left = lines.length - (rows - 1);
  return [ruleLine(columns, left > 0 ? [moreLines(left)] : []), ...lines.slice(0, rows - 1)];
}

/**
 * The lines of a table that has `room`, and below a short one whole what its cells have cut.
 *
 * @param told the row that is said whole elsewhere
 */
export function withWholeCells<Row>(
  lines: readonly RowContent[],
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: Room,
  told?: Row,
): readonly RowContent[] {
  const left = room.rows - lines.length;
  const cut = left < LEAST_SPARE ? [] : cutCells(columns, rows, room.columns, told);
  return [...lines, ...spareLines(cut, { ...room, rows: left })];
}

const moreLines = (left: number): Span =>
  span(words`${left} more ${left === 1 ? words`line` : words`lines`}`, theme.faint);
