import type { FactSeverity } from '../../history/fact.ts';
import { FACT_SIGNS, type FactGroup, SEVERITY_ORDER } from '../../history/fact-text.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { printable, words } from '../../text/printable.ts';
import { type TimeZone, timeNear } from '../../text/time.ts';
import { compose, fitLine, gap, type Line, type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { FACT_STYLES } from './rows.ts';

/** A stretch of time, wall clock, milliseconds. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/** How much of the past the axis can show, milliseconds; null is all there is. */
export const ZOOMS: readonly (number | null)[] = [
  null,
  86_400_000,
  21_600_000,
  3_600_000,
  900_000,
  300_000,
];

/** At least this much is shown, milliseconds: of a single moment there is no axis. */
const LEAST_SPAN = 60_000;

/** The axis moves on in steps, milliseconds, and of a shorter span in so many parts of it: no frame is drawn for a second. */
const STEP = 60_000;
const STEPS = 60;

/** When an axis ends, wall clock: the end of the step that `now` is in. */
export function axisEnd(now: number, zoom: number): number {
  const step = Math.min(STEP, (ZOOMS[zoom] ?? Number.POSITIVE_INFINITY) / STEPS);
  return Math.ceil(now / step) * step;
}

/** What the axis spans: all rows, or as much as is asked for around the cursor's time, never a step beyond now. */
export function axisSpan(
  rows: readonly FactGroup[],
  { zoom, cursor, now }: { readonly zoom: number; readonly cursor: number | null; now: number },
): Span {
  const wanted = ZOOMS[zoom] ?? null;
  const end = axisEnd(now, zoom);
  if (wanted === null) {
    const oldest = rows.reduce((least, { facts: [{ by }] }) => Math.min(least, by), end);
    return { from: Math.min(oldest, end - LEAST_SPAN), until: end };
  }
  const until = Math.min(end, (cursor ?? end) + wanted / 2);
  return { from: until - wanted, until };
}

/** Columns of names at the left of the axis. */
const NAMES = 16;

interface AxisFacts {
  readonly rows: readonly FactGroup[];
  readonly span: Span;
  /** The time under the cursor of the list. */
  readonly cursor: number | null;
  readonly now: number;
  readonly zone: TimeZone;
}

/**
 * The axis in so many lines: a line for each thing that changed, those first that were bad first, and a scale with the
 * time under the cursor. With two lines many things share one.
 */
export function axisLines(
  { rows, span: shown, cursor, now, zone }: AxisFacts,
  { columns, rows: height }: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  return [
    ...thingLines(rows, shown.from, shown.until, columns, height - 1),
    scaleLine({ span: shown, cursor, now, zone }, columns),
  ];
}

/** The column of the axis that a time is in, from 0. */
const cellOf = ({ from, until }: Span, cells: number, time: number): number =>
  Math.max(0, Math.min(cells - 1, Math.floor(((time - from) / (until - from)) * cells)));

/** The lines of things. The same ones while the cursor alone moves: there may be ten thousand rows. */
const thingLines = memoizeLast(
  (
    rows: readonly FactGroup[],
    from: number,
    until: number,
    columns: number,
    room: number,
  ): readonly Styled[] => {
    const cells = columns - NAMES - 1;
    const inside = rows.filter(({ facts: [{ by }] }) => by >= from && by <= until);
    const line = (name: Line, own: readonly FactGroup[]): Styled => {
      const worst = new Map<number, FactSeverity>();
      for (const { facts } of own) {
        const [{ by, severity }] = facts;
        const at = cellOf({ from, until }, cells, by);
        const known = worst.get(at);
        const isWorse =
          known === undefined || SEVERITY_ORDER.indexOf(severity) < SEVERITY_ORDER.indexOf(known);
        if (isWorse) worst.set(at, severity);
      }
      const marks = Array.from({ length: cells }, (_, cell) => {
        const severity = worst.get(cell);
        return severity ? span(FACT_SIGNS[severity], FACT_STYLES[severity]) : gap(1);
      });
      return compose([...fitLine(name, NAMES), gap(1), ...marks], columns);
    };
    const things = [...Map.groupBy(inside, ({ name }) => name)]
      .map(([name, own]) => ({ name, own, first: firstTrouble(own) }))
      .sort((a, b) => a.first - b.first);
    const isFolded = things.length > room;
    const shown = isFolded && room < 2 ? [] : things.slice(0, room - (isFolded ? 1 : 0));
    const rest = things.slice(shown.length).flatMap(({ own }) => own);
    const restName = shown.length === 0 ? words`all` : words`${things.length - shown.length} more`;
    return [
      ...shown.map(({ name, own }) => line([span(printable(name))], own)),
      ...(rest.length > 0 || shown.length === 0 ? [line([span(restName, theme.faint)], rest)] : []),
    ];
  },
);

/** When something first was bad; what never was comes last. */
const firstTrouble = (rows: readonly FactGroup[]): number =>
  rows.reduce((first, { facts: [{ by, severity }] }) => {
    const rank = severity === 'bad' ? by : severity === 'warn' ? by + 1e14 : by + 2e14;
    return Math.min(first, rank);
  }, Number.POSITIVE_INFINITY);

/** From when to when, and where the cursor's time is. */
function scaleLine(
  { span: shown, cursor, now, zone }: Omit<AxisFacts, 'rows'>,
  columns: number,
): Styled {
  const cells = columns - NAMES - 1;
  const from = timeNear(now, shown.from, zone);
  const until = shown.until >= now ? words`now` : timeNear(now, shown.until, zone);
  const isInside = cursor !== null && cursor >= shown.from && cursor <= shown.until;
  const mark = isInside ? cellOf(shown, cells, cursor) : null;
  const rule = Array.from({ length: cells }, (_, cell) =>
    cell === mark ? span(words`▲`, theme.selected) : span(words`─`, theme.rule),
  );
  const end = words` ${until}`;
  return compose(
    [
      ...fitLine([gap(Math.max(0, NAMES - from.length)), span(from, theme.faint)], NAMES),
      gap(1),
      ...rule.slice(0, Math.max(0, cells - end.length)),
      span(end, theme.faint),
    ],
    columns,
  );
}
