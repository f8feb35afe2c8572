import { type Command, command, onRow } from '../../commands/command.ts';
import { includeTerm } from '../../events/filter/fields.ts';
import type { HeatMapAnswer, HeatRow } from '../../events/questions/heat-map.ts';
import { COLUMN_FACTS, TRIAGE_COLUMNS } from '../../events/storage/columns.ts';
import {
  type Buckets,
  bucketsFor,
  overlap,
  rangeOf,
  type TimeRange,
} from '../../events/time-range.ts';
import { keyFor } from '../../text/key-names.ts';
import { stepped } from '../../text/list-window.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { duration, type TimeZone, timesWithin } from '../../text/time.ts';
import { sideBySide } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import { type Column, column, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { PaneContext } from '../pane.ts';
import { type AnalysisFacts, type AnalysisView, narrow, subjectOf } from './analysis.ts';
import type { EventsModel } from './model.ts';
import type { AnalysisState } from './state.ts';
import { figureColumn, filterField, namedValue } from './values.ts';

/** Limit of values in the answer. */
const MAX_VALUES = 100;
/** Columns beside the cells: the value, its count, the gaps. */
const BESIDE = 34;
const MIN_CELLS = 16;

/** A value with its cell under the cursor. */
interface MapRow extends HeatRow {
  readonly bar: number;
  readonly cell: TimeRange;
}

/** Values over time. A cell sets filter and time range. */
export const heatMapView = (
  context: PaneContext,
  model: EventsModel,
): AnalysisView<'heat-map', MapRow> => ({
  fresh: { kind: 'heat-map', column: 'ruleId', moment: null },
  key: 's',
  opens: { id: 'events.heat-map', label: words`Heat map: values by time` },
  closes: { id: 'events.heat-close', label: words`Close the heat map` },
  title: words`Heat map`,
  // After a resize, another number of cells fits.
  isOfNow: true,
  restartsOn: ({ zoom }) => zoom,
  question({ shown, state, analysis }) {
    const range = state.timeRange ?? state.zoom ?? shown.span;
    if (!range) return words`No entry is loaded yet.`;
    return {
      kind: 'heat-map',
      scope: shown.scope,
      column: analysis.column,
      most: MAX_VALUES,
      buckets: bucketsFor(range, cellsIn(context, analysis)),
    };
  },
  rows(answer, { analysis }) {
    const { start, size } = answer.buckets;
    const bar = barOf(answer, analysis.moment);
    const from = start + bar * size;
    return answer.rows.map((row) => ({ ...row, bar, cell: { from, until: from + size } }));
  },
  id: ({ value }) => (value === null ? '' : `=${value}`),
  sorts: ['count'],
  columns: (answer, facts) => heatColumns(answer, facts, cellsIn(context, facts.analysis)),
  summary({ total, buckets, rows }, { analysis }) {
    const next = keyFor(context.store.getState().keyNames, 'events.heat-field', words`x`);
    return [
      span(words`${COLUMN_FACTS[analysis.column].title} by ${duration(buckets.size)}`),
      span(
        words` · of ${counted(total, words`entry`, words`entries`)} · peak ${count(mostOf(rows))} · ${next}: another field`,
        theme.faint,
      ),
    ];
  },
  details: (
    { value, count: entries, cells, bar },
    { buckets },
    { analysis, zone, asns },
    asked,
  ) => {
    const peak = cells.indexOf(Math.max(...cells));
    const timeOf = timesWithin(rangeOf(buckets), zone);
    const { start, size } = buckets;
    const at = (index: number) => {
      const cell = { from: start + index * size, until: start + (index + 1) * size };
      // Only entries of the time range are counted, which may begin or end within a cell.
      const { from, until } = overlap(cell, asked.scope.range);
      return words`${timeOf(from)} to ${timeOf(until)}`;
    };
    return [
      {
        name: COLUMN_FACTS[analysis.column].title,
        value: namedValue(analysis.column, value, asns),
      },
      {
        name: words`cell`,
        value: words`${at(bar)}: ${counted(cells[bar] ?? 0, words`entry`, words`entries`)}`,
      },
      { name: words`most`, value: words`${at(peak)}: ${count(cells[peak] ?? 0)}` },
      { name: words`in all`, value: count(entries) },
      filterField(includeTerm(analysis.column, value)),
    ];
  },
  empty: words`No entry matches the filters: nothing to draw.`,
  held: ({ cell }, analysis) => ({ ...analysis, moment: cell.from }),
  commands: (here) => heatCommands(model, here),
});

/** How many cells fit, with or without details beside the list. */
function cellsIn({ store }: PaneContext, { page }: Pick<AnalysisState, 'page'>): number {
  const { size, preview } = store.getState();
  const { list = size.columns } = sideBySide(size, preview, page !== null) ?? {};
  return Math.max(MIN_CELLS, list - BESIDE);
}

/** The bar that contains a moment; the newest for null. */
const barOf = ({ buckets }: Pick<HeatMapAnswer, 'buckets'>, moment: number | null): number => {
  const { start, size, count: bars } = buckets;
  const bar = moment === null ? bars - 1 : Math.floor((moment - start) / size);
  return Math.max(0, Math.min(bars - 1, bar));
};

const mostOf = (rows: readonly HeatRow[]): number =>
  rows.reduce((most, { cells }) => cells.reduce((max, each) => Math.max(max, each), most), 0);

const SHADES = [' ', '·', '░', '▒', '▓', '█'] as const;

/** The shade of a cell on a logarithmic scale, so that small counts are visible beside large ones. */
function shade(entries: number, most: number): string {
  if (entries === 0) return SHADES[0];
  const step = 1 + Math.floor((Math.log(entries) / Math.log(most + 1)) * (SHADES.length - 1));
  return SHADES[Math.min(SHADES.length - 1, step)] ?? SHADES[5];
}

/**
 * The cells in `room` columns. After a resize there may be more cells than columns until they are recounted; a column
 * then shows the largest of its cells.
 */
export function shades(cells: Uint32Array, most: number, room: number): Printable {
  const from = (at: number) => Math.floor((at * cells.length) / room);
  return Array.from({ length: room }, (_, at) =>
    shade(Math.max(...cells.subarray(from(at), Math.max(from(at) + 1, from(at + 1)))), most),
  ).join('') as Printable;
}

function heatColumns(
  { rows, buckets }: HeatMapAnswer,
  { analysis, zone, asns }: AnalysisFacts<'heat-map'>,
  room: number,
): readonly Column<MapRow>[] {
  const bar = barOf({ buckets }, analysis.moment);
  const valueText = ({ value }: HeatRow) => namedValue(analysis.column, value, asns);
  const most = mostOf(rows);
  return [
    column('value', words`VALUE`, 12, {
      // No wider than its content, so that value and cells are close together.
      enough: widestOf(rows, valueText),
      cell: (row) => span(valueText(row)),
    }),
    figureColumn((row) => row.count, { id: 'count', title: words`ENTRIES`, width: 8 }),
    column('cells', words``, MIN_CELLS, {
      enough: Math.min(room, buckets.count),
      heading: (room) => axis(buckets, bar, zone, room),
      spoken: words`cell`,
      isGraphic: true,
      grow: 1,
      spokenCell: ({ cell, cells, bar: at }) =>
        span(
          words`${timesWithin(rangeOf(buckets), zone)(cell.from)}, ${counted(cells[at] ?? 0, words`entry`, words`entries`)}`,
        ),
      cell: ({ cells }, room) => span(shades(cells, most, room), theme.data),
    }),
  ];
}

/**
 * The times above the cells, and a mark at the middle of the selected cell. A time that the mark would cover moves beside
 * it at the first or last cell; elsewhere it is left out, since it would name another cell.
 */
function axis(buckets: Buckets, cell: number, zone: TimeZone, bars: number): Printable {
  const { start, size, count: cells } = buckets;
  const bar = Math.min(bars - 1, Math.floor(((cell + 0.5) * bars) / cells));
  const timeOf = timesWithin(rangeOf(buckets), zone);
  // Without seconds.
  const [begin, end] = [timeOf(start).slice(0, -3), timeOf(start + size * cells).slice(0, -3)];
  const [coversBegin, coversEnd] = [bar < begin.length, bar >= bars - end.length];
  const from = coversBegin && cell === 0 ? bar + 1 : 0;
  const until = coversEnd && cell === cells - 1 ? bar : bars;
  const first = coversBegin && cell > 0 ? '' : begin;
  const last = coversEnd && cell < cells - 1 ? '' : end;
  const between = until - last.length - from - first.length;
  const line =
    between < 1
      ? '─'.repeat(bars)
      : `${'─'.repeat(from)}${first}${'─'.repeat(between)}${last}${'─'.repeat(bars - until)}`;
  return `${line.slice(0, bar)}▼${line.slice(bar + 1)}` as Printable;
}

function heatCommands(model: EventsModel, here: () => MapRow | undefined): readonly Command[] {
  const { get, change } = subjectOf(model, 'heat-map');
  const move = (by: number) =>
    change((analysis) => {
      const row = here();
      if (!row) return analysis;
      const { bar, cell, cells } = row;
      const next = Math.max(0, Math.min(cells.length - 1, bar + by));
      return { ...analysis, moment: cell.from + (next - bar) * (cell.until - cell.from) };
    });
  return [
    command('events.heat-field', 'x', words`Heat map of the next field`, {
      footer: words`field`,
      run: change((analysis) => ({
        ...analysis,
        column: stepped(TRIAGE_COLUMNS, analysis.column),
        list: { ...analysis.list, cursor: null, at: 0, top: 0 },
      })),
    }),
    command('events.heat-cell', 'enter', words`Filter the list by the cell’s value and time`, {
      footer: words`this cell`,
      ...onRow(here, words`There is no cell under the cursor.`, ({ value, cell }) => {
        const analysis = get();
        const { timeRange } = model.slice.getState();
        if (!analysis) return;
        narrow(model, includeTerm(analysis.column, value), {
          timeRange: overlap(cell, timeRange ?? cell),
        });
      }),
    }),
    command('events.heat-right', ['right', 'l'], words`Next cell, newer`, move(1)),
    command('events.heat-left', ['left', 'h'], words`Previous cell, older`, move(-1)),
  ];
}
