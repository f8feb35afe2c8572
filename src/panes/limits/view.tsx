import type { StoreApi } from 'zustand/vanilla';
import { type BreachCounts, metricsShape } from '../../contract/operations/rate-limit-metrics.ts';
import { type Json, timeSeries } from '../../contract/values.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { selectedId } from '../../state/list.ts';
import { lastLoaded } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { figure } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { dayOf, type TimeZone, timeOfDay } from '../../text/time.ts';
import { scaleOf, sparkline, trendWords } from '../../ui/chart.ts';
import type { DetailsLayout } from '../../ui/details-layout.ts';
import { sideBySide } from '../../ui/layout.ts';
import { compose, type Line, type Span, span } from '../../ui/line.ts';
import { lookAlikeLines, nameLine } from '../../ui/names.ts';
import { pageCount, pageOf, type RecordItem, recordLines } from '../../ui/record-lines.ts';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import { fact, heading, rawTree } from '../fact.ts';
import { troubleLine } from '../freshness.ts';
import { ListAndDetails } from '../list-and-details.tsx';
import { recordFields } from '../record-fields.ts';
import { type LimitRow, type LimitsState, rates } from './state.ts';

const countsOf = (row: LimitRow): BreachCounts | undefined =>
  lastLoaded(row.metrics)?.value.data.overview;

/** Blocked, challenged and logged as a bar of three parts, each with its letter. */
export function mixBar(counts: BreachCounts | undefined, columns: number): Line {
  const parts = [
    { letter: 'B', value: counts?.blockedBreaches ?? 0, style: theme.bad },
    { letter: 'C', value: counts?.challengedBreaches ?? 0, style: theme.warn },
    { letter: 'L', value: counts?.loggedBreaches ?? 0, style: theme.faint },
  ];
  const sum = parts.reduce((total, { value }) => total + Math.max(0, value), 0);
  if (sum <= 0) return [span(words`–`, theme.faint)];
  const spans: Span[] = [];
  let used = 0;
  let passed = 0;
  for (const { letter, value, style } of parts) {
    passed += Math.max(0, value);
    const end = Math.round((passed / sum) * columns);
    if (end > used) spans.push(span(letter.repeat(end - used) as Printable, style));
    used = end;
  }
  return spans;
}

const rateNow = (row: LimitRow): number => rates(row.samples).at(-1) ?? Number.NaN;

const LIMIT_COLUMNS: readonly Column<LimitRow>[] = [
  {
    id: 'name',
    title: words`RATE LIMIT`,
    width: 16,
    grow: 2,
    cell: (row) => {
      const name = nameLine(row.name || row.id);
      const { metrics } = row;
      // One that never answered has no figures that could be annotated.
      return metrics.kind === 'failed' && metrics.last === null
        ? [...name, span(words`  ! ${printableStart(metrics.error.kind)}`, theme.bad)]
        : name;
    },
    sortBy: (row) => row.name.toLowerCase(),
  },
  {
    id: 'total',
    title: words`BREACHES`,
    live: true,
    width: 10,
    align: 'right',
    cell: (row) => span(figure(countsOf(row)?.totalBreaches)),
    sortBy: (row) => countsOf(row)?.totalBreaches ?? -1,
  },
  {
    id: 'rate',
    title: words`RATE/MIN`,
    spoken: words`a minute`,
    live: true,
    width: 9,
    align: 'right',
    cell: (row) => {
      const rate = rateNow(row);
      return Number.isFinite(rate)
        ? span(figure(rate, 1), rate > 0 ? theme.warn : theme.plain)
        : span(words`–`, theme.faint);
    },
    sortBy: (row) => {
      const rate = rateNow(row);
      return Number.isFinite(rate) ? rate : -1;
    },
  },
  {
    id: 'trend',
    title: words`TREND`,
    isGraphic: true,
    width: 10,
    grow: 1,
    leaves: 5,
    cell: (row, width) => span(sparkline(rates(row.samples), width), theme.data),
  },
  {
    id: 'mix',
    title: words`BLOCK/CHAL/LOG`,
    isGraphic: true,
    width: 12,
    grow: 2,
    leaves: 6,
    cell: (row, width) => mixBar(countsOf(row), width),
  },
  {
    id: 'blocked',
    title: words`BLOCKED`,
    live: true,
    width: 8,
    align: 'right',
    leaves: 1,
    cell: (row) => span(figure(countsOf(row)?.blockedBreaches)),
    sortBy: (row) => countsOf(row)?.blockedBreaches ?? -1,
  },
  {
    id: 'challenged',
    title: words`CHALLENGED`,
    live: true,
    width: 10,
    align: 'right',
    leaves: 2,
    cell: (row) => span(figure(countsOf(row)?.challengedBreaches)),
  },
  {
    id: 'logged',
    title: words`LOGGED`,
    live: true,
    width: 8,
    align: 'right',
    leaves: 3,
    cell: (row) => span(figure(countsOf(row)?.loggedBreaches)),
  },
];

export const limitColumns = LIMIT_COLUMNS;

const breaches = (json: Json): number | undefined => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const total = (json as { readonly [key: string]: Json })['totalBreaches'];
  return typeof total === 'number' ? total : undefined;
};

