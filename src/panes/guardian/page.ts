import { type ListGrammar, rowFilter } from '../../commands/list-filter.ts';
import type { AuditedChange } from '../../mutations/audit.ts';
import type { Change } from '../../state/change.ts';
import { type ListState, selectedRow } from '../../state/list.ts';
import { type KeyNames, keyFor, keyName } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { TimeZone } from '../../text/time.ts';
import { pad } from '../../text/width.ts';
import { withWholeCells } from '../../ui/details-layout.ts';
import { type RowContent, type Span, type Styled, span } from '../../ui/line.ts';
import {
  lineItem,
  type RecordItem,
  recordLines,
  signItem,
  textItem,
} from '../../ui/record-lines.ts';
import {
  type Column,
  column,
  emptyLines,
  listTable,
  sortedRows,
  sortsOf,
  widestOf,
} from '../../ui/table.ts';
import { tabBar } from '../../ui/tabs.ts';
import { theme } from '../../ui/theme.ts';
import type { Copyable } from '../pane.ts';
import { type FilteredList, noMatch } from '../prompts.ts';
import { SECTIONS, type SectionId, type Warning, type ZoneWork } from './state.ts';

export interface PageTable {
  readonly rows: readonly { readonly id: string }[];
  readonly sortable: readonly string[];
  readonly filtered: FilteredList<unknown>;
  /** Lines it needs, with its head: those of the rows, or those that say why there are none. */
  readonly height: number;
  /** The rows, or why there are none. */
  lines(room: Room): readonly RowContent[];
}

/** Content of a section: a list with lines above it and details of the cursor's row, or only text. */
export interface Page {
  /** The lines above the list, or the text of a page without one. */
  head(room: Room): readonly RecordItem[];
  readonly table: PageTable | null;
  /** Details of the cursor's row; on a page without a list, what stands beside or before its text. */
  readonly detail: ((room: Room) => readonly RecordItem[]) | null;
  readonly hidden: number;
  /** Texts to copy from the cursor's row, or from a section without rows. */
  copies(): readonly Copyable[];
}

export interface PageFacts {
  readonly zone: { readonly id: string; readonly name: string };
  readonly host: Printable;
  readonly readOnly: boolean;
  readonly list: ListState;
  readonly changes: readonly Change[];
  /** Uploads of all runs that write this audit file, newest first. */
  readonly uploads: readonly AuditedChange[];
  readonly stamps: TimeZone;
  readonly keyNames: KeyNames;
}

export interface RowKind<Row> {
  readonly columns: readonly Column<Row>[];
  readonly grammar: ListGrammar<Row>;
}

export const listedRows = <Row>(
  all: readonly Row[],
  { columns, grammar }: RowKind<Row>,
  { filter, sort }: Pick<ListState, 'filter' | 'sort'>,
): readonly Row[] => sortedRows(all.filter(rowFilter(grammar, filter)), columns, sort);

/** Lines that say why a list is empty. */
const EMPTY = 4;

/** A list with details and texts to copy. */
export function pageTable<Row extends { readonly id: string }>(
  all: readonly Row[],
  kind: RowKind<Row> & {
    /** Said if there are no rows at all. */
    readonly none: Printable;
    /** Names what a filter does not match: `No change`. */
    readonly noRow: Printable;
    detail(row: Row, room: Room): readonly RecordItem[];
    copies(row: Row): readonly Copyable[];
  },
  { list, keyNames }: Pick<PageFacts, 'list' | 'keyNames'>,
): Pick<Page, 'table' | 'detail' | 'hidden' | 'copies'> {
  const { columns } = kind;
  const rows = listedRows(all, kind, list);
  const row = selectedRow(list, rows);
  const lines = (room: Room): readonly RowContent[] => {
    if (rows.length === 0) {
      const why = list.filter === '' ? kind.none : noMatch(kind.noRow, list.filter, keyNames);
      return emptyLines(why, room.columns);
    }
    const table = listTable(columns, rows, list, room);
    return withWholeCells(table, columns, rows, room, row);
  };
  return {
    table: {
      rows,
      sortable: sortsOf(columns),
      filtered: { grammar: kind.grammar, rows: () => all },
      height: Math.max(EMPTY, rows.length + 1),
      lines,
    },
    // A row that no longer exists leaves its room to the next one.
    detail: rows.length > 0 ? (room) => (row ? kind.detail(row, room) : []) : null,
    hidden: all.length - rows.length,
    copies: () => (row ? kind.copies(row) : []),
  };
}

