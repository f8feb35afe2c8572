import { lastLoaded } from '../../state/loadable.ts';
import { amount, counted, greatest } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { dayOf } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { panelGrid, panelLines, stackedColumns } from '../../ui/chart.ts';
import {
  between,
  compose,
  cutLine,
  gap,
  type Line,
  lineWidth,
  nameLine,
  type Styled,
  span,
} from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { partsOf, rateText, standingSpan, sumOf } from './columns.ts';
import { type Day, daysOf, type LimitRow, risingNow, withGaps } from './state.ts';

/** A chart of 28 days is at least so large. */
const LEAST = { columns: 40, rows: 6 } as const;
/** Title, dates and the blank line below. */
const AROUND = 3;
/** Higher charts tell no more. */
const HIGHEST = 12;

interface PanelFacts {
  readonly rows: readonly LimitRow[];
  /** The row under the cursor, by its place. */
  readonly at: number;
  readonly ownScales: boolean;
  /** The key that gives each its own scale. */
  readonly key: Printable;
}

const daysIn = (row: LimitRow): readonly Day[] | undefined => {
  const last = lastLoaded(row.metrics);
  return last ? daysOf(last.value.data.ratelimitOverviewPastTwentyEightDays) : undefined;
};

/** As the service counted them: it does not state that the kinds come to the total. */
const breachesOf = ({ counts }: Day): number => counts.totalBreaches ?? sumOf(partsOf(counts));

const highest = (days: readonly Day[] | undefined): number =>
  Math.max(0, greatest((days ?? []).map(breachesOf)));

/** What the whole height of a chart stands for: no column of its kinds is cut, should they come to more than the total. */
const height = (days: readonly Day[] | undefined): number =>
  Math.max(highest(days), greatest((days ?? []).map(({ counts }) => sumOf(partsOf(counts)))));

/** What the days of a chart come to: the total beside them is of a time that the service does not state. */
function inDays(days: readonly Day[]): Printable {
  const sum = days.reduce((all, day) => all + breachesOf(day), 0);
  const { length } = withGaps(days);
  return words`${amount(sum)} in ${counted(length, words`day`)}`;
}

/** Why there is no chart of a limit. */
function whyNone(row: LimitRow): Printable {
  const last = lastLoaded(row.metrics);
  if (!last) return words`No chart: there is no answer yet.`;
  const past = last.value.data.ratelimitOverviewPastTwentyEightDays;
  const isNothing = typeof past === 'object' && Object.keys(past ?? {}).length === 0;
  return isNothing
    ? words`No chart: the service sent none of the past 28 days.`
    : words`No chart: the past 28 days came in another form; see the details.`;
}

/**
 * One limit: its name and what its days come to, its days as columns, and between which days they are and what its
 * highest one is.
 *
 * @param most breaches of a day that take the whole height
 */
function panel(
  row: LimitRow,
  days: readonly Day[] | undefined,
  most: number,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  const rising = risingNow(row);
  const right: Line = [
    ...(rising && rising.total > 0
      ? [span(words`${rateText(rising.total)} a minute · `, theme.strong)]
      : []),
    ...(days ? [span(inDays(days))] : []),
  ];
  const name = nameLine(row.name || row.id, theme.strong);
  const said = [...name, gap(2), standingSpan(row)];
  const hasRoom = lineWidth(said) + 1 + lineWidth(right) <= columns;
  const title = between(hasRoom ? said : name, right, columns);
  if (!days) {
    const none = wrapLines(whyNone(row), columns).map((line): Line => [span(line, theme.faint)]);
    const blank = Array<Line>(Math.max(0, rows - 1 - none.length)).fill([]);
    return [title, ...none, ...blank].slice(0, rows);
  }
  const slots = withGaps(days);
  const each = Math.max(1, Math.floor(columns / Math.max(1, slots.length)));
  const apart = each > 1 ? 1 : 0;
  const chart = stackedColumns(
    slots.map((day) => day && partsOf(day.counts)),
    { rows: rows - AROUND, most, width: each - apart, apart },
  );
  const end = words`${dayOf(days.at(-1)?.at ?? Number.NaN, 'utc')} · peak ${amount(highest(days))} a day`;
  const axis = between(
    [span(dayOf(days[0]?.at ?? Number.NaN, 'utc'), theme.faint)],
    [span(end, theme.faint)],
    columns,
  );
  return [title, ...chart.map((line) => cutLine(line, columns)), axis, []];
}

