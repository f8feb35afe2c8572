import { type Command, command, onRow } from '../../commands/command.ts';
import { bursts } from '../../events/bursts.ts';
import { covers } from '../../events/coverage.ts';
import type { ZoneRow, ZonesAnswer } from '../../events/questions/zones.ts';
import { type Buckets, bucketsOf, rangeOf, type TimeRange } from '../../events/time-range.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import {
  duration,
  hasDays,
  stamp,
  startOfDay,
  type TimeZone,
  timeOfDay,
  timesWithin,
  utcDay,
} from '../../text/time.ts';
import { columnLines, panelGrid, panelLines, sparkline } from '../../ui/chart.ts';
import { between, compose, type Line, type Styled, span } from '../../ui/line.ts';
import { type Column, column, sortsOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { nothingWatched } from '../nothing-watched.ts';
import type { PaneContext } from '../pane.ts';
import type { AnalysisView } from './analysis.ts';
import { countedOf } from './counting.ts';
import { newestDay, phaseOf, restsBefore, troubleWith } from './coverage-line.ts';
import type { EventsModel } from './model.ts';
import type { EventsState } from './state.ts';
import { outcomeField } from './values.ts';

const MINUTE = 60_000;
/** Number of newest minutes that are drawn. */
const MINUTES = 60;
const TREND = 30;

/** A zone of the workspace with its figures; `own` is null if the zone is not listed. */
interface WallRow {
  readonly zone: WorkspaceItem;
  readonly own: ZoneRow | null;
  /** Entries that arrived after newer ones; null if unknown: an archive does not keep it. */
  readonly late: number | null;
  readonly loaded: Printable;
  /** Since when it is loaded without a gap, in milliseconds. */
  readonly since: number;
  /** Whether the newest complete minute of the answer is loaded. */
  readonly isKnown: boolean;
}

/** One row per zone: stopped and passed entries per minute, bursts, and how much is loaded. */
export const zonesView = (
  context: PaneContext,
  model: EventsModel,
): AnalysisView<'zones', WallRow> => ({
  fresh: { kind: 'zones' },
  key: '0',
  opens: { id: 'events.wall', label: words`Zones: rates, bursts and what is loaded` },
  closes: { id: 'events.wall-close', label: words`Close the zones` },
  title: words`Zones`,
  isOfNow: true,
  question({ shown, state }) {
    const range = shown.span;
    if (!range) return words`No entry is loaded yet.`;
    const buckets = bucketsOf(newestMinutes(range, shown.zones, state), MINUTE);
    return { kind: 'zones', scope: shown.scope, buckets };
  },
  rows: ({ rows, buckets }, { state }) =>
    model.watched().map((zone) => {
      const own = rows.find((row) => row.zone === zone.id) ?? null;
      return {
        zone,
        own,
        late: own && state.source.kind === 'service' ? own.late : null,
        loaded: loadedText(zone.id, state),
        since: loadedSince(zone.id, state),
        isKnown: isLoaded(zone.id, lastWhole(buckets), state),
      };
    }),
  id: ({ zone }) => zone.id,
  columns: ({ buckets }, { zone }) => zoneColumns(buckets, zone),
  sorts: sortsOf(zoneColumns({ start: 0, size: 1, count: 1 }, 'utc')),
  summary: ({ total, rows, buckets }: ZonesAnswer, { state, zone }) => [
    span(words`${count(rows.length)} of ${count(model.watched().length)} listed`),
    ...countedOf(total, 0, words` · `),
    span(words` · minute of ${minuteOf(lastWhole(buckets).from, state, zone)}`),
    span(
      words` · ${keyFor(context.store.getState().keyNames, 'events.zones', words`V`)} lists several`,
      theme.faint,
    ),
  ],
  details: ({ zone, own, loaded, ...row }, { buckets }, { zone: timeZone, shown }) =>
    own === null
      ? [
          { name: words`zone`, value: printable(zone.name) },
          {
            name: words`events`,
            value: words`Not listed now: ${keyFor(context.store.getState().keyNames, 'events.wall-only', words`Enter`)} lists this zone.`,
          },
        ]
      : [
          outcomeField(own.outcomes),
          {
            name: words`burst`,
            value: burstText({ zone, own, loaded, ...row }, buckets, timeZone),
          },
          { name: words`loaded`, value: loaded },
          ...(row.late === null
            ? []
            : [{ name: words`late`, value: words`${count(row.late)} arrived after newer ones` }]),
          {
            name: words`newest`,
            value: own.newest === null ? words`–` : timesWithin(shown.span, timeZone)(own.newest),
          },
          { name: words`zone`, value: words`${printable(zone.name)} (${printable(zone.id)})` },
        ],
  spare: ({ rows, row, answer, own }, room) =>
    room.kind === 'spoken' ? [] : zonePanels(rows, row?.zone.id, answer.buckets, own.zone, room),
  empty: () => nothingWatched(context.store.getState(), 'shieldZones'),
  commands: (here) => zoneWallCommands(model, here),
});

const minuteOf = (time: number, { source }: EventsState, zone: TimeZone): Printable =>
  source.kind === 'archive' ? stamp(time, zone) : (timeOfDay(time, zone).slice(0, -3) as Printable);

function loadedText(zone: string, { source, zones, days, archiving }: EventsState): Printable {
  if (source.kind === 'archive') return words`archive`;
  if (!zones.includes(zone)) return words`not listed`;
  const day = newestDay(days.get(zone));
  if (!day) return words`loading`;
  const rests = restsBefore(day);
  const late =
    archiving.kind === 'on' && archiving.late > 0
      ? words`, archive late ${count(archiving.late)}`
      : words``;
  const isFollowed = troubleWith(day) === null;
  const all = rests !== null && isFollowed ? words`from ${timeOfDay(rests, 'utc')}Z` : phaseOf(day);
  return words`${all}${late}`;
}

const combinedTrend = ({ stopped, passed }: ZoneRow): Uint32Array =>
  stopped.map((each, at) => each + (passed[at] ?? 0));

/** Time of the last burst, measured on the part that is loaded without a gap, from `since` on. */
function burstText({ own, since }: WallRow, buckets: Buckets, zone: TimeZone): Printable {
  if (!own) return words`–`;
  const { start, size } = buckets;
  const timeOf = timesWithin(rangeOf(buckets), zone);
  const first = Math.max(0, Math.ceil((since - start) / size));
  const last = bursts(combinedTrend(own).subarray(first)).marked.at(-1);
  return last === undefined ? words`none` : timeOf(start + (first + last) * size);
}

/** Since when a zone is loaded without a gap; -Infinity for a whole day or an archive. */
function loadedSince(zone: string, { days, source }: EventsState): number {
  const day = source.kind === 'service' ? newestDay(days.get(zone)) : undefined;
  const from = day?.coverage.loaded.at(-1)?.from;
  return day && from !== undefined && from > startOfDay(day.day) ? from : Number.NEGATIVE_INFINITY;
}

/**
 * The minutes that are shown. A followed log is known up to the last answer, which may be long after its newest entry;
 * an archive ends with its newest entry.
 */
function newestMinutes(
  range: TimeRange,
  zones: readonly string[],
  { days, source }: EventsState,
): TimeRange {
  if (source.kind === 'archive') {
    return { ...range, from: Math.max(range.from, range.until - MINUTES * MINUTE) };
  }
  const ends = zones.flatMap((zone) => {
    const day = newestDay(days.get(zone));
    const until = day?.coverage.loaded.at(-1)?.until;
    return until === undefined
      ? []
      : [{ until, isFollowed: day?.phase === 'following' && !day.failure && !day.stale }];
  });
  const followed = ends.filter(({ isFollowed }) => isFollowed).map(({ until }) => until);
  // The end that all followed zones have reached. Zones that are not followed must not hold it back.
  const end =
    followed.length > 0
      ? Math.min(...followed)
      : Math.max(...(ends.length > 0 ? ends.map(({ until }) => until) : [range.until]));
  // The current minute comes last. The one before it is the newest complete minute.
  const minute = Math.floor(end / MINUTE) * MINUTE;
  const from = Math.min(Math.max(range.from, end - MINUTES * MINUTE), minute - MINUTE);
  return { from, until: minute + MINUTE };
}

/** Index of the newest complete minute. */
const wholeAt = (minutes: number): number => Math.max(0, minutes - 2);

const lastWhole = ({ start, size, count: bars }: Buckets): TimeRange => {
  const from = start + wholeAt(bars) * size;
  return { from, until: from + size };
};

/** Whether this minute is completely loaded for a zone that is currently followed. */
function isLoaded(zone: string, minute: TimeRange, { days, source }: EventsState): boolean {
  if (source.kind === 'archive') return true;
  const own = days.get(zone) ?? new Map();
  const newest = newestDay(own);
  const day = own.get(utcDay(minute.from));
  if (!newest || !day || troubleWith(newest) !== null) return false;
  return covers(day.coverage, minute);
}

function zoneColumns(buckets: Buckets, zone: TimeZone): readonly Column<WallRow>[] {
  const figure = (
    id: string,
    title: Printable,
    spoken: Printable,
    of: (row: WallRow) => number | null,
    passed: boolean,
  ): Column<WallRow> =>
    column(id, title, 8, {
      spoken,
      live: true,
      align: 'right',
      cell: (row) => {
        const value = of(row);
        const style = passed ? theme.plain : theme.faint;
        if (value === null) return span(words`–`, style);
        return span(count(value), passed && value > 0 ? theme.passed : style);
      },
      sortBy: (row) => of(row) ?? -1,
    });
  const minute = (of: (row: ZoneRow) => Uint32Array) => (row: WallRow) =>
    row.own && row.isKnown ? (of(row.own)[wholeAt(buckets.count)] ?? 0) : null;
  const trend = (
    id: string,
    title: Printable,
    of: (row: ZoneRow) => Uint32Array,
    leaves: number,
  ): Column<WallRow> =>
    column(id, title, Math.min(TREND, Math.max(buckets.count, title.length)), {
      isGraphic: true,
      leaves,
      cell: ({ own }) => span(own ? sparkline([...of(own)], TREND) : words``, theme.data),
    });
  return [
    column('zone', words`ZONE`, 16, {
      grow: 1,
      cell: ({ zone: item }) => span(printableStart(item.name), theme.strong),
      sortBy: ({ zone: item }) => item.name,
    }),
    figure('count', words`ENTRIES`, words`entries`, ({ own }) => own?.count ?? null, false),
    figure(
      'stopped',
      words`STOP/MIN`,
      words`stopped a minute`,
      minute(({ stopped }) => stopped),
      false,
    ),
    trend('stopped-trend', words`STOPPED, ${duration(TREND * MINUTE)}`, (row) => row.stopped, 2),
    figure(
      'passed',
      words`PASS/MIN`,
      words`passed a minute`,
      minute(({ passed }) => passed),
      true,
    ),
    trend('passed-trend', words`PASSED, ${duration(TREND * MINUTE)}`, (row) => row.passed, 1),
    column('burst', words`BURST`, hasDays(rangeOf(buckets), zone) ? 14 : 8, (row) =>
      span(burstText(row, buckets, zone), row.own ? theme.plain : theme.faint),
    ),
    column('late', words`LATE`, 5, {
      align: 'right',
      leaves: 3,
      cell: ({ late }) =>
        span(late === null ? words`–` : count(late), late ? theme.warn : theme.faint),
    }),
    column('loaded', words`LOADED`, 10, {
      enough: 14,
      leaves: 0,
      cell: ({ loaded }) => span(loaded, theme.faint),
    }),
  ];
}

/** A panel for each zone: title, passed, stopped, times, a blank line. */
const PANEL = { least: { columns: MINUTES, rows: 7 }, highest: 11 } as const;
/** Title, times and the blank line below. */
const AROUND = 3;

/** Charts of passed and stopped entries per minute for each listed zone, on a common scale. */
function zonePanels(
  rows: readonly WallRow[],
  here: string | undefined,
  buckets: Buckets,
  zone: TimeZone,
  room: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  const listed = rows.flatMap(({ zone: item, own, since }) => (own ? [{ item, own, since }] : []));
  const at = listed.findIndex(({ item }) => item.id === here);
  const grid = panelGrid(listed.length, at, PANEL, { ...room, rows: room.rows - 2 });
  if (!grid) return [];
  const most = listed.reduce((high, { own }) => Math.max(high, ...own.stopped, ...own.passed), 1);
  const width = Math.max(1, Math.floor(grid.columns / buckets.count));
  const size = { rows: Math.floor((grid.rows - AROUND) / 2), most, width };
  // A minute that is not completely loaded is not drawn.
  const known = (counts: Uint32Array, since: number) =>
    Array.from(counts, (each, minute) =>
      buckets.start + minute * buckets.size < since ? Number.NaN : each,
    );
  const timeOf = timesWithin(rangeOf(buckets), zone);
  const times = [buckets.start, buckets.start + buckets.count * buckets.size].map((time) => [
    span(timeOf(time), theme.faint),
  ]);
  const panels = listed
    .slice(grid.from, grid.until)
    .map(({ item, own, since }): readonly Line[] => [
      [span(printableStart(item.name), theme.strong)],
      ...columnLines(known(own.passed, since), size).map((line) => [span(line, theme.passed)]),
      ...columnLines(known(own.stopped, since), size).map((line) => [span(line, theme.faint)]),
      between(times[0] ?? [], times[1] ?? [], width * buckets.count),
    ]);
  const left = listed.length - panels.length;
  const head: Line = [
    span(words`Entries a minute`, theme.heading),
    span(words`  above: passed`, theme.passed),
    span(words`  below: stopped`, theme.faint),
    span(words`  · not loaded  top ${count(most)}`, theme.faint),
    ...(left > 0 ? [span(words`  ${left} more: move the cursor`, theme.faint)] : []),
  ];
  return [compose([], room.columns), compose(head, room.columns), ...panelLines(panels, grid)];
}

function zoneWallCommands(model: EventsModel, here: () => WallRow | undefined): readonly Command[] {
  return [
    command('events.wall-only', 'enter', words`List the events of this zone`, {
      footer: words`list zone`,
      ...onRow(here, words`There is no zone under the cursor.`, ({ zone }) =>
        model.showZones([zone.id]),
      ),
    }),
  ];
}
