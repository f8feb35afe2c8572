import type { AppOverview } from '../../contract/operations/app-overview.ts';
import { restarts } from '../../state/app-problems.ts';
import { ageOf, isStale } from '../../state/freshness.ts';
import { lastLoaded, type Moment } from '../../state/loadable.ts';
import { count, figure, gauge } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { duration } from '../../text/time.ts';
import { sparkline } from '../../ui/chart.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { type AppRow, isDeleted, isRefused } from './state.ts';

/** How a number that may change is shown. */
interface Changing {
  show(value: number | null | undefined): Printable;
  /** The least change that is marked, as a share of what the number was. */
  readonly least: number;
}

/** A reading breathes: only a change that says something is marked. */
const GAUGE: Changing = { show: gauge, least: 0.05 };
const COUNT: Changing = { show: figure, least: 0 };

/** A number with the sign of its change since the last poll; the sign stays for one interval. */
function changing(
  row: AppRow,
  read: (overview: AppOverview) => number | null | undefined,
  { show, least }: Changing,
): Line {
  const now = lastLoaded(row.overview)?.value;
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
    value > before ? span(words`▲`, theme.accent) : span(words`▼`, theme.accent),
  ];
}

const loadedOf = (row: AppRow) => lastLoaded(row.overview)?.value;

const STATUS_ORDER = ['failing', 'progressing', 'unknown', 'suspended', 'inactive', 'active'];

/** The columns of the list. `interval`: milliseconds between polls. */
export function appColumns(now: Moment, interval: number): readonly Column<AppRow>[] {
  return [
    {
      id: 'name',
      title: words`APPLICATION`,
      width: 15,
      grow: 3,
      cell: (row) => [
        ...(row.deletionAsked ? [span(words`⌫ `, theme.warn)] : []),
        span(printable(row.name || row.id)),
      ],
      sortBy: (row) => row.name.toLowerCase(),
    },
    {
      id: 'status',
      title: words`STATUS`,
      spoken: words``,
      width: 14,
      cell: (row) => {
        const { overview } = row;
        const known = lastLoaded(overview);
        if (isDeleted(row)) return span(words`Deleted (404)`, theme.faint);
        // A link that fails leaves what was known; what the service says of the application itself does not.
        if (known && !isRefused(overview)) return statusSpan(known.value.status);
        return overview.kind === 'failed'
          ? span(words`! ${printable(overview.error.kind.replaceAll('-', ' '))}`, theme.bad)
          : span(words`… loading`, theme.faint);
      },
      sortBy: (row) => {
        if (isDeleted(row)) return STATUS_ORDER.length + 1;
        const at = STATUS_ORDER.indexOf(loadedOf(row)?.status ?? '');
        return at < 0 ? STATUS_ORDER.length : at;
      },
    },
    {
      id: 'instances',
      title: words`INST `,
      spoken: words`instances`,
      width: 7,
      align: 'right',
      cell: (row) =>
        changing(row, (overview) => overview.activeInstances?.indicator, {
          ...COUNT,
          show: (value) => words`${figure(value)}/${figure(loadedOf(row)?.desiredInstances)}`,
        }),
      sortBy: (row) => loadedOf(row)?.activeInstances?.indicator ?? -1,
    },
    {
      id: 'regions',
      title: words`REG `,
      spoken: words`regions`,
      width: 4,
      align: 'right',
      leaves: 7,
      cell: (row) => changing(row, (overview) => overview.activeRegions?.indicator, COUNT),
      sortBy: (row) => loadedOf(row)?.activeRegions?.indicator ?? -1,
    },
    {
      id: 'cpu',
      title: words`CPU `,
      spoken: words`CPU`,
      live: true,
      width: 6,
      align: 'right',
      cell: (row) => changing(row, (overview) => overview.averageCPU?.indicator, GAUGE),
      sortBy: (row) => loadedOf(row)?.averageCPU?.indicator ?? -1,
    },
    {
      id: 'ram',
      title: words`RAM `,
      spoken: words`RAM`,
      live: true,
      width: 6,
      align: 'right',
      leaves: 5,
      cell: (row) => changing(row, (overview) => overview.averageRAM?.indicator, GAUGE),
      sortBy: (row) => loadedOf(row)?.averageRAM?.indicator ?? -1,
    },
    {
      id: 'volumes',
      title: words`VOL `,
      spoken: words`volumes`,
      live: true,
      width: 6,
      align: 'right',
      leaves: 8,
      cell: (row) => changing(row, (overview) => overview.averageVolumesUsage?.indicator, GAUGE),
      sortBy: (row) => loadedOf(row)?.averageVolumesUsage?.indicator ?? -1,
    },
    {
      id: 'latency',
      title: words`LATENCY `,
      live: true,
      width: 8,
      align: 'right',
      cell: (row) => changing(row, (overview) => overview.currentLatency?.indicator, GAUGE),
      sortBy: (row) => loadedOf(row)?.currentLatency?.indicator ?? -1,
    },
    {
      id: 'target',
      title: words`TARGET`,
      width: 6,
      align: 'right',
      leaves: 6,
      cell: (row) => span(gauge(loadedOf(row)?.targetLatency?.indicator)),
      sortBy: (row) => loadedOf(row)?.targetLatency?.indicator ?? -1,
    },
    {
      id: 'trend',
      title: words`TREND`,
      isGraphic: true,
      width: 12,
      grow: 1,
      leaves: 4,
      cell: (row, width) => span(sparkline(row.latencies, width), theme.accent),
    },
    {
      id: 'restarts',
      title: words`RST `,
      spoken: words`restarts`,
      width: 5,
      align: 'right',
      leaves: 3,
      cell: (row) => changing(row, restarts, COUNT),
      sortBy: (row) => {
        const overview = loadedOf(row);
        return (overview && restarts(overview)) ?? -1;
      },
    },
    {
      id: 'cost',
      title: words`COST/MO`,
      spoken: words`cost a month`,
      width: 8,
      align: 'right',
      leaves: 10,
      cell: (row) => {
        const cost = loadedOf(row)?.monthlyCost;
        return span(cost === null || cost === undefined ? words`–` : figure(cost));
      },
      sortBy: (row) => loadedOf(row)?.monthlyCost ?? -1,
    },
    {
      id: 'age',
      title: words`AGE`,
      live: true,
      width: 6,
      align: 'right',
      leaves: 2,
      cell: (row) => {
        const last = lastLoaded(row.overview);
        if (!last) return span(words`–`, theme.faint);
        const age = ageOf(last.at, now);
        return isStale(age, interval)
          ? span(duration(age), theme.warn)
          : span(words`·`, theme.faint);
      },
    },
  ];
}

