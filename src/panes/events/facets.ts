import type { BodyPlace } from '../../commands/command.ts';
import type { Split } from '../../events/outcome.ts';
import { FACET_ORDERS, type FacetOrder } from '../../events/questions/facets.ts';
import { COLUMN_FACTS, type ColumnName } from '../../events/storage/columns.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { type ListState, selectedId } from '../../state/list.ts';
import { type KeyNames, keyFor, keyName } from '../../text/key-names.ts';
import { cursorPlace, windowOf } from '../../text/list-window.ts';
import { count, counted, percent, percentExact } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import { partOf, type TimeZone, timesWithin } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { sparkline } from '../../ui/chart.ts';
import { placeColumns } from '../../ui/columns.ts';
import { APART } from '../../ui/layout.ts';
import {
  type Block,
  beside,
  compose,
  gap,
  type Line,
  lineWidth,
  type RowContent,
  type Span,
  span,
} from '../../ui/line.ts';
import { type Column, column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { AsnNames } from '../pane.ts';
import { extentWords } from './counting.ts';
import type { Shown } from './engine.ts';
import { baselineOf, type FacetPanel, type FacetRow, TREND } from './facet-panel.ts';
import type { FacetsState } from './state.ts';
import { colouredStyle, namedValue, splitBar } from './values.ts';

/** Explains "new" and CHANGE in a sentence. */
export function newRule(shown: Shown, zone: TimeZone): Printable {
  const baseline = baselineOf(shown);
  return baseline
    ? words`CHANGE: the share now less that from ${partOf(shown.span, baseline, zone)}, the first hour loaded, in points. “new”: no entry of that hour has the value.`
    : words`Nothing is marked “new”, and no CHANGE is told, before more than an hour is loaded.`;
}

/** A value with more than this share is called "mostly". */
const MOSTLY = 0.5;

/** The top value of a closed facet: `mostly US (62%)`, or `top: LA (26%)` if it is not the majority. */
export function topWords(top: { readonly value: string; readonly share: number }): Printable {
  const value = printableStart(top.value || '(empty)');
  const share = percent(top.share);
  return top.share > MOSTLY ? words`mostly ${value} (${share})` : words`top: ${value} (${share})`;
}

/** `12 values`; beyond the dictionary `57,342+ values · 174,466 entries with others`, which have no row. */
function valuesWords(distinct: number, other = 0): Printable {
  if (other === 0) return counted(distinct, words`value`);
  return words`${count(distinct)}+ values · ${counted(other, words`entry`, words`entries`)} with others`;
}

/** The line of a row that is not a value, across the whole width. */
function headLine(row: FacetRow): Line | undefined {
  if (row.kind === 'value') return undefined;
  if (row.kind === 'more') {
    const what = row.count === 1 ? words`value` : words`values`;
    return [gap(4), span(words`… ${count(row.count)} more ${what}`, theme.faint)];
  }
  const { distinct, other, isOpen, top } = row;
  return [
    span(isOpen ? words`▾ ` : words`▸ `, theme.faint),
    span(COLUMN_FACTS[row.column].title, theme.strong),
    span(words`  ${valuesWords(distinct, other)}`, theme.faint),
    ...(isOpen || !top ? [] : [span(words` · ${topWords(top)}`, theme.faint)]),
  ];
}

const points = (change: number | null): Printable =>
  change === null
    ? words`–`
    : words`${change > 0 ? words`+` : words``}${(change * 100).toFixed(1) as Printable}`;

/** A column of figures; only value rows have them. */
const figureColumn = (
  id: string,
  title: Printable,
  room: Pick<Column<FacetRow>, 'width' | 'leaves' | 'spoken'>,
  cell: (row: FacetRow & { readonly kind: 'value' }) => Printable,
  style: (split: Split) => Style = () => theme.plain,
): Column<FacetRow> => ({
  id,
  title,
  live: true,
  align: 'right',
  ...room,
  cell: (row): Span => (row.kind === 'value' ? span(cell(row), style(row.split)) : span(words``)),
});

/**
 * How many columns of a name are still useful when it is cut: any part of a network's name; enough of a rule's that no
 * two look alike. Half a country name is useless.
 */
const TELLING: Readonly<Partial<Record<ColumnName, number>>> = { asn: 1, ruleId: 10 };

interface FacetColumns extends Omit<FacetFacts, 'state' | 'keyNames'> {
  readonly sort: ListState['sort'];
  /** All entries that were counted; no figure is wider. */
  readonly total: number;
}

/** Passed entries stand out, stopped ones do not. */
function columnsOf({
  coloured,
  sort,
  zone,
  range,
  asns,
  total,
}: FacetColumns): readonly Column<FacetRow>[] {
  const figures = (least: number) => Math.max(least, count(total).length);
  const timeOf = timesWithin(range ?? null, zone);
  const times = { width: timeOf(0).length };
  const time = (at: number | null) => (at === null ? words`–` : timeOf(at));
  const passed = ({ logged }: Split) => (logged > 0 ? theme.passed : theme.faint);
  const outcome = (
    name: 'blocked' | 'challenged' | 'logged',
    room: Pick<Column<FacetRow>, 'width' | 'leaves'>,
    style: (split: Split) => Style,
  ) => {
    const title = name.toUpperCase() as Printable;
    return figureColumn(name, title, room, ({ split }) => count(split[name]), style);
  };
  const all: readonly Column<FacetRow>[] = [
    column('name', words`FACET`, 16, {
      grow: 1,
      cell(row, room) {
        if (row.kind !== 'value') return headLine(row) ?? [];
        const style = coloured ? colouredStyle(row.column, row.value, theme.plain) : theme.plain;
        const before = [gap(2), ...(row.isNew ? [span(words`new `, theme.special)] : [])];
        const named = namedValue(row.column, row.value, asns);
        const own = printableStart(row.value || '(empty)');
        const left = room - lineWidth(before);
        const isNamed =
          width(named) <= left || left - width(own) - 1 >= (TELLING[row.column] ?? left);
        return [...before, span(isNamed ? named : own, style)];
      },
    }),
    figureColumn('count', words`ENTRIES`, { width: figures(8) }, (row) => count(row.count)),
    figureColumn('share', words`SHARE`, { width: 6, leaves: 4 }, (row) => percentExact(row.share)),
    column('split', words`B░C▒L█`, 6, {
      isGraphic: true,
      leaves: 2,
      cell: (row, width) => (row.kind === 'value' ? splitBar(row.split, width) : []),
    }),
    outcome('blocked', { width: figures(7), leaves: 1 }, () => theme.faint),
    outcome('challenged', { width: figures(10), leaves: 5 }, () => theme.faint),
    outcome('logged', { width: figures(7) }, passed),
    figureColumn(
      'passed',
      words`LOGGED%`,
      { width: 8, leaves: 6, spoken: words`share logged` },
      ({ split, count: all }) => percentExact(split.logged / Math.max(1, all)),
      passed,
    ),
    figureColumn('first', words`FIRST`, { ...times, leaves: 7 }, ({ first }) => time(first)),
    figureColumn('last', words`LAST`, { ...times, leaves: 9 }, ({ last }) => time(last)),
    figureColumn('change', words`CHANGE`, { width: 7, leaves: 8 }, ({ change }) => points(change)),
    column('trend', words`TREND`, TREND, {
      isGraphic: true,
      leaves: 10,
      cell: (row) => span(row.kind === 'value' ? sparkline(row.trend, TREND) : words``, theme.data),
    }),
  ];
  // The sorted column always stays visible.
  return all.map((column) => {
    if (column.id !== sort?.column) return column;
    const { leaves: _, ...staying } = column;
    return staying;
  });
}

export function selectedFacetRow(panel: FacetPanel, list: ListState): FacetRow | undefined {
  const id = selectedId(list, panel.ids);
  return id === null ? undefined : panel.row(cursorIndex(panel, list));
}

const cursorIndex = (panel: FacetPanel, list: ListState): number => {
  const place = cursorPlace(list, panel.ids);
  return place.kind === 'none' ? -1 : place.index;
};

/** Minimum width of a column of facets. */
const MIN_COLUMN = 58;

/** The number of facet columns side by side, and their width. */
function sideBySide({ whole }: FacetsState, { kind, columns }: Pick<Room, 'kind' | 'columns'>) {
  const many =
    kind === 'spoken' || whole !== null
      ? 1
      : Math.max(1, Math.floor((columns + APART) / (MIN_COLUMN + APART)));
  return { many, width: Math.floor((columns - APART * (many - 1)) / many) };
}

/** Whether a panel of this width has room for trends. */
export const showsTrends = (
  state: FacetsState,
  room: Pick<Room, 'kind' | 'columns'>,
  { zone, range }: Pick<FacetFacts, 'zone' | 'range'> = { zone: 'utc' },
): boolean =>
  room.kind !== 'spoken' &&
  placeColumns(
    columnsOf({ coloured: false, sort: state.list.sort, zone, range, total: 0 }),
    sideBySide(state, room).width,
  ).some(({ column }) => column.id === 'trend');

const ORDER_NAMES: Readonly<Record<FacetOrder, Printable>> = {
  count: words`entries`,
  logged: words`entries logged`,
  passed: words`share logged`,
  first: words`first seen`,
  change: words`change against the first hour`,
};

/** The facet that is shown whole, its search text and its order. */
function wholeLine(
  { whole, find, list: { sort } }: FacetsState,
  panel: FacetPanel,
  { room, keyNames }: { readonly room: Room; readonly keyNames: KeyNames },
): Line {
  if (whole === null) return [];
  const finds = keyFor(keyNames, 'events.facet-find', words`/`);
  const back = keyFor(keyNames, 'events.facet-back', keyName('left', room));
  const order = FACET_ORDERS.find((each) => each === sort?.column) ?? 'count';
  const found = find.trim() === '' ? words`` : words` with “${printable(find.trim())}”`;
  return [
    span(words` ${COLUMN_FACTS[whole].title}`, theme.strong),
    span(
      words`  ${valuesWords(panel.ids.length, panel.other)}${found} · by ${ORDER_NAMES[order]} · ${finds} finds · ${back} all facets`,
      theme.faint,
    ),
  ];
}

/** Figures have room for this many entries while the total is not known. */
const MAX_ENTRIES = 9_999_999;

interface FacetFacts {
  readonly state: FacetsState;
  readonly keyNames: KeyNames;
  readonly coloured: boolean;
  readonly zone: TimeZone;
  /** The time of all entries. */
  readonly range?: TimeRange | null | undefined;
  readonly asns?: AsnNames | undefined;
}

/** What fits in the panel, and its arrangement in columns below `above` lines. */
function pageOf(panel: FacetPanel, state: FacetsState, above: number, room: Room) {
  const height = Math.max(1, room.rows - 1 - above);
  const { length } = panel.ids;
  // Fewer columns are wider.
  const many = Math.min(sideBySide(state, room).many, Math.max(1, Math.ceil(length / height)));
  const width = Math.floor((room.columns - APART * (many - 1)) / many);
  const cursor = cursorIndex(panel, state.list);
  const page = windowOf({ length, height: height * many, top: state.list.top, cursor });
  return { height, many, width, cursor, ...page };
}

/** Id of the row at a place in the panel; undefined if there is none, null if the panel is a single column. */
export function facetRowAt(
  panel: FacetPanel,
  state: FacetsState,
  room: Room,
  { line, column }: BodyPlace,
): string | undefined | null {
  if (state.whole !== null) return null;
  if (panel.isCounting || cursorPlace(state.list, panel.ids).kind !== 'on') return undefined;
  const above = panel.of ? 1 : 0;
  const { height, width, top, end } = pageOf(panel, state, above, room);
  // Each column has a head.
  const down = line - above - 1;
  const taken = width + APART;
  if (down < 0 || down >= height || column < 0 || column % taken >= width) return undefined;
  const at = top + Math.floor(column / taken) * height + down;
  return at < end ? panel.ids.at(at) : undefined;
}

/** The panel in as many columns as fit; rows continue at the top of the next column. */
export function facetLines(
  panel: FacetPanel,
  { state, coloured, zone, range, asns, keyNames }: FacetFacts,
  room: Room,
): readonly RowContent[] {
  const { list } = state;
  if (panel.isCounting) return [compose([span(words`  Counting…`, theme.faint)], room.columns)];
  const above = [
    ...(panel.of
      ? [compose([span(words` ${extentWords(panel.of)}`, theme.faint)], room.columns)]
      : []),
    ...(state.whole === null
      ? []
      : [compose(wholeLine(state, panel, { room, keyNames }), room.columns)]),
  ];
  const { height, many, width, cursor, top, end } = pageOf(panel, state, above.length, room);
  const { length } = panel.ids;
  const rows: FacetRow[] = [];
  for (let at = top; at < end; at += 1) {
    const row = panel.row(at);
    if (row) rows.push(row);
  }
  const some = rows.find((row) => row.kind === 'value');
  const total = some && some.share > 0 ? Math.round(some.count / some.share) : MAX_ENTRIES;
  const columns = columnsOf({ coloured, sort: list.sort, zone, range, asns, total }).filter(
    ({ id }) =>
      id !== 'trend' || room.kind === 'spoken' || showsTrends(state, room, { zone, range }),
  );
  const [head, ...lines] = tableLines({
    columns,
    rows,
    ids: rows.map(({ id }) => id),
    list: { ...list, at: cursor - top, top: 0 },
    room: { ...room, columns: width, rows: 1 + height * many },
    head: headLine,
    whole: { length, indexOf: (at) => top + at },
  });
  if (room.kind === 'spoken' || head === undefined) {
    return [...above, ...(head === undefined ? [] : [head]), ...lines];
  }
  const parts = Array.from(
    { length: many },
    (_, at): Block => ({
      lines: [head, ...lines.slice(at * height, (at + 1) * height)] as Block['lines'],
      columns: width,
    }),
  );
  const joined = parts.reduce((left, right) => ({
    lines: beside(left, right, room.rows - above.length),
    columns: left.columns + APART + right.columns,
  }));
  return [...above, ...joined.lines];
}
