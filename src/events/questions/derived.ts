import { subtracted } from '../coverage.ts';
import { allOf } from '../filter/filter.ts';
import { literal } from '../filter/glob.ts';
import { outcomeOf } from '../outcome.ts';
import { COLUMNS } from '../storage/columns.ts';
import { type Buckets, overlap, type TimeRange } from '../time-range.ts';
import { type ComparisonAnswer, type Difference, gTest } from './comparison.ts';
import { type Facet, type FacetsAnswer, inOrder } from './facets.ts';
import type { HeatMapAnswer } from './heat-map.ts';
import type {
  Answered,
  Answerer,
  Extent,
  FacetsQuestion,
  Question,
  QuestionOf,
} from './question.ts';
import type { ReadQuestion } from './sums.ts';
import type { ZoneRow, ZonesAnswer } from './zones.ts';

/* Questions that are answered by asking simpler ones, so that an archive only has to answer those. */

/** What an archive must answer itself; facets without a baseline. */
type BaseKind = ReadQuestion['kind'] | 'page';

/** Answers the questions of {@link BaseKind}, as an {@link Answerer} does. */
export interface BaseAnswerer {
  ask<Asked extends QuestionOf<BaseKind>>(
    question: Asked,
    signal: AbortSignal,
  ): AsyncIterable<Answered<Asked>>;
}

/** Answers all questions for these zones by means of `base`. */
export function derivedAnswerer(base: BaseAnswerer, zones: readonly string[]): Answerer {
  return {
    ask(question, signal) {
      // The switch cannot relate answers to questions.
      return answersTo(base, zones, question, signal) as AsyncIterable<never>;
    },
  };
}

function answersTo(
  base: BaseAnswerer,
  zones: readonly string[],
  question: Question,
  signal: AbortSignal,
): AsyncIterable<Answered> {
  switch (question.kind) {
    case 'facets':
      return question.baseline === null
        ? base.ask(question, signal)
        : comparedFacets(base, question, question.baseline, signal);
    case 'comparison':
      return comparison(base, question, signal);
    case 'heat-map':
      return heatMap(base, question, signal);
    case 'zones':
      return zoneRows(base, zones, question, signal);
    default:
      // The compiler refuses a kind here that is neither handled above nor a BaseKind.
      return base.ask(question, signal);
  }
}

/** The last, complete answer; undefined if the signal aborts. */
export async function whole<Asked extends Question>(
  answers: AsyncIterable<Answered<Asked>>,
  signal: AbortSignal,
): Promise<Answered<Asked> | undefined> {
  let last: Answered<Asked> | undefined;
  for await (const answered of answers) last = answered;
  return signal.aborted ? undefined : last;
}

const wholeOf = <Asked extends QuestionOf<BaseKind>>(
  base: BaseAnswerer,
  question: Asked,
  signal: AbortSignal,
) => whole(base.ask(question, signal), signal);

/** All values of columns, by count. */
const allValues = (
  scope: Question['scope'],
  columns: FacetsQuestion['columns'],
): FacetsQuestion => ({
  kind: 'facets',
  scope,
  columns,
  most: Number.POSITIVE_INFINITY,
  baseline: null,
  order: 'count',
  direction: 'descending',
});

const countsOf = ({ values }: Facet): ReadonlyMap<string, number> =>
  new Map(values.map(({ value, count }) => [value, count]));

async function* comparedFacets(
  base: BaseAnswerer,
  question: FacetsQuestion,
  range: TimeRange,
  signal: AbortSignal,
): AsyncGenerator<Answered<FacetsQuestion>, void, void> {
  const { filter, moment } = question.scope;
  const { columns, most } = question;
  const before = await wholeOf(base, allValues({ filter, moment, range }, columns), signal);
  const everything = { kind: 'everything' } as const;
  const known = await wholeOf(
    base,
    allValues({ filter: everything, moment, range }, columns),
    signal,
  );
  if (!before || !known) return;
  const baseline = before.answer.total;
  const compared = (answer: FacetsAnswer): FacetsAnswer => ({
    ...answer,
    baseline,
    facets: answer.facets.map((facet, at) => {
      const was = countsOf(before.answer.facets[at] as Facet);
      const there = countsOf(known.answer.facets[at] as Facet);
      const withChange = (value: Facet['values'][number]) => ({
        ...value,
        change: value.share - (was.get(value.value) ?? 0) / Math.max(1, baseline),
        isNew: !there.has(value.value),
      });
      const values = facet.values.map(withChange);
      return {
        ...facet,
        values:
          question.order === 'change' ? values.sort(inOrder(question)).slice(0, most) : values,
        top: facet.top && withChange(facet.top),
      };
    }),
  });
  const asked: FacetsQuestion = {
    ...question,
    baseline: null,
    // Sorting by change is only possible once the change is known.
    ...(question.order === 'change' && { most: Number.POSITIVE_INFINITY, order: 'count' }),
  };
  for await (const { answer, of } of base.ask(asked, signal))
    yield { answer: compared(answer), of };
}

/** The sum of two extents, which are about different entries. */
const bothExtents = (a: Extent, b: Extent): Extent => ({
  held: a.held,
  looked: a.looked + b.looked,
  entries: a.entries + b.entries,
  areCandidates: a.areCandidates || b.areCandidates,
});

