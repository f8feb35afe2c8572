import { bursts, type Histogram, histogram } from '../../events/histogram.ts';

import { type Buckets, bucketsFor, type TimeRange } from '../../events/time-range.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { Room, SpokenItem } from '../../text/spoken.ts';
import { duration, type TimeZone, timeOfDay } from '../../text/time.ts';
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
import { statusCell } from './value-styles.ts';

/** Columns before the bars, for the name of the layer, and after them, for its greatest count. */
const NAME = 12;
const MOST = 10;
/** What is spoken has as many bars as on a screen of so many columns. */
const SPOKEN_BARS = 80;
/** Layers that get a row of their own. */
const LAYERS = 3;

/** The time the strip spans: the zoom, else all that is loaded. */
export function spannedTime(shown: Shown, zoom: TimeRange | null): TimeRange | null {
  if (zoom) return zoom;
  const { span: loaded } = shown.store;
  return loaded && { from: loaded.oldest, until: loaded.newest + 1 };
}

/** The buckets of the strip on a screen of `columns`. */
export function stripBuckets(
  range: TimeRange,
  { kind, columns }: Pick<Room, 'kind' | 'columns'>,
): Buckets {
  const bars = (kind === 'spoken' ? SPOKEN_BARS : columns) - NAME - MOST - 2;
  return bucketsFor(range, Math.max(8, bars));
}

/** What a strip is drawn from. */
export interface StripFacts {
  readonly shown: Shown;
  readonly zoom: TimeRange | null;
  readonly brush: TimeRange | null;
  readonly zone: TimeZone;
  readonly kind: Room['kind'];
  readonly columns: number;
  /** One row of all entries, or a row for each of the most frequent statuses and an axis. */
  readonly rows: 1 | 4;
}

/** Entries over time: bars by status, scaled together, with the scale and the times written out. */
export function stripLines(facts: StripFacts): readonly RowContent[] {
  const { shown, zoom, brush, zone, columns } = facts;
  const range = spannedTime(shown, zoom);
  if (!range) return Array<Styled>(facts.rows).fill(compose([], columns));
  const buckets = stripBuckets(range, facts);
  const drawn = histogram(shown.store, buckets, { view: shown.view });
  if (facts.kind === 'spoken') return [spokenStrip(drawn, facts)];
  if (facts.rows === 1) {
    return [row(words`entries`, theme.faint, drawn.totals, greatest(drawn.totals), columns)];
  }
  const named = drawn.layers.filter(({ value }) => value !== null).slice(0, LAYERS);
  // One scale for all rows: the eye compares them.
  const most = Math.max(1, ...named.map(({ counts }) => greatest(counts)));
  const rows = named.map(({ value, counts }) =>
    row(printableStart(value || 'no status'), statusCell(value).style, counts, most, columns),
  );
  while (rows.length < LAYERS) rows.push(compose([], columns));
  return [...rows, axis(drawn, brush, zone, columns)];
}

/** The strip in words: the time it spans, what is in it, where most of it is, what bursts. */
function spokenStrip(
  { buckets, totals, layers }: Histogram,
  { brush, zone }: StripFacts,
): SpokenItem {
  const { start, size, count: bars } = buckets;
  const at = (bar: number) => timeOfDay(start + size * bar, zone);
  const named = layers
    .filter(({ value }) => value !== null)
    .slice(0, LAYERS)
    .map(
      ({ value, counts }) => words`${printableStart(value || 'no status')} ${count(sum(counts))}`,
    )
    // In an order that does not change while entries come.
    .sort();
  const busiest = totals.indexOf(greatest(totals));
  const { marked } = bursts(totals);
  const last = marked.at(-1);
  const parts = [
    words`${at(0)} to ${at(bars)}`,
    ...named,
    words`most in ${duration(size)} at ${at(busiest)}: ${count(greatest(totals))}`,
    last === undefined ? words`no bursts` : words`bursts ${marked.length}, the last at ${at(last)}`,
    ...(brush
      ? [words`range ${timeOfDay(brush.from, zone)} to ${timeOfDay(brush.until, zone)}`]
      : []),
  ];
  return spokenText([span(parts.join(' · ') as Printable)], 'live');
}

const sum = (counts: Uint32Array): number => counts.reduce((all, each) => all + each, 0);

const greatest = (counts: Uint32Array): number =>
  counts.reduce((most, each) => Math.max(most, each), 0);

function row(
  name: Printable,
  style: Span['style'],
  counts: Uint32Array,
  most: number,
  columns: number,
): Styled {
  const bars = sparkline(
    [...counts].map((each) => (each === 0 ? Number.NaN : each)),
    counts.length,
    { low: 0, high: Math.max(1, most) },
  );
  return compose(
    [
      ...fitLine([span(words` ${name}`, theme.faint)], NAME),
      // An empty bucket is empty: a dot for it would look like an entry.
      span(bars.replaceAll('·', ' ') as Printable, style),
      span(words` ${count(greatest(counts))}`, theme.faint),
    ],
    columns,
  );
}

/** First and last moment, what a bar spans and which bars burst; or the time range as a thick line. */
function axis(
  { buckets, totals }: Histogram,
  brush: TimeRange | null,
  zone: TimeZone,
  columns: number,
): Styled {
  const { start, size, count: bars } = buckets;
  if (brush) {
    const from = Math.max(0, Math.min(bars, Math.floor((brush.from - start) / size)));
    const until = Math.max(from + 1, Math.min(bars, Math.ceil((brush.until - start) / size)));
    return compose(
      [
        gap(NAME + from),
        span('━'.repeat(until - from) as Printable, theme.special),
        span(
          words` ${timeOfDay(brush.from, zone)} to ${timeOfDay(brush.until, zone)}`,
          theme.special,
        ),
      ],
      columns,
    );
  }
  const cells: string[] = Array.from({ length: bars }, () => ' ');
  for (const index of bursts(totals).marked) cells[index] = '^';
  const put = (text: Printable, at: number) => {
    for (const [index, character] of [...text].entries()) {
      if (at + index >= 0 && at + index < bars) cells[at + index] = character;
    }
  };
  const last = timeOfDay(start + size * bars, zone);
  const middle = words` ${duration(size)} a bar `;
  put(words`${timeOfDay(start, zone)} `, 0);
  put(middle, Math.floor((bars - middle.length) / 2));
  put(words` ${last}`, bars - last.length - 1);
  return compose([gap(NAME), span(cells.join('') as Printable, theme.faint)], columns);
}
