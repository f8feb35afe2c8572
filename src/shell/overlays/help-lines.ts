import { type Printable, words } from '../../text/printable.ts';
import { width } from '../../text/width.ts';
import { compose, fitLine, gap, type Line, type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/** A line of the help: a command, or a word for `:`. */
export interface HelpRow {
  readonly id: string;
  readonly keys: Printable;
  readonly label: Printable;
  /** The heading it stands under. */
  readonly section: Printable;
  /** Why it cannot be done now. */
  readonly reason: Printable | undefined;
}

/** One column is easier to read where it is no wider than this. */
const COLUMN = 64;
const MOST_COLUMNS = 4;
const APART = 2;
/** In front of a row: where the cursor is. */
const MARKER = 2;
const LONGEST_KEYS = 16;

/** Into how many columns a help of that width is set. */
export const helpColumns = (columns: number): number =>
  Math.max(1, Math.min(MOST_COLUMNS, Math.floor((columns + APART) / (COLUMN + APART))));

type Entry = { readonly heading: Printable } | { readonly row: HelpRow } | null;

/**
 * The page with the row `selected` on it: rows under their headings, set in columns that are read one after the
 * other; in the last line the row under the cursor in full.
 */
export function helpLines(
  rows: readonly HelpRow[],
  selected: string | null,
  room: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  const count = helpColumns(room.columns);
  const height = Math.max(1, room.rows - 1);
  const columns = inColumns(rows, height);
  const at = columns.findIndex((column) =>
    column.some((entry) => entry && 'row' in entry && entry.row.id === selected),
  );
  const first = Math.floor(Math.max(0, at) / count) * count;
  const each = Math.floor((room.columns - APART * (count - 1)) / count);
  const keys = Math.min(LONGEST_KEYS, Math.max(...rows.map((row) => width(row.keys)), 1));
  const shown = columns.slice(first, first + count);
  const body = Array.from({ length: height }, (_, line) =>
    compose(
      shown.flatMap((column, side) => [
        ...(side > 0 ? [gap(APART)] : []),
        ...fitLine(entryLine(column[line] ?? null, selected, keys), each),
      ]),
      room.columns,
    ),
  );
  const row = rows.find(({ id }) => id === selected);
  return [...body, compose(row ? wholeLine(row) : [], room.columns)];
}

/** Rows and headings, in columns of that height; a heading is never the last line of one. */
function inColumns(rows: readonly HelpRow[], height: number): readonly (readonly Entry[])[] {
  const columns: Entry[][] = [[]];
  let section: Printable | undefined;
  const add = (...entries: readonly Entry[]) => {
    const last = columns.at(-1) ?? [];
    if (last.length + entries.length <= height) last.push(...entries);
    else columns.push(entries.filter((entry) => entry !== null));
  };
  for (const row of rows) {
    const starts = row.section !== section;
    section = row.section;
    if (!starts) add({ row });
    else if ((columns.at(-1) ?? []).length === 0) add({ heading: section }, { row });
    else add(null, { heading: section }, { row });
  }
  return columns;
}

function entryLine(entry: Entry, selected: string | null, keys: number): Line {
  if (entry === null) return [];
  if ('heading' in entry) return [gap(MARKER), span(entry.heading, theme.heading)];
  const { row } = entry;
  const isHere = row.id === selected;
  return [
    span(isHere ? words`❯ ` : words`  `),
    ...fitLine([span(row.keys, isHere ? theme.selected : theme.key)], keys),
    gap(APART),
    span(row.label, row.reason === undefined ? theme.plain : theme.faint),
  ];
}

const wholeLine = ({ keys, label, reason }: HelpRow): Line => [
  span(words` ${keys}  `, theme.key),
  span(label),
  ...(reason === undefined ? [] : [span(words`  ${reason}`, theme.warn)]),
];
