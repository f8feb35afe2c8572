import type { Change } from '../../state/change.ts';
import { type ListState, selectedRow } from '../../state/list.ts';
import { type KeyNames, keyName } from '../../text/key-names.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import type { TimeZone } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { compose, gap, type Line, type RowContent, type Span, span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { spokenTab } from '../../ui/spoken.ts';
import { type Column, column, sortedRows, sortsOf, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Copyable } from '../pane.ts';
import { matchesFilter, noMatch } from '../prompts.ts';
import { SECTIONS, type SectionId, type Warning } from './state.ts';

export interface PageTable {
  readonly ids: readonly string[];
  readonly sortable: readonly string[];
  lines(room: Room, focused: boolean): readonly RowContent[];
}

/**
 * Content of a section: a table with lines above it and details of the cursor's row, or scrolling text with details
 * beside or before it.
 */
export interface Page {
  head(room: Room): readonly Line[];
  readonly table: PageTable | null;
  body(room: Room): readonly Line[];
  readonly spare?: (room: Room) => readonly Line[];
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
  readonly stamps: TimeZone;
  readonly keyNames: KeyNames;
}

export interface RowKind<Row> {
  readonly columns: readonly Column<Row>[];
  /** Hostile text. */
  text(row: Row): string;
}

export const listedRows = <Row>(
  all: readonly Row[],
  { columns, text }: RowKind<Row>,
  { filter, sort }: Pick<ListState, 'filter' | 'sort'>,
): readonly Row[] =>
  sortedRows(
    all.filter((row) => matchesFilter(filter, text(row))),
    columns,
    sort,
  );

/** A table with details and texts to copy; no table without rows. */
export function pageTable<Row extends { readonly id: string }>(
  all: readonly Row[],
  kind: RowKind<Row> & {
    detail(row: Row, room: Room): readonly RecordItem[];
    copies(row: Row): readonly Copyable[];
  },
  list: ListState,
): Pick<Page, 'table' | 'detail' | 'hidden' | 'copies'> {
  const { columns } = kind;
  const rows = listedRows(all, kind, list);
  const ids = rows.map(({ id }) => id);
  const row = selectedRow(list, rows);
  const table: PageTable = {
    ids,
    sortable: sortsOf(columns),
    lines: (room, focused) => tableLines({ columns, rows, ids, list, room, focused }),
  };
  return {
    table: rows.length > 0 ? table : null,
    detail: row ? (room) => kind.detail(row, room) : null,
    hidden: all.length - rows.length,
    copies: () => (row ? kind.copies(row) : []),
  };
}

export const MAX_LINE = 100;

export const warningLines = (warnings: readonly Warning[], columns: number): readonly Line[] =>
  warnings.flatMap(({ sign, sentence, style }) =>
    wrapLines(sentence, columns - 4).map(
      (text, at): Line => [gap(1), at === 0 ? sign : gap(1), span(words` ${text}`, style)],
    ),
  );

/** A page that explains why it is empty and what to do. */
export const sentences = (...all: readonly Printable[]): Page => ({
  head: () => [],
  table: null,
  body: ({ kind, columns }) => [
    [],
    ...all.flatMap((text) =>
      wrapLines(text, kind === 'spoken' ? columns : Math.min(MAX_LINE, columns - 4)).map(
        (line): Line => [span(words`  ${line}`, theme.faint)],
      ),
    ),
  ],
  detail: null,
  hidden: 0,
  copies: () => [],
});

export const pathCopy = (path: string): Copyable => ({
  what: words`path`,
  text: printable(path),
});

/** Why a table is empty: no rows, or none that match. */
export const whyEmpty = (
  { list, keyNames }: PageFacts,
  none: Printable,
  what: Printable,
): readonly Line[] => {
  const why = list.filter === '' ? none : noMatch(what, list.filter, keyNames);
  return [[], [span(words`  ${why}`, theme.faint)]];
};

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

export interface Mark {
  readonly text: Printable;
  readonly style: Style;
}

export type SectionMarks = Readonly<Partial<Record<SectionId, Mark | undefined>>>;

export function sectionBar(current: SectionId, marks: SectionMarks, room: Room): RowContent {
  const selected = SECTIONS.indexOf(current);
  const names = SECTIONS.map((id) => words`${TITLES[id]} ${marks[id]?.text ?? words``}`);
  if (room.kind === 'spoken') return spokenTab({ names, selected, keys: words`Left and Right` });
  const line: Span[] = [gap(1)];
  for (const id of SECTIONS) {
    const mark = marks[id];
    const style = id === current ? theme.selected : theme.plain;
    line.push(span(words` ${TITLES[id]}`, style));
    if (mark) line.push(span(words` ${mark.text}`, id === current ? style : mark.style));
    line.push(span(words` `, style), gap(1));
  }
  line.push(gap(1), span(words`${keyName('left', room)} ${keyName('right', room)}`, theme.key));
  return compose(line, room.columns);
}
