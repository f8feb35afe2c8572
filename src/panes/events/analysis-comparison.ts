import { type Command, command, onRow } from '../../commands/command.ts';
import { subtracted } from '../../events/coverage.ts';
import { coveredTime } from '../../events/coverage-map.ts';
import { includeTerm } from '../../events/filter/fields.ts';
import type { ComparisonAnswer, Difference } from '../../events/questions/comparison.ts';
import { COLUMN_FACTS } from '../../events/storage/columns.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { ListState } from '../../state/list.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { stepped } from '../../text/list-window.ts';
import { count, percent } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { DAY_MS, partOf } from '../../text/time.ts';
import { type Line, span } from '../../ui/line.ts';
import { type Column, column, sortsOf, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { AsnNames, PaneContext } from '../pane.ts';
import { type AnalysisView, narrow, subjectOf } from './analysis.ts';
import type { Shown } from './engine.ts';
import type { EventsModel } from './model.ts';
import type { Against, EventsState } from './state.ts';
import { filterField, namedValue } from './values.ts';

/** Limit of values in the answer. */
const MAX_VALUES = 300;
/** How much of the newest end is compared if there is no time range, in milliseconds. */
const NEWEST_MS = 15 * 60_000;

const AGAINST: readonly Against[] = ['before', 'hour', 'day', 'marks', 'rest'];
/** The windows that are A at an earlier time. */
const EARLIER = {
  hour: { by: 3_600_000, title: words`an hour before` },
  day: { by: DAY_MS, title: words`a day before` },
} as const;

/** The two windows, or a sentence if there is nothing to compare with. */
function windowsOf(
  shown: Shown,
  state: EventsState,
  { against, keyNames }: { readonly against: Against; readonly keyNames: KeyNames },
): { readonly a: TimeRange; readonly b: TimeRange } | Printable {
  const all = shown.span;
  if (!all) return words`No entry is loaded yet.`;
  const next = keyFor(keyNames, 'events.comparison-against', words`x`);
  const marks = keyFor(keyNames, 'events.mark', words`m`);
  const newest = Math.min(NEWEST_MS, (all.until - all.from) / 2);
  const a = state.timeRange ?? { from: Math.round(all.until - newest), until: all.until };
  if (against === 'before') return { a, b: { from: 2 * a.from - a.until, until: a.from } };
  if (against === 'rest') return { a, b: all };
  if (against === 'hour' || against === 'day') {
    const { by, title } = EARLIER[against];
    const b = { from: a.from - by, until: a.until - by };
    if (b.until > all.from) return { a, b };
    return against === 'hour'
      ? words`Nothing of the same time ${title} is loaded. ${next}: another window.`
      : words`Nothing of the same time ${title} is loaded: :open an archive that has it (warren events ZONE --since 26h --follow --archive FILE makes one). ${next}: another window.`;
  }
  const times = [...state.list.marks].flatMap((id) =>
    shown.store.has(Number(id)) ? (shown.store.time(Number(id)) ?? []) : [],
  );
  return times.length < 2
    ? words`Mark the first and the last entry of a stretch with ${marks} to compare with it. ${next}: another window.`
    : { a, b: { from: Math.min(...times), until: Math.max(...times) + 1 } };
}

const NO_DIFFERENCE: ComparisonAnswer = { a: 0, b: 0, rows: [], differing: 0 };

/** A value with the window whose entries Enter lists. */
interface ComparedRow extends Difference {
  /** Window A, or B for a value that is gone from A; null: everything loaded. */
  readonly listed: TimeRange | null;
}

/** What differs between the time range and another window, most significant first. */
export const comparisonView = (
  { store }: Pick<PaneContext, 'store'>,
  model: EventsModel,
): AnalysisView<'comparison', ComparedRow> => ({
  fresh: { kind: 'comparison', against: 'before' },
  key: 'D',
  opens: { id: 'events.compare', label: words`Compare the time range with another window` },
  closes: { id: 'events.comparison-close', label: words`Close the comparison` },
  title: words`Compare`,
  question({ shown, state, analysis }) {
    const { against } = analysis;
    const windows = windowsOf(shown, state, { against, keyNames: store.getState().keyNames });
    if (typeof windows === 'string') return windows;
    const { filter, moment } = shown.scope;
    return { kind: 'comparison', scope: { filter, moment }, ...windows, most: MAX_VALUES };
  },
  // The windows that were counted: without a time range, A moves on with the newest entry.
  rows: ({ rows }, { analysis }, { a, b }) => {
    const gone = analysis.against === 'rest' ? null : b;
    return rows.map((row) => ({ ...row, listed: row.a === 0 ? gone : a }));
  },
  id: ({ column, value }) => `${column} ${value === null ? '' : `=${value}`}`,
  sorts: sortsOf(differenceColumns(NO_DIFFERENCE, { a: 1, b: 1 }, new Map())),
  columns: (answer, { shown, state, asns }, asked) =>
    differenceColumns(answer, minutesOf(asked, shown, state), asns),
  summary(answer, { shown, state, analysis, zone }, asked): Line {
    const minutes = minutesOf(asked, shown, state);
    const { rows, differing } = answer;
    const timesOf = (range: TimeRange) => partOf(shown.span, range, zone);
    return [
      ...windowLine(words`A ${timesOf(asked.a)}`, asked.a, answer.a, minutes.a),
      span(words` · `),
      ...(analysis.against === 'rest'
        ? [
            span(
              words`B all else that is ${shown.archive ? words`archived` : words`loaded`}: ${count(answer.b)}`,
            ),
          ]
        : windowLine(
            words`B ${analysis.against === 'hour' || analysis.against === 'day' ? words`${EARLIER[analysis.against].title} ` : words``}${timesOf(asked.b)}`,
            asked.b,
            answer.b,
            minutes.b,
          )),
      span(words` · ${differencesShown(rows.length, differing, analysis.list.sort)}`, theme.faint),
    ];
  },
  details: (row, answer, { shown, state, asns }, asked) => {
    const minutes = minutesOf(asked, shown, state);
    const side = (seen: number, all: number, covered: number | null) =>
      words`${count(seen)} of ${count(all)} · ${percent(seen / Math.max(1, all))} · ${rate(seen, covered)} a minute`;
    return [
      { name: COLUMN_FACTS[row.column].title, value: namedValue(row.column, row.value, asns) },
      { name: words`in A`, value: side(row.a, answer.a, minutes.a) },
      { name: words`in B`, value: side(row.b, answer.b, minutes.b) },
      { name: words`p-value`, value: words`${pValue(row.g)}: ${chanceOf(row.g)}` },
      filterField(includeTerm(row.column, row.value)),
    ];
  },
  empty: ({ a, b }) =>
    a === 0 && b === 0
      ? words`Both windows are empty: no loaded entry matches the filters.`
      : a === 0 || b === 0
        ? words`Window ${a === 0 ? words`A` : words`B`} is empty: no loaded entry matches the filters.`
        : words`No share differs: the two windows are alike.`,
  commands: (here) => comparisonCommands(model, here),
});

function windowLine(
  name: Printable,
  range: TimeRange,
  entries: number,
  covered: number | null,
): Line {
  const whole = (range.until - range.from) / 60_000;
  const part = covered === null ? 0 : covered / whole;
  return [
    span(name),
    span(words`: ${count(entries)}`),
    ...(part < 0.995 ? [span(words` (${percent(part)} loaded)`, theme.warn)] : []),
  ];
}

/** Minutes of each window that are completely loaded; null if not known. */
function minutesOf(
  { a, b }: { readonly a: TimeRange; readonly b: TimeRange },
  shown: Shown,
  { source, days }: EventsState,
): { readonly a: number | null; readonly b: number | null } {
  const loadedOf = (zone: string): readonly TimeRange[] =>
    source.kind === 'archive'
      ? [...(source.coverage.get(zone)?.values() ?? [])].flatMap(({ loaded }) => loaded)
      : [...(days.get(zone)?.values() ?? [])].flatMap(({ coverage }) => coverage.loaded);
  const span = shown.span;
  const covered = (ranges: readonly TimeRange[]): number | null => {
    if (!span) return null;
    const all = shown.zones.map((zone) => {
      const known = loadedOf(zone).map(({ from, until }) => ({
        from,
        until: until >= span.until - SETTLING ? Math.max(until, span.until) : until,
      }));
      // The end of a window may lie beyond the newest entry, where completeness is not known.
      const past = ranges.map(({ from, until }) => ({ from, until: Math.min(until, span.until) }));
      return past.reduce((sum, range) => sum + coveredTime(known, range), 0) / 60_000;
    });
    return all.length === 0 ? null : Math.min(...all);
  };
  // The overlap of A and B counts for A only.
  return { a: covered([a]), b: covered(subtracted([b], [a])) };
}

/**
 * The newest part is polled continuously: within this time of the newest entry, in milliseconds, it counts as loaded.
 */
const SETTLING = 60_000;

const rate = (entries: number, minutes: number | null): Printable =>
  minutes === null || minutes <= 0 ? words`?` : ((entries / minutes).toFixed(1) as Printable);

const points = ({ a, b }: Difference, all: ComparisonAnswer): number =>
  (a / Math.max(1, all.a) - b / Math.max(1, all.b)) * 100;

const signed = (value: number): Printable =>
  words`${value > 0 ? words`+` : value < 0 ? words`−` : words``}${Math.abs(value).toFixed(1) as Printable}`;

/** Maximum width of a value, which the details show whole. */
const MAX_VALUE_WIDTH = 50;

/** Values that the G of one comparison exceeds by chance, with the odds and the p-value. */
const CHANCES = [
  [10.83, 1000, words`<0.001`],
  [6.63, 100, words`<0.01`],
  [3.84, 20, words`<0.05`],
] as const;

const pValue = (g: number): Printable => CHANCES.find(([least]) => g >= least)?.[2] ?? words`>0.05`;

function chanceOf(g: number): Printable {
  const of = CHANCES.find(([least]) => g >= least)?.[1];
  return of
    ? words`chance alone makes such a difference in fewer than 1 of ${count(of)} (G-test)`
    : words`may well be chance (G-test)`;
}

/** How many shares differ, and their order unless a column sorts them. */
function differencesShown(shown: number, differing: number, sort: ListState['sort']): Printable {
  if (shown < differing) {
    return words`${count(shown)} most significant of ${count(differing)} that differ`;
  }
  const order = sort || differing < 2 ? words`` : words`, most significant first`;
  return words`${count(differing)} differ${order}`;
}

function differenceColumns(
  all: ComparisonAnswer,
  minutes: { readonly a: number | null; readonly b: number | null },
  asns: AsnNames,
): readonly Column<Difference>[] {
  const shown = ({ column, value }: Difference) => namedValue(column, value, asns);
  const share = (id: 'a' | 'b', title: Printable): Column<Difference> =>
    column(id, title, 4, {
      align: 'right',
      cell: (row) => span(percent(row[id] / Math.max(1, all[id]))),
      sortBy: (row) => row[id],
    });
  const perMinute = (id: 'a' | 'b', title: Printable): Column<Difference> =>
    column(`${id}-rate`, title, 7, {
      spoken: words`${id.toUpperCase() as Printable} a minute`,
      live: true,
      align: 'right',
      leaves: 2,
      extra: true,
      cell: (row) => span(rate(row[id], minutes[id]), theme.faint),
      sortBy: (row) => row[id],
    });
  return [
    column('column', words`FIELD`, 10, {
      enough: 13,
      cell: ({ column }) => span(COLUMN_FACTS[column].title, theme.faint),
      sortBy: ({ column }) => column,
    }),
    column('value', words`VALUE`, 16, {
      enough: Math.min(MAX_VALUE_WIDTH, widestOf(all.rows, shown, 40)),
      grow: 1,
      cell: (row) => span(shown(row)),
    }),
    column('what', words``, 4, {
      spoken: words`new or gone`,
      cell: ({ a, b }) =>
        b === 0
          ? span(words`new`, theme.special)
          : a === 0
            ? span(words`gone`, theme.special)
            : span(words``),
    }),
    share('a', words`A`),
    share('b', words`B`),
    column('points', words`POINTS`, 6, {
      align: 'right',
      cell: (row) => span(signed(points(row, all)), theme.strong),
      sortBy: (row) => points(row, all),
    }),
    perMinute('a', words`A/MIN`),
    perMinute('b', words`B/MIN`),
    column('p-value', words`P-VALUE`, 7, {
      align: 'right',
      // The default order says the same.
      leaves: 1,
      cell: ({ g }) => span(pValue(g), theme.faint),
    }),
  ];
}

function comparisonCommands(
  model: EventsModel,
  here: () => ComparedRow | undefined,
): readonly Command[] {
  const { change } = subjectOf(model, 'comparison');
  return [
    command('events.comparison-against', 'x', words`Compare with another window of time`, {
      footer: words`window`,
      run: change((analysis) => ({
        ...analysis,
        against: stepped(AGAINST, analysis.against),
      })),
    }),
    command('events.comparison-only', ['enter', '+'], words`Filter for this value`, {
      footer: words`include`,
      ...onRow(here, words`There is no value under the cursor.`, ({ column, value, listed }) =>
        narrow(model, includeTerm(column, value), { timeRange: listed }),
      ),
    }),
  ];
}
