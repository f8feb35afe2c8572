import { bursts } from '../../events/bursts.ts';
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

/** Columns before the bars, for the name of the layer, and after them, for how many entries are in it. */
const NAME = 12;
const MOST = 10;
/** Columns after them for what a bar spans, where that leaves bars enough: without it they say nothing of when. */
const SCALE = 16;
const ENOUGH_BARS = 40;
/** What is spoken has as many bars as on a screen of so many columns. */
const SPOKEN_BARS = 80;
/** Statuses that are told apart; so many are seen to be used. */
const MOST_LAYERS = 4;
/** Layers that get a row of their own. */
const LAYERS = 3;

export function histogramBuckets(
  range: TimeRange,
  { kind, columns }: Pick<Room, 'kind' | 'columns'>,
): Buckets {
  const room = (kind === 'spoken' ? SPOKEN_BARS : columns) - NAME - MOST - 2;
  const bars = room - SCALE < ENOUGH_BARS ? room : room - SCALE;
  return bucketsFor(range, Math.max(8, bars));
}

/** The time of the bars in the columns `from` to `until` of the screen; null where there are none. */
export function timeOfColumns(
  { start, size, count: bars }: Buckets,
  { from, until }: { readonly from: number; readonly until: number },
): TimeRange | null {
  const first = Math.max(0, from - NAME);
  const last = Math.min(bars, until - NAME);
  return first < last ? { from: start + size * first, until: start + size * last } : null;
}

export interface HistogramBars {
  /** What lies around the time range stays in sight, dimmed. */
  readonly drawn: HistogramAnswer;
  /** What is told at the end of a row are the entries of the list, not those of whole bars. */
  readonly listed: HistogramAnswer;
  readonly of: Extent;
}

const barsQuestion = (scope: Scope, buckets: Buckets) =>
  ({ kind: 'histogram', scope, buckets, stackBy: 'status', most: MOST_LAYERS }) as const;

/** Counts the bars of a histogram, of what was looked at by now. */
export function* histogramBars(
  { scope, soFar }: Pick<Shown, 'scope' | 'soFar'>,
  buckets: Buckets,
): Generator<void, HistogramBars, void> {
  const { filter, moment, range } = scope;
  const { answer: drawn, of } = yield* soFar(barsQuestion({ filter, moment }, buckets));
  const listed = range ? (yield* soFar(barsQuestion(scope, buckets))).answer : drawn;
  return { drawn, listed, of };
}

/** The same of an archive: the bars of all its time first, then those of the time range. */
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
  /** No bar before this time is a burst, milliseconds: not all that is listed is loaded there; null where all is. */
  readonly begunAt: number | null;
  /** Whether each row is scaled by its own largest bar. */
  readonly ownScales: boolean;
  readonly zone: TimeZone;
  readonly kind: Room['kind'];
  readonly columns: number;
  /** One row of all entries, or a row for each of the most frequent statuses and an axis. */
  readonly rows: 1 | 4;
}

/** The bars that stand out among those from a time on. */
export function barBursts(
  { buckets: { start, size }, totals }: HistogramAnswer,
  begunAt: number | null,
): Pick<ReturnType<typeof bursts>, 'marked' | 'rule'> {
  const first = begunAt === null ? 0 : Math.max(0, Math.ceil((begunAt - start) / size));
  const { marked, rule } = bursts(totals.subarray(first));
  return { marked: marked.map((at) => first + at), rule };
}