async function* comparison(
  base: BaseAnswerer,
  { scope, a, b, most }: QuestionOf<'comparison'>,
  signal: AbortSignal,
): AsyncGenerator<Answered<QuestionOf<'comparison'>>, void, void> {
  const { filter, moment } = scope;
  const valueCounts = async (ranges: readonly TimeRange[]) => {
    let total = 0;
    let of: Extent = { held: 'archived', looked: 0, entries: 0, areCandidates: false };
    const counts = COLUMNS.map(() => new Map<string | null, number>());
    for (const each of ranges) {
      const range = overlap(each, scope.range);
      if (range.from >= range.until) continue;
      const found = await wholeOf(base, allValues({ filter, moment, range }, COLUMNS), signal);
      if (!found) return undefined;
      total += found.answer.total;
      of = bothExtents(of, found.of);
      for (const [at, facet] of found.answer.facets.entries()) {
        const own = counts[at] as Map<string | null, number>;
        const add = (value: string | null, count: number) =>
          own.set(value, (own.get(value) ?? 0) + count);
        for (const { value, count } of facet.values) add(value, count);
        add(null, facet.absent);
      }
    }
    return { total, of, counts };
  };
  const [ofA, ofB] = [await valueCounts([a]), await valueCounts(subtracted([b], [a]))];
  if (!ofA || !ofB) return;
  const rows = COLUMNS.flatMap((column, at): readonly Difference[] => {
    const [inA, inB] = [ofA.counts[at] as Map<string | null, number>, ofB.counts[at]];
    const values = new Set([...inA.keys(), ...(inB?.keys() ?? [])]);
    return [...values].flatMap((value) => {
      const [x, y] = [inA.get(value) ?? 0, inB?.get(value) ?? 0];
      const g = gTest(x, ofA.total, y, ofB.total);
      return x + y > 0 && g >= 1e-6 ? [{ column, value, a: x, b: y, g }] : [];
    });
  }).sort((x, y) => y.g - x.g);
  const answer: ComparisonAnswer = {
    a: ofA.total,
    b: ofB.total,
    differing: rows.length,
    rows: rows.slice(0, most),
  };
  yield { answer, of: bothExtents(ofA.of, ofB.of) };
}

async function* heatMap(
  base: BaseAnswerer,
  { scope, column, most, buckets }: QuestionOf<'heat-map'>,
  signal: AbortSignal,
): AsyncGenerator<Answered<QuestionOf<'heat-map'>>, void, void> {
  const facets = await wholeOf(base, { ...allValues(scope, [column]), most }, signal);
  const facet = facets?.answer.facets[0];
  if (!facets || !facet) return;
  const absent = facet.absent === 0 ? [] : [{ value: null, count: facet.absent }];
  const shown = [...facet.values.map(({ value, count }) => ({ value, count })), ...absent]
    .sort((a, b) => b.count - a.count)
    .slice(0, most);
  const values = shown.map(({ value }) => value);
  const of = [{ column, values }];
  for await (const found of base.ask({ kind: 'trends', scope, of, buckets }, signal)) {
    const answer: HeatMapAnswer = {
      buckets,
      total: facets.answer.total,
      rows: shown.map((row, at) => ({
        ...row,
        cells: found.answer.trends[0]?.[at] ?? new Uint32Array(buckets.count),
      })),
    };
    yield { answer, of: found.of };
  }
}

/** Limit of statuses told apart; the service has fewer. */
const STATUSES = 16;

async function* zoneRows(
  base: BaseAnswerer,
  zones: readonly string[],
  { scope, buckets }: QuestionOf<'zones'>,
  signal: AbortSignal,
): AsyncGenerator<Answered<QuestionOf<'zones'>>, void, void> {
  const rows: ZoneRow[] = [];
  let of: Extent = { held: 'archived', looked: 0, entries: 0, areCandidates: false };
  for (const zone of zones) {
    const zoned = {
      kind: 'text',
      target: { kind: 'zone' },
      how: 'is',
      glob: literal(zone),
    } as const;
    const own = { ...scope, filter: allOf([zoned, scope.filter]) };
    const counted = await wholeOf(base, { kind: 'count', scope: own }, signal);
    const bars = await wholeOf(
      base,
      { kind: 'histogram', scope: own, buckets, stackBy: 'status', most: STATUSES },
      signal,
    );
    const newest = await wholeOf(base, { kind: 'page', scope: own, most: 1, after: null }, signal);
    if (!counted || !bars || !newest) return;
    of = bothExtents(of, counted.of);
    const { total, split } = counted.answer;
    const sumOf = (...outcomes: readonly string[]) => {
      const sum = new Uint32Array(buckets.count);
      for (const { value, counts } of bars.answer.layers) {
        if (!outcomes.includes(outcomeOf(value))) continue;
        for (const [at, count] of counts.entries()) sum[at] = (sum[at] as number) + count;
      }
      return sum;
    };
    rows.push({
      zone,
      count: total,
      outcomes: split,
      late: 0,
      stopped: sumOf('blocked', 'challenged'),
      passed: sumOf('logged'),
      newest: newest.answer.entries[0]?.time ?? null,
    });
    yield { answer: zonesAnswer(buckets, rows), of };
  }
  if (zones.length === 0) yield { answer: zonesAnswer(buckets, rows), of };
}

const zonesAnswer = (buckets: Buckets, rows: readonly ZoneRow[]): ZonesAnswer => ({
  buckets,
  rows: [...rows],
  total: rows.reduce((sum, { count }) => sum + count, 0),
});
