import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { sideBySide } from './layout.ts';
import type { Block } from './line.ts';
import { pageCount, pageOf, type RecordItem, recordLines } from './record-lines.ts';
import { ruleLine, whyLines, whyRows } from './why-lines.ts';

/** Lines that details below a list leave to it: its head and the row they are about. */
const LEAST_LIST = 2;

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
  /** The key that shows details and turns their pages. */
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
  if (wide || (page !== null && details)) {
    const own = wide
      ? { ...room, columns: wide.detail }
      : { ...room, rows: Math.max(1, rows - LEAST_LIST - 1) };
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
    const below = [ruleLine(columns), ...lines];
    return {
      list: { columns, rows: rows - below.length },
      details: { where: 'below', lines: below, columns, rows: below.length },
      shown,
    };
  }
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

/** The page after a press of the key: the next one, and behind the last none; null is none. */
export function nextPage({ shown }: Pick<DetailsLayout, 'shown'>): number | null {
  if (shown === null) return 0;
  return shown.page + 1 < shown.of ? shown.page + 1 : null;
}

/**
 * The details of a list's row where they are there unasked: at the right where it is wide, else below a list of so many
 * rows, in what that leaves.
 */
export function steadyLayout(
  {
    page,
    preview,
    details,
    key,
  }: Pick<DetailsFacts, 'page' | 'preview' | 'key'> & {
    details(room: Room): readonly RecordItem[];
  },
  /** Rows of the list where details stand below it. */
  listRows: number,
  room: Room,
): DetailsLayout {
  const { columns, rows } = room;
  // Nothing is read aloud that was not asked for.
  if (room.kind === 'spoken' && page === null) {
    return { list: { columns, rows }, details: null, shown: null };
  }
  const wide = sideBySide(room, preview, page !== null);
  const list = wide ? { columns: wide.list, rows } : { columns, rows: listRows };
  const own = wide
    ? { ...room, columns: wide.detail }
    : { ...room, rows: Math.max(1, rows - list.rows - 1) };
  const all = recordLines(details(own), own);
  const shown = { page: page ?? 0, of: pageCount(all.length, own.rows) };
  const lines = pageOf(all, own, shown.page, key);
  return {
    list,
    details: wide
      ? { where: 'beside', lines, columns: wide.detail, rows }
      : { where: 'below', lines: [ruleLine(columns), ...lines], columns, rows: own.rows + 1 },
    shown,
  };
}
