import type { BreachCounts } from '../../contract/operations/rate-limit-metrics.ts';
import { lastLoaded } from '../../state/loadable.ts';
import { lazy } from '../../text/memoize.ts';
import { amount, figure, greatest } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type BarPart, sparkline, stackedBar } from '../../ui/chart.ts';
import { nameLine, type Span, span } from '../../ui/line.ts';
import { type Column, column, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { failureWords } from '../freshness.ts';
import { type LimitRow, type LimitStatus, rates, risingNow, STATUSES, statusOf } from './state.ts';

const countsOf = (row: LimitRow): BreachCounts | undefined =>
  lastLoaded(row.metrics)?.value.data.overview;

/** The kinds of breaches. Blocked requests are handled; logged ones passed. Signs and colours distinguish them. */
export const PARTS = [
  { name: words`blocked`, of: 'blockedBreaches', sign: words`░`, style: theme.data },
  { name: words`challenged`, of: 'challengedBreaches', sign: words`▒`, style: theme.data },
  { name: words`logged`, of: 'loggedBreaches', sign: words`█`, style: theme.passed },
] as const;

export const partsOf = (counts: BreachCounts | undefined): readonly BarPart[] =>
  PARTS.map(({ of, ...part }) => ({ ...part, value: counts?.[of] ?? 0 }));

export const sumOf = (parts: readonly BarPart[]): number =>
  parts.reduce((sum, { value }) => sum + Math.max(0, value), 0);

/** Sum of all kinds; null if one is unknown. */
export const wholeOf = (counts: BreachCounts): number | null =>
  PARTS.some(({ of }) => counts[of] === null) ? null : sumOf(partsOf(counts));

const STATUS_LOOKS: Readonly<
  Record<LimitStatus, { readonly sign: Printable; readonly word: Printable; readonly style: Style }>
> = {
  failed: { sign: words`✖`, word: words`no answer`, style: theme.bad },
  gone: { sign: words`✖`, word: words`not found`, style: theme.bad },
  passing: { sign: words`!`, word: words`passing`, style: theme.passed },
  breached: { sign: words`●`, word: words`breached`, style: theme.strong },
  stale: { sign: words`!`, word: words`stale`, style: theme.warn },
  unknown: { sign: words`…`, word: words`1 reading`, style: theme.faint },
  uncounted: { sign: words`?`, word: words`no total`, style: theme.faint },
  waiting: { sign: words`…`, word: words`waiting`, style: theme.faint },
  quiet: { sign: words`○`, word: words`quiet`, style: theme.faint },
};

function statusWord(row: LimitRow): Printable {
  const status = statusOf(row);
  const error = row.metrics.kind === 'failed' ? row.metrics.error : undefined;
  if (status !== 'failed' || error?.status === undefined) return STATUS_LOOKS[status].word;
  return error.kind === 'not-found' ? STATUS_LOOKS.gone.word : words`error ${error.status}`;
}

export const statusSpan = (row: LimitRow): Span => {
  const { sign, style } = STATUS_LOOKS[statusOf(row)];
  return span(words`${sign} ${statusWord(row)}`, style);
};

/** A rate, rounded from ten on. */
export const rateText = (rate: number): Printable => {
  if (!Number.isFinite(rate)) return words`–`;
  return Math.abs(rate) >= 10 ? amount(Math.round(rate)) : figure(rate, 1);
};

const rateOf = (row: LimitRow): number => risingNow(row)?.total ?? Number.NaN;
const rateIn = (row: LimitRow): Printable => rateText(rateOf(row));

/** Why a limit has its status, as a sentence; empty without a reason. */
export function whyOf(row: LimitRow): Printable {
  const { metrics } = row;
  const status = statusOf(row);
  switch (status) {
    case 'failed':
    case 'stale':
    case 'waiting':
      return metrics.kind === 'failed' ? failureWords(metrics) : words``;
    case 'gone':
      return words`No longer exists: the service answers not found. :remove takes it out of the workspace.`;
    case 'passing':
    case 'breached': {
      const rising = risingNow(row);
      if (rising === null) return words``;
      const kinds = [
        [rising.logged, words`only logged and let through`],
        [rising.challenged, words`challenged`],
        [rising.blocked, words`blocked`],
      ] as const;
      const said = kinds
        .filter(([rate]) => rate > 0)
        .map(([rate, what]) => words`${rateText(rate)} ${what}`);
      const all = words`${rateText(rising.total)} a minute`;
      return said.length === 0 ? all : words`${all}: ${said.join(', ') as Printable}`;
    }
    case 'uncounted': {
      const counts = countsOf(row);
      const hasOthers = PARTS.some(({ of }) => (counts?.[of] ?? null) !== null);
      const what = hasOthers ? words`total` : words`counters`;
      return words`The service sends no ${what}: the rate is unknown.`;
    }
    default:
      return words``;
  }
}

/** The last rates as bars. The scale ends above the highest, so that a steady rate is a line and not a block. */
export function rateBars(perMinute: readonly number[], columns: number): Printable {
  const shown = columns > 0 ? perMinute.slice(-columns) : [];
  const high = 1.15 * Math.max(1, greatest(shown.filter(Number.isFinite)));
  return sparkline(shown, columns, { low: 0, high });
}

type CountName = keyof BreachCounts;

/** A column of counters, as wide as its longest figure: a cut figure would read as another one. */
function counter(
  rows: readonly LimitRow[],
  name: CountName,
  title: Printable,
  leaves?: number,
  styleOf: (row: LimitRow) => Style = () => theme.plain,
): Column<LimitRow> {
  const valueIn = (row: LimitRow) => countsOf(row)?.[name];
  const figureIn = (row: LimitRow) => amount(valueIn(row));
  return column(name, title, widestOf(rows, figureIn, 10), {
    live: true,
    align: 'right',
    ...(leaves !== undefined && { leaves, isQuiet: (row) => !valueIn(row) }),
    cell: (row) => span(figureIn(row), valueIn(row) ? styleOf(row) : theme.faint),
    sortBy: (row) => valueIn(row) ?? -1,
  });
}

/** Columns without rows, for sorting. */
export const orderingColumns = lazy(() => limitColumns([]));

/** The columns of the list; widths fit all `rows`. */
export const limitColumns = (rows: readonly LimitRow[]): readonly Column<LimitRow>[] => [
  column('name', words`RATE LIMIT`, 16, {
    enough: widestOf(rows, ({ name, id }) => printableStart(name || id), 16),
    cell: (row) => nameLine(row.name || row.id),
    sortBy: (row) => row.name.toLowerCase(),
  }),
  column('status', words`STATUS`, 11, {
    cell: statusSpan,
    spokenCell: (row) => span(statusWord(row)),
    sortBy: (row) => STATUSES.indexOf(statusOf(row)),
  }),
  column('rate', words`PER MIN`, widestOf(rows, rateIn, 9), {
    spoken: words`a minute`,
    live: true,
    align: 'right',
    cell: (row) => span(rateIn(row), rateOf(row) > 0 ? theme.strong : theme.faint),
    sortBy: (row) => (Number.isFinite(rateOf(row)) ? rateOf(row) : -1),
  }),
  column('trend', words`TREND`, 10, {
    isGraphic: true,
    align: 'right',
    leaves: 5,
    isQuiet: ({ samples }) => samples.length < 2,
    cell: (row, width) => span(rateBars(rates(row.samples), width), theme.data),
  }),
  counter(rows, 'totalBreaches', words`BREACHES`),
  counter(rows, 'loggedBreaches', words`LOGGED`, 1, (row) =>
    statusOf(row) === 'passing' ? theme.passed : theme.plain,
  ),
  counter(rows, 'challengedBreaches', words`CHALLENGED`, 3),
  counter(rows, 'blockedBreaches', words`BLOCKED`, 2),
  column('mix', words`░ BLOCK ▒ CHAL █ LOG`, 20, {
    isGraphic: true,
    leaves: 8,
    extra: true,
    isQuiet: (row) => {
      const counts = countsOf(row);
      return !counts || !wholeOf(counts);
    },
    cell: (row, width) => {
      const counts = countsOf(row);
      const whole = counts ? wholeOf(counts) : 0;
      return whole === null
        ? span(words`–`, theme.faint)
        : stackedBar(partsOf(counts), whole, width);
    },
  }),
  column('why', words`WHY`, 24, {
    live: true,
    grow: 1,
    leaves: 7,
    extra: true,
    isQuiet: (row) => whyOf(row) === '',
    cell: (row) => span(whyOf(row), STATUS_LOOKS[statusOf(row)].style),
  }),
];