/** The 28 days as a chart when the object has that shape, else its raw content as a tree. */
function pastDays(json: Json, room: Room): readonly Line[] {
  const days = timeSeries(json, breaches);
  if (days && days.length > 0) {
    const values = days.map(({ value }) => value);
    const scale = scaleOf([0, ...values]);
    const first = days[0]?.at ?? Number.NaN;
    const last = days.at(-1)?.at ?? Number.NaN;
    const wide = Math.max(1, Math.min(3, Math.floor((room.columns - 2) / values.length)));
    return [
      [
        span(
          room.kind === 'spoken'
            ? trendWords(values)
            : sparkline(
                values.flatMap((value) => Array<number>(wide).fill(value)),
                room.columns,
                scale,
              ),
          theme.data,
        ),
      ],
      [
        span(
          words`${dayOf(first, 'utc')} to ${dayOf(last, 'utc')} · ${days.length} points · 0 to ${figure(scale.high)}`,
          theme.faint,
        ),
      ],
    ];
  }
  return rawTree(json);
}

/** All that is said of a limit: what it comes to, then every field as it came. */
export function limitDetails(
  row: LimitRow | undefined,
  room: Room,
  zone: TimeZone,
): readonly RecordItem[] {
  if (!row) return [];
  const { columns } = room;
  const last = lastLoaded(row.metrics);
  const lines: Line[] = [
    [...nameLine(row.name, theme.strong), span(words`  ${printableStart(row.id)}`, theme.faint)],
    ...lookAlikeLines(row),
    troubleLine(row.metrics, zone),
  ];
  if (last) {
    const { overview, ratelimitOverviewPastTwentyEightDays: past } = last.value.data;
    const { first } = row;
    const risen =
      (overview.totalBreaches ?? Number.NaN) - (first?.counts.totalBreaches ?? Number.NaN);
    lines.push(
      fact(words`breaches`, [span(figure(overview.totalBreaches), theme.strong)]),
      fact(words`blocked`, [span(figure(overview.blockedBreaches))]),
      fact(words`challenged`, [span(figure(overview.challengedBreaches))]),
      fact(words`logged`, [span(figure(overview.loggedBreaches))]),
      fact(words`increase`, [
        span(words`${figure(risen)} since ${timeOfDay(first?.at.wall ?? Number.NaN, zone)}`),
        span(
          row.resets > 0 ? words` · counters fell ${row.resets} times: counted anew` : words``,
          theme.warn,
        ),
      ]),
      [],
      heading(words`Past 28 days`),
      ...pastDays(past, room),
      [],
      heading(words`Breaches per minute, this session`),
      [
        span(
          room.kind === 'spoken'
            ? trendWords(rates(row.samples))
            : sparkline(rates(row.samples), columns),
          theme.data,
        ),
      ],
    );
  }
  return [
    ...lines.map((line): RecordItem => ({ kind: 'line', line })),
    ...(last
      ? [
          { kind: 'heading' as const, text: words`All fields` },
          ...recordFields(metricsShape, last.value, zone, {}),
        ]
      : []),
  ];
}

/** How the room is divided between the limits and the details of one, which are there unasked. */
export function limitLayout(
  { state, shown, zone, keyNames, preview }: LimitFacts,
  room: Room,
): DetailsLayout {
  const { columns, rows } = room;
  const wide = sideBySide(room, preview);
  const below = Math.max(1, Math.min(BELOW, rows - shown.length - 2, rows - 4));
  const own = wide ? { ...room, columns: wide.detail } : { ...room, rows: below - 1 };
  const id = selectedId(
    state.list,
    shown.map((row) => row.id),
  );
  const row = shown.find((each) => each.id === id);
  const all = recordLines(limitDetails(row, own, zone), own);
  const page = { page: state.detail ?? 0, of: pageCount(all.length, own.rows) };
  const lines = pageOf(all, own, page.page, keyFor(keyNames, 'list.details', words`d`));
  return {
    list: wide ? { columns: wide.list, rows } : { columns, rows: rows - below },
    details: wide
      ? { where: 'beside', lines, columns: wide.detail, rows }
      : { where: 'below', lines: [compose([], columns), ...lines], columns, rows: below },
    shown: page,
  };
}

interface LimitFacts {
  readonly state: LimitsState;
  /** The rows that filter and order leave. */
  readonly shown: readonly LimitRow[];
  readonly zone: TimeZone;
  readonly keyNames: KeyNames;
  /** Whether details are wanted beside the list. */
  readonly preview: boolean;
}

/** Lines of the detail under the list where the screen is not wide. */
const BELOW = 15;

/** The pane: the limits, and the one under the cursor in detail. */
export function LimitsView({
  store,
  slice,
  visible,
  ...room
}: Room & {
  readonly store: StoreApi<ConsoleState>;
  readonly slice: Slice<LimitsState>;
  /** The rows that filter and order leave. */
  readonly visible: (state: LimitsState) => readonly LimitRow[];
}) {
  const state = useSlice(slice);
  const zone = useSelected(store, zoneOf);
  const preview = useSelected(store, previewOf);
  const keyNames = useSelected(store, keyNamesOf);
  const shown = visible(state);
  const ids = shown.map(({ id }) => id);
  const layout = limitLayout({ state, shown, zone, keyNames, preview }, room);
  const width = layout.list.columns;
  const lines =
    shown.length > 0
      ? tableLines({
          columns: LIMIT_COLUMNS,
          rows: shown,
          ids,
          list: state.list,
          room: { ...room, ...layout.list },
          focused: true,
        })
      : [
          compose([], width),
          compose(
            [
              span(
                state.rows.length === 0
                  ? words`  No rate limit is watched. Type :add rate-limit ID, or start with --rate-limit ID.`
                  : words`  No rate limit matches “${printable(state.list.filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.`,
                theme.faint,
              ),
            ],
            width,
          ),
        ];
  return <ListAndDetails store={store} list={{ lines, ...layout.list }} details={layout.details} />;
}

const zoneOf = (state: ConsoleState) => state.timeZone;
const previewOf = (state: ConsoleState) => state.preview;
const keyNamesOf = (state: ConsoleState) => state.keyNames;