/** Whether days came of a limit, and nothing in any of them: a sentence says as much as a chart. */
const isQuiet = (row: LimitRow): boolean => {
  const days = daysIn(row);
  return days !== undefined && height(days) === 0;
};

/**
 * A chart for each limit that was breached, as many side by side as there is room for, all of one scale unless asked
 * otherwise; the others are named. Where not all have room, those about the row under the cursor.
 */
export function limitPanels(
  { rows, at, ...facts }: PanelFacts,
  room: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  const charted = rows.filter((row) => !isQuiet(row));
  const quiet = rows.filter(isQuiet).map(({ name, id }) => printableStart(name || id));
  if (quiet.length === 0 || room.rows < 2) return charts({ rows: charted, at, ...facts }, room);
  const before = rows.slice(0, at).filter((row) => !isQuiet(row)).length;
  const said = wrapLines(
    words`No breach in 28 days: ${quiet.join(', ') as Printable}`,
    room.columns,
  );
  const above = charts(
    { rows: charted, at: before, ...facts },
    { ...room, rows: room.rows - said.length },
  );
  return [
    ...above,
    ...(above.length === 0 ? [compose([], room.columns)] : []),
    ...said.map((line) => compose([span(line, theme.faint)], room.columns)),
  ].slice(0, room.rows);
}

function charts(
  { rows: all, at, ownScales, key }: PanelFacts,
  room: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  const grid = panelGrid(
    all.length,
    at,
    { least: LEAST, highest: HIGHEST },
    { ...room, rows: room.rows - 2 },
  );
  if (!grid) return [];
  const shown = all.slice(grid.from, grid.until).map((row) => ({ row, days: daysIn(row) }));
  const shared = Math.max(...all.map((row) => height(daysIn(row))));
  const panels = shown.map(({ row, days }) =>
    panel(row, days, ownScales ? height(days) : shared, grid),
  );
  return [
    compose([], room.columns),
    headLine(
      { most: ownScales ? null : shared, key, left: all.length - shown.length },
      room.columns,
    ),
    ...panelLines(panels, grid),
  ];
}

function headLine(
  {
    most,
    key,
    left,
  }: Pick<PanelFacts, 'key'> & {
    /** Of all charts; null where each has a scale of its own. */
    readonly most: number | null;
    readonly left: number;
  },
  columns: number,
): Styled {
  const heading = words`Breaches a day`;
  const kinds: Line = [
    span(words`  ░ blocked`, theme.faint),
    span(words`  ▒ challenged`, theme.data),
    span(words`  █ logged`, theme.passed),
    ...(left > 0 ? [span(words`  ${left} more: move the cursor`, theme.faint)] : []),
  ];
  const scale: Line = [
    span(
      most === null
        ? words`each to its own scale  `
        : words`one scale, top ${amount(most)} a day  `,
      theme.faint,
    ),
    span(key, theme.key),
    span(most === null ? words` one scale` : words` own scales`, theme.faint),
  ];
  const legend: Line = [span(words`${heading}, past 28 days`, theme.heading), ...kinds];
  if (lineWidth(legend) + lineWidth(scale) + 1 <= columns) {
    return compose(between(legend, scale, columns), columns);
  }
  const short: Line = [span(heading, theme.heading), ...kinds];
  return compose(lineWidth(legend) <= columns ? legend : short, columns);
}
