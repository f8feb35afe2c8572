import { bursts } from '../../events/bursts.ts';
import { OUTCOMES, outcomeOf } from '../../events/outcome.ts';
import type { HistogramAnswer } from '../../events/questions/histogram.ts';
import type { Extent, Scope } from '../../events/questions/question.ts';
import { type Buckets, bucketsFor, rangeOf, type TimeRange } from '../../events/time-range.ts';
import { count, greatest } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { Room, SpokenItem } from '../../text/spoken.ts';
import { duration, partOf, type TimeZone, timeOfDay, timesWithin } from '../../text/time.ts';
import { sparkline } from '../../ui/chart.ts';
import {
  compose,
  fitLine,
  gap,
  type RowContent,
  type Span,
  type Styled,
  span,
} from '../../ui/line.ts';
import { spokenText } from '../../ui/spoken.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import { statusCell } from './values.ts';

/** Columns before the bars for the name of the layer, and after them for its entry count. */
const NAME_WIDTH = 12;
const COUNT_WIDTH = 10;
/** Columns for the bar duration after them, if enough bars remain. Without it, bars have no time scale. */
const SCALE_WIDTH = 16;
const MIN_BARS = 40;
/** Screen width assumed for spoken output. */
const SPOKEN_BARS = 80;
/** Number of statuses that are counted separately; the service uses four. */
const MAX_LAYERS = 4;
/** Layers that get a row of their own. */
const LAYERS = 3;

export function histogramBuckets(
  range: TimeRange,
  { kind, columns }: Pick<Room, 'kind' | 'columns'>,
): Buckets {
  const room = (kind === 'spoken' ? SPOKEN_BARS : columns) - NAME_WIDTH - COUNT_WIDTH - 2;
  const bars = room - SCALE_WIDTH < MIN_BARS ? room : room - SCALE_WIDTH;
  return bucketsFor(range, Math.max(8, bars));
}

/** The time range of the bars between two screen columns; null if there are none. */
export function timeOfColumns(
  { start, size, count: bars }: Buckets,
  { from, until }: { readonly from: number; readonly until: number },
): TimeRange | null {
  const first = Math.max(0, from - NAME_WIDTH);
  const last = Math.min(bars, until - NAME_WIDTH);
  return first < last ? { from: start + size * first, until: start + size * last } : null;
}

export interface HistogramBars {
  /** All bars; those outside the time range are dimmed. */
  readonly drawn: HistogramAnswer;
  /** The entries in the time range only, not whole bars. */
  readonly listed: HistogramAnswer;
  readonly of: Extent;
}

const barsQuestion = (scope: Scope, buckets: Buckets) =>
  ({ kind: 'histogram', scope, buckets, stackBy: 'status', most: MAX_LAYERS }) as const;

/** Counts the bars from what has been scanned so far. */
export function* histogramBars(
  { scope, soFar }: Pick<Shown, 'scope' | 'soFar'>,
  buckets: Buckets,
): Generator<void, HistogramBars, void> {
  const { filter, moment, range } = scope;
  const { answer: drawn, of } = yield* soFar(barsQuestion({ filter, moment }, buckets));
  const listed = range ? (yield* soFar(barsQuestion(scope, buckets))).answer : drawn;
  return { drawn, listed, of };
}

/** Counts the bars of an archive: first of the whole time, then of the time range. */
export async function* archiveBars(
  { scope, answers }: Pick<Shown, 'scope' | 'answers'>,
  buckets: Buckets,
  signal: AbortSignal,
): AsyncGenerator<HistogramBars, void, void> {
  const { filter, moment, range } = scope;
  let drawn: HistogramAnswer | undefined;
  const all = answers.ask(barsQuestion({ filter, moment }, buckets), signal);
  for await (const { answer, of } of all) {
    drawn = answer;
    yield { drawn, listed: drawn, of };
  }
  if (!drawn || !range) return;
  for await (const { answer, of } of answers.ask(barsQuestion(scope, buckets), signal))
    yield { drawn, listed: answer, of };
}