/**
 * How many of the rows are in which state, in words: `28 watched · 1 refused · 2 failing`. Those that are
 * deleted count nowhere.
 */
export function summary(rows: readonly AppRow[]): Printable {
  const counts = new Map<string, number>();
  const there = rows.filter((row) => !isDeleted(row));
  let refused = 0;
  for (const { overview } of there) {
    const status = lastLoaded(overview)?.value.status;
    if (isRefused(overview)) refused += 1;
    else if (status) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  let text = words`${count(there.length)} watched`;
  if (refused > 0) text = words`${text} · ${count(refused)} refused`;
  for (const status of ['failing', 'progressing', 'suspended', 'inactive', 'unknown']) {
    const found = counts.get(status);
    if (found) text = words`${text} · ${found} ${printable(status)}`;
  }
  return text;
}

const KNOWN: Readonly<Record<string, { readonly sign: Printable; readonly style: Style }>> = {
  active: { sign: words`●`, style: theme.good },
  ready: { sign: words`●`, style: theme.good },
  progressing: { sign: words`◐`, style: theme.warn },
  started: { sign: words`◐`, style: theme.warn },
  scheduled: { sign: words`◐`, style: theme.warn },
  deleting: { sign: words`◌`, style: theme.warn },
  notScheduled: { sign: words`○`, style: theme.faint },
  notStarted: { sign: words`○`, style: theme.faint },
  inactive: { sign: words`○`, style: theme.faint },
  failing: { sign: words`✖`, style: theme.bad },
  suspended: { sign: words`■`, style: theme.special },
  unknown: { sign: words`?`, style: theme.faint },
};

/** A status word with a sign, so that it is told apart without colour; words nobody knows are shown raw. */
export function statusSpan(status: string | null | undefined): Span {
  if (status === null || status === undefined) return span(words`–`, theme.faint);
  const known = Object.hasOwn(KNOWN, status) ? KNOWN[status] : undefined;
  if (!known) return span(words`? ${printable(status)}`, theme.special);
  return span(words`${known.sign} ${printable(status)}`, known.style);
}