export const warningItems = (warnings: readonly Warning[]): readonly RecordItem[] =>
  warnings.map(({ sign, sentence, style }) => signItem(sign.text, sentence, style));

/** Text with a margin at the left. */
export const indentedLines = (
  items: (room: Room) => readonly RecordItem[],
  room: Room,
): readonly Styled[] => {
  const own = { ...room, columns: room.columns - 1 };
  return recordLines(items(own), own).map((line) => ` ${line}` as Styled);
};

/** A page that explains why it is empty and what to do. */
export const sentences = (...all: readonly Printable[]): Page => ({
  head: () => [lineItem([]), ...all.map((text) => textItem(text, theme.faint))],
  table: null,
  detail: null,
  hidden: 0,
  copies: () => [],
});

/** What stands instead of a file that is not on screen: that it is being read, why it cannot be, or `none`. */
export function withoutFile({ choice }: ZoneWork, { keyNames }: PageFacts, none: Page): Page {
  if (choice.kind === 'reading') {
    return sentences(
      words`${printable(choice.path)} is being read and checked; the line above says how far. A large document takes some seconds.`,
      words`Nothing is sent. ${keyFor(keyNames, 'back', words`Esc`)} cancels.`,
    );
  }
  if (choice.kind === 'unusable') {
    const again = keyFor(keyNames, 'guardian.reload', words`r`);
    const other = keyFor(keyNames, 'guardian.choose', words`o`);
    return sentences(
      choice.reason,
      words`Nothing of it is known, and it cannot be sent: ${again} reads it again, ${other} chooses another file.`,
    );
  }
  return none;
}

const MAX_PATHS = 200;

/** Requested paths with their counts, most requested first. `more`: how many others there are. */
export function pathItems(
  paths: readonly { readonly path: string; readonly count: number }[],
  more = 0,
): readonly RecordItem[] {
  const shown = paths.slice(0, MAX_PATHS);
  const left = more + paths.length - shown.length;
  const wide = widestOf(shown, (each) => count(each.count));
  return [
    ...shown.map(
      (each): RecordItem =>
        signItem(words`${pad(count(each.count), wide, 'right')} `, printable(each.path)),
    ),
    ...(left > 0 ? [textItem(words`and ${count(left)} more`, theme.faint)] : []),
  ];
}

export const pathCopy = (path: string): Copyable => ({
  what: words`path`,
  text: printable(path),
});

export const methodColumn = <Row>(read: (row: Row) => string | undefined): Column<Row> =>
  column('method', words`METHOD`, 7, {
    cell: (row) => span(printableStart(read(row) ?? '–'), theme.data),
    sortBy: (row) => read(row) ?? '',
  });

export const pathColumn = <Row>(read: (row: Row) => string, grow: number): Column<Row> =>
  column('path', words`PATH`, 20, {
    grow,
    cell: (row) => span(printableStart(read(row))),
    sortBy: read,
  });

const TITLES: Readonly<Record<SectionId, Printable>> = {
  check: words`Check`,
  changes: words`Changes`,
  send: words`Send`,
  endpoints: words`Endpoints`,
  compared: words`Compared`,
};

export type SectionMarks = Readonly<Partial<Record<SectionId, Span | undefined>>>;

export const sectionBar = (current: SectionId, marks: SectionMarks, room: Room): RowContent =>
  tabBar(
    SECTIONS.map((id) => ({ name: TITLES[id], mark: marks[id] })),
    SECTIONS.indexOf(current),
    room,
    {
      drawn: words`${keyName('left', room)} ${keyName('right', room)}`,
      spoken: words`Left and Right`,
    },
  );
