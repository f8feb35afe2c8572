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
import { partsOf, rateText, statusSpan, sumOf } from './columns.ts';
import { type Day, daysOf, type LimitRow, risingNow, withGaps } from './state.ts';

const MIN_PANEL = { columns: 40, rows: 6 } as const;
/** Lines around a chart: title, dates and a blank line. */
const AROUND = 3;
const MAX_ROWS = 12;

interface PanelFacts {
  readonly rows: readonly LimitRow[];
  readonly at: number;
  readonly ownScales: boolean;
  readonly key: Printable;
}

const daysIn = (row: LimitRow): readonly Day[] | undefined => {
  const last = lastLoaded(row.metrics);
  return last ? daysOf(last.value.data.ratelimitOverviewPastTwentyEightDays) : undefined;
};

/** The service's total: it does not state that the kinds add up to it. */
const breachesOf = ({ value }: Day): number => value.totalBreaches ?? sumOf(partsOf(value));

const highest = (days: readonly Day[] | undefined): number =>
  Math.max(0, greatest((days ?? []).map(breachesOf)));

/** Value at full height: the sum of the kinds may exceed the total and must not be cut. */
const height = (days: readonly Day[] | undefined): number =>
  Math.max(highest(days), greatest((days ?? []).map(({ value }) => sumOf(partsOf(value)))));

/** Sum of the charted days: the overall total covers a time that the service does not state. */
function inDays(days: readonly Day[]): Printable {
  const sum = days.reduce((all, day) => all + breachesOf(day), 0);
  const { length } = withGaps(days);
  return words`${amount(sum)} in ${counted(length, words`day`)}`;
}

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
 * One chart: name and sum, the days as columns, and the first and last day with the peak. `most`: breaches per day at
 * full height.
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
  const withStatus = [...name, gap(2), statusSpan(row)];
  const hasRoom = lineWidth(withStatus) + 1 + lineWidth(right) <= columns;
  const title = between(hasRoom ? withStatus : name, right, columns);
  if (!days) {
    const none = wrapLines(whyNone(row), columns).map((line): Line => [span(line, theme.faint)]);
    const blank = Array<Line>(Math.max(0, rows - 1 - none.length)).fill([]);
    return [title, ...none, ...blank].slice(0, rows);
  }
  const slots = withGaps(days);
  const each = Math.max(1, Math.floor(columns / Math.max(1, slots.length)));
  const apart = each > 1 ? 1 : 0;
  const chart = stackedColumns(
    slots.map((day) => day && partsOf(day.value)),
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

/** Whether all days are zero: a sentence replaces the chart. */
const isQuiet = (row: LimitRow): boolean => {
  const days = daysIn(row);
  return days !== undefined && height(days) === 0;
};

/**
 * A chart per breached limit, as many side by side as fit, on one scale by default; limits without breaches are named.
 * If not all fit, those around the cursor's row.
 */
export function limitPanels(
  { rows, at, ...facts }: PanelFacts,
  room: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  const charted = rows.filter((row) => !isQuiet(row));
  const quiet = rows.filter(isQuiet).map(({ name, id }) => printableStart(name || id));
  if (quiet.length === 0 || room.rows < 2) return charts({ rows: charted, at, ...facts }, room);
  const before = rows.slice(0, at).filter((row) => !isQuiet(row)).length;
  const unbreached = wrapLines(
    words`No breach in 28 days: ${quiet.join(', ') as Printable}`,
    room.columns,
  );
  const above = charts(
    { rows: charted, at: before, ...facts },
    { ...room, rows: room.rows - unbreached.length },
  );
  return [
    ...above,
    ...(above.length === 0 ? [compose([], room.columns)] : []),
    ...unbreached.map((line) => compose([span(line, theme.faint)], room.columns)),
  ].slice(0, room.rows);
}

function charts(
  { rows: all, at, ownScales, key }: PanelFacts,
  room: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  const grid = panelGrid(
    all.length,
    at,
    { least: MIN_PANEL, highest: MAX_ROWS },
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
    /** Top of the common scale; null for separate scales. */
    readonly most: number | null;
    readonly left: number;
  },
  columns: number,
): Styled {
  const heading = words`Breaches a day`;
  const kinds: Line = [
    span(words`  ░ blocked`, theme.faint),
    span(words` ▒ challenged`, theme.data),
    span(words` █ logged`, theme.passed),
    ...(left > 0 ? [span(words` ${left} more: move the cursor`, theme.faint)] : []),
  ];
  const scale: Line = [
    span(
      most === null
        ? words`each to its own scale  `
        : words`one scale${most > 0 ? words`, top ${amount(most)} a day` : words``}  `,
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
