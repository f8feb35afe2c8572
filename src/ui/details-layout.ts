import { counted } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { type Column, cutCells } from './columns.ts';
import { sideBySide } from './layout.ts';
import {
  type Block,
  compose,
  gap,
  type Line,
  lineWidth,
  type RowContent,
  type Span,
  type Styled,
  span,
} from './line.ts';
import { pageCount, pageOf, type RecordItem, recordLines } from './record-lines.ts';
import { theme } from './theme.ts';

/** Lines that details below a list leave to it: its head and the row they are about. */
const LEAST_BESIDE = 2;

/** What decides where the details of a list's row stand. */
interface DetailsFacts {
  /** The page of the details that were asked for, from 0; null while none were. */
  readonly page: number | null;
  /** Whether details are wanted beside the list unasked. */
  readonly preview: boolean;
  /** All that is said of the row under the cursor; null where no row is under it. */
  readonly details: ((room: Room) => readonly RecordItem[]) | null;
  /** Why it is as it is, for the few lines below the list while details are closed. */
  readonly why: readonly RecordItem[];
  /** Whether any row of the list has something to say there. */
  readonly hasWhy: boolean;
  /** The lines that the list takes, its head among them: why has those that a short one leaves blank. */
  readonly listLines?: number;
  readonly key: Printable;
  /** The columns in which the list shows all it has, where it is to have them of what details can spare. */
  readonly wants?: number;
}

/** How a body is divided between a list and what is said of the row under its cursor. */
export interface DetailsLayout {
  readonly list: { readonly columns: number; readonly rows: number };
  readonly details: (Block & { readonly where: 'beside' | 'below'; readonly rows: number }) | null;
  /** The page that is shown, and of how many; null while nothing is paged. */
  readonly shown: { readonly page: number; readonly of: number } | null;
}

/** Details at the right where it is wide, else below; while they are closed, why in a few lines. */
export function detailsLayout(facts: DetailsFacts, room: Room): DetailsLayout {
  const { page, details, key } = facts;
  const { columns, rows } = room;
  const wide = sideBySide(room, facts.preview, page !== null, facts.wants);
  if (wide || (page !== null && details)) return openDetails(facts, wide, room);
  // The row that is spoken says why.
  if (room.kind === 'spoken') return { list: { columns, rows }, details: null, shown: null };
  const least = facts.hasWhy ? whyRows(rows) : 0;
  const blank = rows - (facts.listLines ?? rows) - 1;
  const wanted = least < blank ? recordLines(facts.why, { columns, rows: blank }).length : 0;
  const height = Math.max(least, Math.min(wanted, blank));
  const lines = whyLines(facts.why, { columns, rows: height }, key);
  return {
    list: { columns, rows: rows - lines.length },
    details: lines.length === 0 ? null : { where: 'below', lines, columns, rows: lines.length },
    shown: null,
  };
}

/**
 * The page of the details that is shown, beside the list or below it.
 *
 * @param listRows rows of the list above them; what they leave when not said
 */
function openDetails(
  { page, details, key }: Pick<DetailsFacts, 'page' | 'details' | 'key'>,
  wide: ReturnType<typeof sideBySide>,
  room: Room,
  listRows?: number,
): DetailsLayout {
  const { columns, rows } = room;
  const own = wide
    ? { ...room, columns: wide.detail }
    : { ...room, rows: Math.max(1, rows - (listRows ?? LEAST_BESIDE) - 1) };
  const all = details ? recordLines(details(own), own) : [];
  const shown = { page: page ?? 0, of: pageCount(all.length, own.rows) };
  const lines = pageOf(all, own, shown.page, key);
  if (wide) {
    return {
      list: { columns: wide.list, rows },
      details: { where: 'beside', lines, columns: wide.detail, rows },
      shown,
    };
  }
  const height = 1 + (listRows === undefined ? lines.length : own.rows);
  return {
    list: { columns, rows: listRows ?? rows - height },
    details: { where: 'below', lines: [ruleLine(columns), ...lines], columns, rows: height },
    shown,
  };
}

/** The page after a press of the key: the next one, and behind the last none; null is none. */
export function nextPage({ shown }: Pick<DetailsLayout, 'shown'>): number | null {
  if (shown === null) return 0;
  return shown.page + 1 < shown.of ? shown.page + 1 : null;
}

/** Why asking for the details changes nothing: all of them stand beside the list unasked. Undefined where it does. */
export const allShown = ({ details, shown }: DetailsLayout): Printable | undefined =>
  details?.where === 'beside' && shown?.of === 1
    ? words`All details are shown beside the list.`
    : undefined;

/**
 * The details of a list's row where they are there unasked: at the right where it is wide, else below a list of so many
 * rows, in what that leaves.
 */
export function steadyLayout(
  facts: Pick<DetailsFacts, 'page' | 'preview' | 'key' | 'details'>,
  /** Rows of the list where details stand below it. */
  listRows: number,
  room: Room,
): DetailsLayout {
  const { columns, rows } = room;
  // Nothing is read aloud that was not asked for.
  if (room.kind === 'spoken' && facts.page === null) {
    return { list: { columns, rows }, details: null, shown: null };
  }
  const wide = sideBySide(room, facts.preview, facts.page !== null);
  return openDetails(facts, wide, room, listRows);
}

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
  return withSpare(
    lines,
    left < LEAST_SPARE ? [] : cutCells(columns, rows, room.columns, told),
    room,
  );
}

/** The lines of a list that has `room`, and `items` in those that it leaves. */
export const withSpare = (
  lines: readonly RowContent[],
  items: readonly RecordItem[],
  room: Room,
): readonly RowContent[] => [
  ...lines,
  ...spareLines(items, { ...room, rows: room.rows - lines.length }),
];

const moreLines = (left: number): Span => span(counted(left, words`more line`), theme.faint);