/** Entries over time: bars by status, scaled together, with the scale and the times written out. */
export function histogramLines(facts: HistogramFacts): readonly RowContent[] {
  const { shown, bars, timeRange, columns } = facts;
  const { drawn, listed } = bars;
  const { buckets } = drawn;
  if (facts.kind === 'spoken') return [spokenHistogram(drawn, facts)];
  const range = barsOf(timeRange, buckets);
  const growing = growingBar(shown, buckets);
  if (facts.rows === 1) {
    const most = greatest(drawn.totals);
    return [
      row(
        {
          ...{ name: words`entries`, style: theme.plain, counts: drawn.totals },
          ...{ total: count(sum(listed.totals)), most, range, growing },
          scales: rowScales(buckets, facts.zone),
        },
        columns,
      ),
    ];
  }
  const named = drawn.layers.filter(({ value }) => value !== null).slice(0, LAYERS);
  // One scale for all rows, unless asked otherwise: the eye compares them.
  const most = Math.max(1, ...named.map(({ counts }) => greatest(counts)));
  const totalOf = (value: string | null) =>
    sum(listed.layers.find((layer) => layer.value === value)?.counts ?? new Uint32Array());
  const totals = named.map(({ value }) => count(totalOf(value)));
  const digits = Math.max(0, ...totals.map(({ length }) => length));
  const rows = named.map(({ value, counts }, at) =>
    row(
      {
        name: printableStart(value || 'no status'),
        style: statusCell(value).style,
        counts,
        total: totals[at]?.padStart(digits) as Printable,
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

/** The histogram in words: the time it spans, what is in it, where most of it is, what bursts. */
function spokenHistogram(
  answer: HistogramAnswer,
  { timeRange, begunAt, zone }: HistogramFacts,
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
    // In an order that does not change while entries come.
    .sort();
  const busiest = totals.indexOf(greatest(totals));
  const { marked } = barBursts(answer, begunAt);
  const last = marked.at(-1);
  const parts = [
    words`${at(0)} to ${at(bars)}`,
    ...named,
    words`most in ${barSpan(size)} at ${at(busiest)}: ${count(greatest(totals))}`,
    last === undefined ? words`no bursts` : words`bursts ${marked.length}, the last at ${at(last)}`,
    ...(timeRange ? [words`range ${partOf(rangeOf(buckets), timeRange, zone)}`] : []),
  ];
  return spokenText([span(parts.join(' · ') as Printable)], 'live');
}

const sum = (counts: Uint32Array): number => counts.reduce((all, each) => all + each, 0);

/** Bars of a histogram, by their place. */
interface Bars {
  readonly from: number;
  readonly until: number;
}

/** The bars that a time range covers, at least one; null for no range. */
function barsOf(range: TimeRange | null, { start, size, count: bars }: Buckets): Bars | null {
  if (!range) return null;
  const from = Math.max(0, Math.min(bars, Math.floor((range.from - start) / size)));
  return {
    from,
    until: Math.max(from + 1, Math.min(bars, Math.ceil((range.until - start) / size))),
  };
}

/** The bar that the newest entry is in, while more may come into it; -1 where all are whole. */
function growingBar({ store }: Shown, { start, size, count: bars }: Buckets): number {
  if (!store.span) return -1;
  const at = Math.floor((store.span.newest - start) / size);
  return at >= 0 && at < bars && store.span.newest < start + size * (at + 1) - 1 ? at : -1;
}

/** What a bar spans: of whole hours no minutes, of whole days no hours. */
const barSpan = (size: number): Printable =>
  duration(size).replace(/ 00 min$| 0 h$/, '') as Printable;

/** Stands for a bar that is not whole yet: as a low one it would look like traffic that stops. */
const GROWING = '░';

/** What a bar spans and when the first one begins, for a row without an axis; the longest that has room is shown. */
function rowScales(buckets: Buckets, zone: TimeZone): readonly Printable[] {
  const { start, size } = buckets;
  const each = words` · ${barSpan(size)} a bar`;
  const first = timesWithin(rangeOf(buckets), zone)(start);
  const from = first.endsWith(':00') ? (first.slice(0, -3) as Printable) : first;
  return [words`${each} from ${from}`, each];
}

/** A row of bars, with the entries of all of them at its end, and what the bars mean where that is not said below. */
function row(
  {
    name,
    style,
    counts,
    total,
    most,
    range,
    growing,
    scales = [],
  }: {
    readonly name: Printable;
    readonly style: Span['style'];
    readonly counts: Uint32Array;
    readonly total: Printable;
    readonly most: number;
    readonly range: Bars | null;
    readonly growing: number;
    readonly scales?: readonly Printable[];
  },
  columns: number,
): Styled {
  const drawn = sparkline(
    [...counts].map((each) => (each === 0 ? Number.NaN : each)),
    counts.length,
    { low: 0, high: Math.max(1, most) },
  );
  // An empty bucket is empty: a dot for it would look like an entry.
  const bars = [...drawn.replaceAll('·', ' ')].map((bar, at) =>
    at === growing && bar !== ' ' ? GROWING : bar,
  );
  const piece = (from: number, until: number, own: Span['style']) =>
    span(bars.slice(from, until).join('') as Printable, own);
  const end = words` ${total}`;
  const free = columns - NAME - bars.length - end.length;
  const scale = scales.find((text) => text.length <= free) ?? words``;
  return compose(
    [
      ...fitLine([span(words` ${name}`, theme.faint)], NAME),
      ...(range
        ? [
            piece(0, range.from, theme.faint),
            piece(range.from, range.until, style === theme.faint ? theme.plain : style),
            piece(range.until, bars.length, theme.faint),
          ]
        : [piece(0, bars.length, style)]),
      span(words`${end}${scale}`, theme.faint),
    ],
    columns,
  );
}

/** First and last moment, what a bar spans, the largest of them, and which burst; or the range as a thick line. */
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
    const from = NAME + range.from;
    const behind = columns - NAME - range.until - 1;
    const told = partOf(rangeOf(buckets), timeRange, zone);
    // Days need room on one side of it.
    const times =
      told.length <= Math.max(behind, from - 1)
        ? told
        : words`${timeOfDay(timeRange.from, zone)} to ${timeOfDay(timeRange.until, zone)}`;
    // Where they have no room behind it, the times stand before it.
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
  // With a day there is no room for seconds on either side of the bars.
  const first = timeOf(start).slice(0, NAME - 1);
  const last = timeOf(start + size * bars).slice(0, NAME - 1);
  const scale = ownScales ? words`each row its own scale` : words`the largest ${count(most)}`;
  const each = words`${barSpan(size)} a bar`;
  const cells = Array.from({ length: NAME + bars + last.length + 1 }, () => ' ');
  const put = (text: string, at: number) => cells.splice(NAME + at, text.length, ...text);
  // Where a bar above a time bursts, that time stands beside the bars.
  const isMarked = (from: number, until: number) => marked.some((at) => at >= from && at < until);
  put(first, isMarked(0, first.length) ? -first.length - 1 : 0);
  put(last, isMarked(bars - last.length, bars) ? bars + 1 : bars - last.length);
  for (const at of marked) put('^', at);
  const told = (text: string): boolean => {
    const at = freePlace(cells.slice(NAME, NAME + bars), text.length);
    if (at !== undefined) put(text, at);
    return at !== undefined;
  };
  // Together, else each where it has room.
  if (!told(words`${each}, ${scale}`)) {
    told(each);
    if (!told(scale) && ownScales) told(words`own scales`);
  }
  return compose([span(cells.join('') as Printable, theme.faint)], columns);
}

/** The place nearest to the middle where so many cells are empty, and one on either side; undefined where there is none. */
function freePlace(cells: readonly string[], length: number): number | undefined {
  const centre = Math.floor((cells.length - length) / 2);
  const isFree = (at: number) => cells.slice(at - 1, at + length + 1).every((cell) => cell === ' ');
  return Array.from({ length: Math.max(0, cells.length - length - 1) }, (_, at) => at + 1)
    .sort((a, b) => Math.abs(a - centre) - Math.abs(b - centre))
    .find(isFree);
}