export interface HistogramFacts {
  readonly shown: Shown;
  readonly bars: HistogramBars;
  readonly timeRange: TimeRange | null;
  /**
   * Bars before this time are never bursts, because not all zones are loaded there, milliseconds; null if all are
   * loaded.
   */
  readonly begunAt: number | null;
  /** Entries of the time are still being loaded. */
  readonly isLoading: boolean;
  /** Whether each row is scaled by its own largest bar. */
  readonly ownScales: boolean;
  readonly zone: TimeZone;
  readonly kind: Room['kind'];
  readonly columns: number;
  /** One row for all entries, or a row for each of the most frequent statuses and an axis. */
  readonly rows: 1 | 4;
}

/** Bursts among the bars from `begunAt` on. */
export function barBursts(
  { buckets: { start, size }, totals }: HistogramAnswer,
  begunAt: number | null,
): Pick<ReturnType<typeof bursts>, 'marked' | 'rule'> {
  const first = begunAt === null ? 0 : Math.max(0, Math.ceil((begunAt - start) / size));
  const { marked, rule } = bursts(totals.subarray(first));
  return { marked: marked.map((at) => first + at), rule };
}

const rankOf = (status: string | null): number => OUTCOMES.indexOf(outcomeOf(status));

/** Entries over time by status, with common scale, totals and times. */
export function histogramLines(facts: HistogramFacts): readonly RowContent[] {
  const { shown, bars, timeRange, columns } = facts;
  const { drawn, listed } = bars;
  const { buckets } = drawn;
  if (facts.kind === 'spoken') return [spokenHistogram(drawn, facts)];
  const range = barsOf(timeRange, buckets);
  const growing = growingBar(shown, buckets);
  // Until the time range has been counted, the two are the same answer.
  const isPart = timeRange !== null && listed !== drawn;
  const totals = (within: Printable, all: Printable): readonly Printable[] =>
    isPart ? [words`${within} of ${all}`, within] : [within];
  if (facts.rows === 1) {
    const most = greatest(drawn.totals);
    const scales = rowScales(buckets, facts.zone);
    return [
      row(
        {
          name: words`entries`,
          style: theme.plain,
          counts: drawn.totals,
          ends: totals(count(sum(listed.totals)), count(sum(drawn.totals))).flatMap((total) => [
            ...scales.map((scale) => words`${total}${scale}`),
            total,
          ]),
          most,
          range,
          growing,
        },
        columns,
      ),
    ];
  }
  const named = drawn.layers
    .filter(({ value }) => value !== null)
    .slice(0, LAYERS)
    // A fixed order: by frequency, rows would change places while the log is loaded.
    .sort((a, b) => rankOf(a.value) - rankOf(b.value));
  // A common scale unless asked otherwise, so that rows can be compared.
  const most = Math.max(1, ...named.map(({ counts }) => greatest(counts)));
  const totalOf = (value: string | null) =>
    sum(listed.layers.find((layer) => layer.value === value)?.counts ?? new Uint32Array());
  const within = aligned(named.map(({ value }) => totalOf(value)));
  const all = aligned(named.map(({ counts }) => sum(counts)));
  const rows = named.map(({ value, counts }, at) =>
    row(
      {
        name: printableStart(value || 'no status'),
        style: statusCell(value).style,
        counts,
        ends: totals(within[at] ?? words``, all[at] ?? words``),
        most: facts.ownScales ? greatest(counts) : most,
        range,
        growing,
      },
      columns,
    ),
  );
  while (rows.length < LAYERS) rows.push(compose([], columns));
  return [...rows, axis(drawn, facts, most)];
}

