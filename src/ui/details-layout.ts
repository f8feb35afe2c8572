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

/** Minimum lines of a list above its details: its head and the row. */
const MIN_LIST_ROWS = 2;

interface DetailsFacts {
  /** Page of the requested details, from 0; null if not requested. */
  readonly page: number | null;
  /** Whether details are shown beside the list by default. */
  readonly preview: boolean;
  /** All details of the cursor's row; null without a row. */
  readonly details: ((room: Room) => readonly RecordItem[]) | null;
  /** The explanation in the lines below the list, while details are closed. */
  readonly why: readonly RecordItem[];
  /** Whether any row has such an explanation. */
  readonly hasWhy: boolean;
  /** Lines of the list with its head: the explanation may use the blank lines of a short list. */
  readonly listLines?: number;
  readonly key: Printable;
  /** Width in which the list shows everything, to be given by the details if possible. */
  readonly wants?: number;
}

export interface DetailsLayout {
  readonly list: { readonly columns: number; readonly rows: number };
  readonly details: (Block & { readonly where: 'beside' | 'below'; readonly rows: number }) | null;
  /** Current page and number of pages; null without paging. */
  readonly shown: { readonly page: number; readonly of: number } | null;
}

/** Details at the right of wide screens, else below; while closed, a few lines of explanation. */
export function detailsLayout(facts: DetailsFacts, room: Room): DetailsLayout {
  const { page, details, key } = facts;
  const { columns, rows } = room;
  const wide = sideBySide(room, facts.preview, page !== null, facts.wants);
  if (wide || (page !== null && details)) return openDetails(facts, wide, room);
  // The spoken row has the explanation.
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
 * The open details, beside or below the list. `listRows`: rows of the list above them; the remaining rows by default.
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
    : { ...room, rows: Math.max(1, rows - (listRows ?? MIN_LIST_ROWS) - 1) };
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

/** The next page; null after the last one. */
export function nextPage({ shown }: Pick<DetailsLayout, 'shown'>): number | null {
  if (shown === null) return 0;
  return shown.page + 1 < shown.of ? shown.page + 1 : null;
}

/** Notice if all details are already shown beside the list. */
export const allShown = ({ details, shown }: DetailsLayout): Printable | undefined =>
  details?.where === 'beside' && shown?.of === 1
    ? words`All details are shown beside the list.`
    : undefined;

/** A layout that always shows details: at the right of wide screens, else below a list of fixed height. */
export function steadyLayout(
  facts: Pick<DetailsFacts, 'page' | 'preview' | 'key' | 'details'>,
  /** Rows of the list above its details. */
  listRows: number,
  room: Room,
): DetailsLayout {
  const { columns, rows } = room;
  // Spoken details must be requested.
  if (room.kind === 'spoken' && facts.page === null) {
    return { list: { columns, rows }, details: null, shown: null };
  }
  const wide = sideBySide(room, facts.preview, facts.page !== null);
  const layout = openDetails(facts, wide, room, listRows);
  // Requested, they move to the side: from their first page.
  const moves = facts.page === null && !wide && sideBySide(room, facts.preview, true) !== null;
  return moves ? { ...layout, shown: null } : layout;
}

/** Range of explanation lines below a list. */
const ROWS = { least: 2, most: 4 };
/** Shorter rooms have no lines below the list. */
const MIN_ROOM = 8;

export const whyRows = (rows: number): number =>
  rows < MIN_ROOM ? 0 : Math.min(ROWS.most, Math.max(ROWS.least, Math.floor(rows / 6)));

/** A rule above the lines below a list, with an optional hint at its end. */
export function ruleLine(columns: number, more: Line = []): Styled {
  const end = more.length === 0 ? [] : [gap(1), ...more, span(words` ──`, theme.rule)];
  const rule = '─'.repeat(Math.max(0, columns - lineWidth(end))) as Printable;
  return compose([span(rule, theme.rule), ...end], columns);
}

/**
 * The explanation of the cursor's row, wrapped under a rule. The height is fixed, so that the list stands still. `key`:
 * the key that shows all details.
 */
function whyLines(
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

/** Fewer spare lines are left blank. */
export const MIN_SPARE_ROWS = 4;

/** Items under a rule in the blank lines of a list. */
export function spareLines(items: readonly RecordItem[], room: Room): readonly Styled[] {
  const { kind, columns, rows } = room;
  if (kind === 'spoken' || rows < MIN_SPARE_ROWS || items.length === 0) return [];
  const lines = recordLines(items, room);
  const left = lines.length - (rows - 1);
  return [ruleLine(columns, left > 0 ? [moreLines(left)] : []), ...lines.slice(0, rows - 1)];
}

/** A table, and below a short one its cut cells in full. `except`: a row that is shown in full elsewhere. */
export function withWholeCells<Row>(
  lines: readonly RowContent[],
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: Room,
  except?: Row,
): readonly RowContent[] {
  const left = room.rows - lines.length;
  return withSpare(
    lines,
    left < MIN_SPARE_ROWS ? [] : cutCells(columns, rows, room.columns, except),
    room,
  );
}

/** A list, with `items` in its blank lines. */
export const withSpare = (
  lines: readonly RowContent[],
  items: readonly RecordItem[],
  room: Room,
): readonly RowContent[] => [
  ...lines,
  ...spareLines(items, { ...room, rows: room.rows - lines.length }),
];

const moreLines = (left: number): Span => span(counted(left, words`more line`), theme.faint);
