import type { AppOverview } from '../../contract/operations/app-overview.ts';
import { restarts } from '../../state/app-issues.ts';
import type { Moment } from '../../state/loadable.ts';
import { lazy, memoizeEach, memoizeLast } from '../../text/memoize.ts';
import { figure, gauge } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { duration, type TimeZone } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { scaleOf, sparkline } from '../../ui/chart.ts';
import { type Line, lineWidth, nameLine, span } from '../../ui/line.ts';
import { type Column, column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import {
  failureOf,
  recoveryOf,
  sinceInCell,
  sinceInWords,
  staleAge,
  statusCell,
  whyOf,
  whyStill,
} from './cells.ts';
import { type AppRow, isDeleted, overviewOf, SEVERITIES, severityOf, sinceOfRow } from './state.ts';

interface Changing {
  show(value: number | null | undefined): Printable;
  /** Smallest change that is marked, as a share of the old value. */
  readonly least: number;
}

/** Readings vary all the time, so only changes of at least 5% are marked. */
const GAUGE: Changing = { show: gauge, least: 0.05 };
const COUNT: Changing = { show: figure, least: 0 };

/** A number, with a sign for one interval after it changed. */
function changing(
  row: AppRow,
  read: (overview: AppOverview) => number | null | undefined,
  { show, least }: Changing,
): Line {
  const now = overviewOf(row);
  if (!now) return [span(words`–`, theme.faint), span(words` `)];
  const value = read(now) ?? null;
  const before = row.before ? (read(row.before) ?? null) : value;
  const shown = show(value);
  const isMarked =
    value !== null &&
    before !== null &&
    show(before) !== shown &&
    Math.abs(value - before) >= least * Math.abs(before);
  if (!isMarked) return [span(shown), span(words` `)];
  return [
    span(shown),
    value > before ? span(words`▲`, theme.strong) : span(words`▼`, theme.strong),
  ];
}

const isUnknown = (row: AppRow) => !overviewOf(row);

interface AppColumnFacts {
  readonly rows: readonly AppRow[];
  readonly now: Moment;
  /** Poll interval in milliseconds. */
  readonly interval: number;
  readonly zone: TimeZone;
  /** Whether details beside the list show the issue and its start: figures get the room. */
  readonly hasDetails?: boolean;
}

/** Widths of the name column: minimum, minimum of its preferred width, maximum. */
const NAME = { least: 15, fair: 24, most: 60 } as const;
/** Widths of the WHY column: minimum, and preferred. */
const WHY = { least: 8, enough: 26 } as const;

const nameCell = ({ name, id }: AppRow): Line => nameLine(name || id);

const INSTANCES: Column<AppRow> = column('instances', words`INST `, 6, {
  spoken: words`instances`,
  align: 'right',
  leaves: 1,
  cell: (row) =>
    changing(row, (overview) => overview.activeInstances?.indicator, {
      ...COUNT,
      show: (value) => words`${figure(value)}/${figure(overviewOf(row)?.desiredInstances)}`,
    }),
  sortBy: (row) => overviewOf(row)?.activeInstances?.indicator ?? -1,
});

const BARS = 12;

/** Width for names. A few very long names do not push out figure columns; they only get spare room. */
function namesWidth(widths: readonly number[]) {
  const usual = widths.toSorted((a, b) => a - b)[Math.floor((widths.length - 1) / 2)] ?? 0;
  const longest = widths.reduce((most, own) => Math.max(most, own), 0);
  return { enough: Math.min(longest, Math.max(NAME.fair, Math.ceil(usual * 1.5))), longest };
}

const rowWidthsIn = (zone: TimeZone) =>
  memoizeEach((row: AppRow) => ({
    name: lineWidth(nameCell(row)),
    status: width(statusCell(row).text),
    minute: width(sinceInCell(row, zone, 'minute')),
    second: width(sinceInCell(row, zone, 'second')),
  }));

const ROW_WIDTHS = { utc: rowWidthsIn('utc'), local: rowWidthsIn('local') };

/** All rows, after each answer: what it did not change is measured already. */
function widthsOf(rows: readonly AppRow[], zone: TimeZone) {
  const widths = rows.map(ROW_WIDTHS[zone]);
  const widest = (part: 'status' | 'minute' | 'second', least = 0) =>
    widths.reduce((most, own) => Math.max(most, own[part]), least);
  return {
    names: namesWidth(widths.map(({ name }) => name)),
    statuses: widest('status', words`STATUS`.length),
    since: { least: widest('minute', words`SINCE`.length), enough: widest('second') },
  };
}

const measured = memoizeLast((rows: readonly AppRow[], zone: TimeZone) => ({
  ...widthsOf(rows, zone),
  trends: rows.reduce(
    (most, { latencies }) =>
      Math.max(
        most,
        (latencies.at(-1)?.at ?? 0) - (latencies.at(-BARS)?.at ?? latencies[0]?.at ?? 0),
      ),
    0,
  ),
  hasDecimals: rows.some((row) => !Number.isInteger(overviewOf(row)?.monthlyCost ?? 0)),
}));

export function appColumns({
  rows,
  now,
  interval,
  zone,
  hasDetails = false,
}: AppColumnFacts): readonly Column<AppRow>[] {
  const { names, statuses, since, trends, hasDecimals } = measured(rows, zone);
  const isMarked = rows.some(({ deletionAsked }) => deletionAsked !== null);
  const sign = isMarked ? DELETION_SIGN.length : 0;
  const most = Math.min(NAME.most, names.longest) + sign;
  const enough = Math.min(NAME.most, names.enough) + sign;
  return [
    column('name', words`NAME`, Math.min(NAME.least, names.longest) + sign, {
      enough,
      ...(most > enough ? { most } : {}),
      cell: (row) => [
        ...(row.deletionAsked ? [span(DELETION_SIGN, theme.warn)] : []),
        ...nameCell(row),
      ],
      sortBy: (row) => row.name.toLowerCase(),
    }),
    column('status', words`STATUS`, statuses, {
      spoken: words``,
      cell: statusCell,
      sortBy: (row) => {
        if (isDeleted(row)) return STATUS_ORDER.length + 1;
        const at = STATUS_ORDER.indexOf(overviewOf(row)?.status ?? '');
        return at < 0 ? STATUS_ORDER.length : at;
      },
    }),
    INSTANCES,
    figureColumn('latency', words`LATENCY `, 8, (overview) => overview.currentLatency?.indicator, {
      spoken: words`latency`,
      live: true,
      leaves: 3,
    }),
    figureColumn('target', words`TARGET`, 6, (overview) => overview.targetLatency?.indicator, {
      leaves: 9,
      extra: true,
      cell: (row) => span(gauge(overviewOf(row)?.targetLatency?.indicator)),
    }),
    trendColumn(trends),
    figureColumn('restarts', words`RST `, 4, restarts, {
      spoken: words`restarts`,
      leaves: 2,
      isQuiet: (row) => {
        const overview = overviewOf(row);
        return !overview || !restarts(overview);
      },
      cell: (row) => changing(row, restarts, COUNT),
    }),
    ...furtherColumns(hasDecimals),
    column('why', words`WHY`, WHY.least, {
      spoken: words``,
      // Its figures change with every poll; the status column announces a change of state.
      live: true,
      enough: WHY.enough,
      grow: 1,
      isQuiet: (row) =>
        whyOf(row) === null && failureOf(row) === null && recoveryOf(row, now) === null,
      cell: (row, width) =>
        whyStill(row, width) ?? failureOf(row) ?? recoveryOf(row, now) ?? span(words``),
      sortBy: (row) => SEVERITIES.indexOf(severityOf(row)),
    }),
    column('since', words`SINCE`, since.least, {
      spoken: words`since`,
      enough: hasDetails ? since.least : since.enough,
      leaves: 4,
      // A start before the first poll says little: the WHY column gets the room.
      isQuiet: (row) => {
        const since = sinceOfRow(row);
        return sinceInWords(row, zone) === '' || (since?.how === 'before' && !since.hasGaps);
      },
      cell: (row, width) => {
        const exact = sinceInCell(row, zone, 'second');
        return span(exact.length <= width ? exact : sinceInCell(row, zone, 'minute'), theme.faint);
      },
      spokenCell: (row) => span(sinceInWords(row, zone)),
      sortBy: (row) => -(sinceOfRow(row)?.at ?? 0),
    }),
    column('age', words`AGE`, 6, {
      live: true,
      align: 'right',
      // Stale data must always be marked.
      leaves: 0,
      isQuiet: (row) => staleAge(row, now, interval) === null,
      cell: (row) => {
        const age = staleAge(row, now, interval);
        return age === null ? span(words``) : span(duration(age), theme.warn);
      },
    }),
  ];
}

/** Columns without rows, for sorting. */
export const orderingColumns = lazy(() =>
  appColumns({ rows: [], now: { wall: 0, elapsed: 0 }, interval: 0, zone: 'utc' }),
);

const DELETION_SIGN = words`⌫ `;
const STATUS_ORDER = ['failing', 'progressing', 'unknown', 'suspended', 'inactive', 'active'];

function figureColumn(
  id: string,
  title: Printable,
  width: number,
  read: (overview: AppOverview) => number | null | undefined,
  how: Partial<Column<AppRow>>,
): Column<AppRow> {
  return column(id, title, width, {
    align: 'right',
    isQuiet: isUnknown,
    cell: (row) => changing(row, read, GAUGE),
    sortBy: (row) => {
      const overview = overviewOf(row);
      return (overview && read(overview)) ?? -1;
    },
    ...how,
  });
}

/** Figures that rarely explain an issue, for wide screens. */
const furtherColumns = (hasDecimals: boolean): readonly Column<AppRow>[] => [
  figureColumn('cpu', words`CPU `, 6, (overview) => overview.averageCPU?.indicator, {
    spoken: words`CPU`,
    live: true,
    leaves: 6,
    extra: true,
  }),
  figureColumn('ram', words`RAM `, 6, (overview) => overview.averageRAM?.indicator, {
    spoken: words`RAM`,
    live: true,
    leaves: 7,
    extra: true,
  }),
  figureColumn('volumes', words`VOL `, 6, (overview) => overview.averageVolumesUsage?.indicator, {
    spoken: words`volumes`,
    live: true,
    leaves: 11,
    extra: true,
    isQuiet: (row) => !overviewOf(row)?.averageVolumesUsage?.indicator,
  }),
  figureColumn('regions', words`REG `, 4, (overview) => overview.activeRegions?.indicator, {
    spoken: words`regions`,
    leaves: 10,
    extra: true,
    cell: (row) => changing(row, (overview) => overview.activeRegions?.indicator, COUNT),
  }),
  figureColumn('cost', words`COST/MO`, 8, (overview) => overview.monthlyCost, {
    spoken: words`cost a month`,
    leaves: 12,
    extra: true,
    cell: (row) => span(costText(overviewOf(row)?.monthlyCost, hasDecimals)),
  }),
];

/** A cost with two decimals if any row has decimals, so that the points align. */
const costText = (cost: number | null | undefined, hasDecimals: boolean): Printable =>
  hasDecimals && Number.isFinite(cost) ? (Number(cost).toFixed(2) as Printable) : figure(cost);

/** Latencies of this run against the target; the title has the time they span. */
function trendColumn(time: number): Column<AppRow> {
  // Rounded to five seconds, because polls are not exactly regular.
  const rounded = Math.round(time / 5000) * 5000;
  const title = rounded > 0 ? words`TREND ${duration(rounded)}` : words`TREND`;
  return column('trend', title, Math.max(BARS, title.length), {
    isGraphic: true,
    align: 'right',
    leaves: 8,
    extra: true,
    isQuiet: ({ latencies }) => latencies.length < 2,
    cell: (row, width) => latencyBars(row, Math.min(width, BARS)),
  });
}

/** One bar per poll, the newest at the right. The target is at half height; bars above it have the warning colour. */
function latencyBars(row: AppRow, columns: number): Line {
  const values = row.latencies.slice(-columns).map(({ value }) => value);
  const target = overviewOf(row)?.targetLatency?.indicator ?? 0;
  if (values.length < 2) return [];
  const scale = target > 0 ? { low: 0, high: 2 * target } : scaleOf(values);
  return values.map((value) =>
    span(sparkline([value], 1, scale), target > 0 && value > target ? theme.warn : theme.plain),
  );
}