/** The histogram in words: time span, totals, busiest bar and bursts. */
function spokenHistogram(
  answer: HistogramAnswer,
  { timeRange, begunAt, isLoading, bars: { of }, zone }: HistogramFacts,
): SpokenItem {
  const { buckets, totals, layers } = answer;
  const { start, size, count: bars } = buckets;
  const timeOf = timesWithin(rangeOf(buckets), zone);
  const at = (bar: number) => timeOf(start + size * bar);
  const named = layers
    .filter(({ value }) => value !== null)
    .slice(0, LAYERS)
    .map(
      ({ value, counts }) => words`${printableStart(value || 'no status')} ${count(sum(counts))}`,
    )
    // Alphabetical, so that the order is stable while entries arrive.
    .sort();
  const busiest = totals.indexOf(greatest(totals));
  const { marked } = barBursts(answer, begunAt);
  const last = marked.at(-1);
  const found =
    last === undefined ? words`no bursts` : words`bursts ${marked.length}, the last at ${at(last)}`;
  const parts = [
    words`${at(0)} to ${at(bars)}`,
    ...named,
    words`most in ${barSpan(size)} at ${at(busiest)}: ${count(greatest(totals))}`,
    // What is a burst depends on the entries around it.
    ...(isLoading || of.looked < of.entries ? [] : [found]),
    ...(timeRange ? [words`range ${partOf(rangeOf(buckets), timeRange, zone)}`] : []),
  ];
  return spokenText([span(parts.join(' · ') as Printable)], 'live');
}

const sum = (counts: Uint32Array): number => counts.reduce((all, each) => all + each, 0);

/** Counts that end in the same column. */
function aligned(counts: readonly number[]): readonly Printable[] {
  const digits = Math.max(0, ...counts.map((each) => count(each).length));
  return counts.map((each) => count(each).padStart(digits) as Printable);
}

/** A range of bar indexes. */
interface Bars {
  readonly from: number;
  readonly until: number;
}

/** The bars that a time range covers, at least one; null without a range. */
function barsOf(range: TimeRange | null, { start, size, count: bars }: Buckets): Bars | null {
  if (!range) return null;
  const from = Math.max(0, Math.min(bars, Math.floor((range.from - start) / size)));
  return {
    from,
    until: Math.max(from + 1, Math.min(bars, Math.ceil((range.until - start) / size))),
  };
}

/** Index of the last bar while more entries may be added to it; -1 otherwise. */
function growingBar({ store }: Shown, { start, size, count: bars }: Buckets): number {
  if (!store.span) return -1;
  const at = Math.floor((store.span.newest - start) / size);
  return at >= 0 && at < bars && store.span.newest < start + size * (at + 1) - 1 ? at : -1;
}

/** Duration of a bar, without zero minutes or hours. */
const barSpan = (size: number): Printable =>
  duration(size).replace(/ 00 min$| 0 h$/, '') as Printable;

/** Stands for an incomplete bar, which would otherwise look like traffic stopping. */
const GROWING = '░';

/** Bar duration and start time for a row without an axis, longest text first. */
function rowScales(buckets: Buckets, zone: TimeZone): readonly Printable[] {
  const { start, size } = buckets;
  const each = words` · ${barSpan(size)} a bar`;
  const first = timesWithin(rangeOf(buckets), zone)(start);
  const from = first.endsWith(':00') ? (first.slice(0, -3) as Printable) : first;
  return [words`${each} from ${from}`, each];
}

/** A row of bars, followed by the first of `ends` that fits: their total, and the scale if it is not shown below. */
function row(
  {
    name,
    style,
    counts,
    ends,
    most,
    range,
    growing,
  }: {
    readonly name: Printable;
    readonly style: Span['style'];
    readonly counts: Uint32Array;
    /** Longest first. */
    readonly ends: readonly Printable[];
    readonly most: number;
    readonly range: Bars | null;
    readonly growing: number;
  },
  columns: number,
): Styled {
  const drawn = sparkline(
    [...counts].map((each) => (each === 0 ? Number.NaN : each)),
    counts.length,
    { low: 0, high: Math.max(1, most) },
  );
  // An empty bucket is blank: a dot would look like an entry.
  const bars = [...drawn.replaceAll('·', ' ')].map((bar, at) =>
    at === growing && bar !== ' ' ? GROWING : bar,
  );
  const piece = (from: number, until: number, own: Span['style']) =>
    span(bars.slice(from, until).join('') as Printable, own);
  const free = columns - NAME_WIDTH - bars.length - 1;
  const end = ends.find((text) => text.length <= free) ?? ends.at(-1) ?? words``;
  return compose(
    [
      ...fitLine([span(words` ${name}`, theme.faint)], NAME_WIDTH),
      ...(range
        ? [
            piece(0, range.from, theme.faint),
            piece(range.from, range.until, style === theme.faint ? theme.plain : style),
            piece(range.until, bars.length, theme.faint),
          ]
        : [piece(0, bars.length, style)]),
      span(words` ${end}`, theme.faint),
    ],
    columns,
  );
}

