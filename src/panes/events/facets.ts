import {
  type Facet,
  facet,
  facetTrends,
  firstHour,
  newSinceBaseline,
} from '../../events/facets.ts';

import {
  COLUMN_FACTS,
  COLUMNS,
  type ColumnName,
  FIRST_FACETS,
} from '../../events/storage/columns.ts';
import { bucketsFor, type TimeRange } from '../../events/time-range.ts';
import { type ListState, selectedId } from '../../state/list.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { sparkline } from '../../ui/chart.ts';
import { APART } from '../../ui/layout.ts';
import { type Block, beside, gap, type Line, type RowContent, span } from '../../ui/line.ts';

import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import { spannedTime } from './timeline.ts';
import { colouredStyle } from './value-styles.ts';

/** Values shown of an open column. */
const TOP = 10;
/** Bars of a value's course. */
const COURSE = 16;

/** A line of the facets panel. */
export type FacetRow =
  | { readonly kind: 'column'; readonly id: string; readonly facet: Facet; readonly open: boolean }
  | {
      readonly kind: 'value';
      readonly id: string;
      readonly column: ColumnName;
      readonly value: string | null;
      readonly count: number;
      readonly share: number;
      readonly course: readonly number[];
      /** Whether the first hour that is loaded has no entry with it. */
      readonly fresh: boolean;
    };

const ORDER: readonly ColumnName[] = [
  ...FIRST_FACETS,
  ...COLUMNS.filter((column) => !FIRST_FACETS.includes(column)),
];

/** As many new values of a column are marked. */
const MOST_NEW = 100;

/** The first hour that is loaded; null while little more than that is, when nothing could be new. */
function baselineOf({ store }: Shown): TimeRange | null {
  const hour = firstHour(store);
  return hour && store.span && store.span.newest >= hour.until ? hour : null;
}

/** The rule behind "new", as a sentence. */
export function newRule(shown: Shown, zone: TimeZone): Printable {
  const baseline = baselineOf(shown);
  return baseline
    ? words`“new”: no entry from ${timeOfDay(baseline.from, zone)} to ${timeOfDay(baseline.until, zone)}, the first hour loaded, has the value.`
    : words`Nothing is marked “new” before more than an hour is loaded.`;
}

/** The rows of the panel, counted over what the list is held to. */
export function facetRows(shown: Shown, open: ReadonlySet<ColumnName>): readonly FacetRow[] {
  const selection = { view: shown.view };
  const range = spannedTime(shown, null);
  const baseline = baselineOf(shown);
  return ORDER.flatMap((column): FacetRow[] => {
    const isOpen = open.has(column);
    const counted = facet(shown.store, column, isOpen ? TOP : 1, selection);
    const head: FacetRow = { kind: 'column', id: column, facet: counted, open: isOpen };
    if (!isOpen) return [head];
    const courses = range
      ? facetTrends(
          shown.store,
          column,
          counted.top.map(({ code }) => code),
          bucketsFor(range, COURSE),
          selection,
        )
      : [];
    const fresh = new Set(
      baseline
        ? newSinceBaseline(shown.store, column, baseline, MOST_NEW, selection).map(
            ({ code }) => code,
          )
        : [],
    );
    return [
      head,
      ...counted.top.map(
        ({ value, count: borne, share, code }, at): FacetRow => ({
          kind: 'value',
          id: `${column}\u001f${value}`,
          column,
          value,
          count: borne,
          share,
          course: [...(courses[at] ?? [])],
          fresh: fresh.has(code),
        }),
      ),
    ];
  });
}

const percent = (share: number): Printable => words`${(share * 100).toFixed(1) as Printable}%`;

function nameCell(row: FacetRow, coloured: boolean): Line {
  if (row.kind === 'value') {
    const style = coloured ? colouredStyle(row.column, row.value, theme.plain) : theme.plain;
    return [
      gap(4),
      span(printableStart(row.value || '(empty)'), style),
      span(row.fresh ? words`  new` : words``, theme.special),
    ];
  }
  const { facet: counted, open } = row;
  const [most] = counted.top;
  return [
    span(open ? words`▾ ` : words`▸ `, theme.faint),
    span(COLUMN_FACTS[counted.column].title, theme.strong),
    span(
      words`  ${count(counted.distinct)} ${counted.distinct === 1 ? words`value` : words`values`}`,
      theme.faint,
    ),
    ...(open || !most
      ? []
      : [
          span(
            words` · top: ${printableStart(most.value || '(empty)')} (${percent(most.share)})`,
            theme.faint,
          ),
        ]),
  ];
}

const columnsOf = (coloured: boolean): readonly Column<FacetRow>[] => [
  {
    id: 'name',
    title: words`FACET`,
    width: 24,
    grow: 1,
    cell: (row) => nameCell(row, coloured),
  },
  {
    id: 'count',
    title: words`ENTRIES`,
    live: true,
    width: 9,
    align: 'right',
    cell: (row) => span(row.kind === 'value' ? count(row.count) : words``),
  },
  {
    id: 'share',
    title: words`SHARE`,
    live: true,
    width: 6,
    align: 'right',
    cell: (row) => span(row.kind === 'value' ? percent(row.share) : words``),
  },
  {
    id: 'course',
    title: words`TREND`,
    isGraphic: true,
    width: COURSE,
    leaves: 1,
    cell: (row) => span(row.kind === 'value' ? sparkline(row.course, COURSE) : words``, theme.data),
  },
];

/** The row under the panel's cursor. */
export function selectedFacetRow(rows: readonly FacetRow[], list: ListState): FacetRow | undefined {
  const id = selectedId(
    list,
    rows.map((row) => row.id),
  );
  return rows.find((row) => row.id === id);
}

/** A column of facets is at least this wide; a panel with room for two of them has two. */
const LEAST_COLUMN = 56;

/** The panel, in as many columns as have room side by side: the rows go on at the head of the next one. */
export function facetLines(
  rows: readonly FacetRow[],
  { list, coloured }: { readonly list: ListState; readonly coloured: boolean },
  room: Room,
): readonly RowContent[] {
  const ids = rows.map(({ id }) => id);
  const columns = columnsOf(coloured);
  const many =
    room.kind === 'spoken'
      ? 1
      : Math.max(1, Math.floor((room.columns + APART) / (LEAST_COLUMN + APART)));
  if (many === 1) return tableLines({ columns, rows, ids, list, room, focused: true });
  const width = Math.floor((room.columns - APART * (many - 1)) / many);
  const height = Math.max(1, room.rows - 1);
  const own = { columns: width, rows: 1 + height * many };
  const [head, ...lines] = tableLines({ columns, rows, ids, list, room: own, focused: true });
  return Array.from({ length: many }, (_, at): Block => {
    const part = lines.slice(at * height, (at + 1) * height);
    return { lines: head === undefined ? part : [head, ...part], columns: width };
  }).reduce((left, right) => ({
    lines: beside(left, right, room.rows),
    columns: left.columns + APART + right.columns,
  })).lines;
}