/** The axis: first and last time, bar duration, largest bar and burst marks; or the time range as a thick line. */
function axis(
  answer: HistogramAnswer,
  { timeRange, begunAt, ownScales, zone, columns }: HistogramFacts,
  most: number,
): Styled {
  const { buckets } = answer;
  const { start, size, count: bars } = buckets;
  const range = barsOf(timeRange, buckets);
  if (timeRange && range) {
    const line = span('━'.repeat(range.until - range.from) as Printable, theme.special);
    const from = NAME_WIDTH + range.from;
    const behind = columns - NAME_WIDTH - range.until - 1;
    const told = partOf(rangeOf(buckets), timeRange, zone);
    // A date needs room on one side of the line.
    const times =
      told.length <= Math.max(behind, from - 1)
        ? told
        : words`${timeOfDay(timeRange.from, zone)} to ${timeOfDay(timeRange.until, zone)}`;
    // Times stand before the line if they do not fit behind it.
    const isBefore = times.length > behind;
    return compose(
      isBefore
        ? [gap(from - times.length - 1), span(times, theme.special), gap(1), line]
        : [gap(from), line, gap(1), span(times, theme.special)],
      columns,
    );
  }
  const { marked } = barBursts(answer, begunAt);
  const timeOf = timesWithin(rangeOf(buckets), zone);
  // With a date there is no room for seconds on either side of the bars.
  const first = timeOf(start).slice(0, NAME_WIDTH - 1);
  const last = timeOf(start + size * bars).slice(0, NAME_WIDTH - 1);
  const scale = ownScales ? words`each row its own scale` : words`the largest ${count(most)}`;
  const each = words`${barSpan(size)} a bar`;
  const cells = Array.from({ length: NAME_WIDTH + bars + last.length + 1 }, () => ' ');
  const put = (text: string, at: number) => cells.splice(NAME_WIDTH + at, text.length, ...text);
  // A time moves if a burst mark would cover it.
  const isMarked = (from: number, until: number) => marked.some((at) => at >= from && at < until);
  put(first, isMarked(0, first.length) ? -first.length - 1 : 0);
  put(last, isMarked(bars - last.length, bars) ? bars + 1 : bars - last.length);
  for (const at of marked) put('^', at);
  const told = (text: string): boolean => {
    const at = freePlace(cells.slice(NAME_WIDTH, NAME_WIDTH + bars), text.length);
    if (at !== undefined) put(text, at);
    return at !== undefined;
  };
  // Both texts together if they fit, else each on its own.
  if (!told(words`${each}, ${scale}`)) {
    told(each);
    if (!told(scale) && ownScales) told(words`own scales`);
  }
  return compose([span(cells.join('') as Printable, theme.faint)], columns);
}

/** The free place of this length nearest to the middle, with a blank on either side; undefined if there is none. */
function freePlace(cells: readonly string[], length: number): number | undefined {
  const centre = Math.floor((cells.length - length) / 2);
  const isFree = (at: number) => cells.slice(at - 1, at + length + 1).every((cell) => cell === ' ');
  return Array.from({ length: Math.max(0, cells.length - length - 1) }, (_, at) => at + 1)
    .sort((a, b) => Math.abs(a - centre) - Math.abs(b - centre))
    .find(isFree);
}
