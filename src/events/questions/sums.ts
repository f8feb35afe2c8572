import { earlier, later } from '../coverage.ts';
import type { FilteredView } from '../filtered-view.ts';
import { bothOf, type Split, splitAt, sumOf } from '../outcome.ts';
import type { Part } from '../selection.ts';
import { type ColumnName, DICTIONARY_LIMITS } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import {
  type CountedValue,
  type Facet,
  type FacetsAnswer,
  type FacetsWanted,
  firstValues,
} from './facets.ts';
import type { TrendsAnswer } from './heat-map.ts';
import type { HistogramAnswer } from './histogram.ts';
import type { Answer, CountAnswer, QuestionOf } from './question.ts';

/*
 * Combines answers about parts into an answer about the whole. Only questions whose answers add up exactly are
 * supported.
 */

/** Questions that can be answered in parts. */
export type SummedQuestion = QuestionOf<'count' | 'facets' | 'trends' | 'histogram'>;

/** These, and questions that read individual entries because their answers do not add up. */
export type ReadQuestion = QuestionOf<SummedQuestion['kind'] | 'actors' | 'trial' | 'matches'>;

/** An answer that grows by entries. */
export interface EntrySum<Asked extends ReadQuestion> {
  /** @param parts the matches of `view`, which has the question's filter, within the time range */
  add(store: EventStore, parts: readonly Part[], view: FilteredView): void;
  /** The answer for the entries so far. */
  answer(): Answer<Asked>;
  /** Whether the limit is reached. */
  isFull(): boolean;
}

interface AnswerSum<Asked extends SummedQuestion> {
  /** The question for each part; it asks for all values. */
  readonly asked: Asked;
  add(part: Answer<Asked>): void;
  /** The answer for the parts so far. */
  answer(): Answer<Asked>;
}

/** @param question facets must have no baseline, which is a question of its own */
export function answerSum<Asked extends SummedQuestion>(question: Asked): AnswerSum<Asked> {
  // The switch cannot relate sums to questions.
  return sumFor(question) as unknown as AnswerSum<Asked>;
}

function sumFor(question: SummedQuestion) {
  switch (question.kind) {
    case 'count':
      return countSum(question);
    case 'facets':
      return facetsSum(question);
    case 'trends':
      return trendsSum(question);
    case 'histogram':
      return histogramSum(question);
  }
}

const NOTHING: Split = splitAt([], 0);

function countSum(asked: QuestionOf<'count'>): AnswerSum<QuestionOf<'count'>> {
  let sum: CountAnswer = { total: 0, split: NOTHING };
  return {
    asked,
    add({ total, split }) {
      sum = { total: sum.total + total, split: bothOf(sum.split, split) };
    },
    answer: () => sum,
  };
}

function added(into: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < into.length; at += 1) {
    into[at] = (into[at] as number) + (counts[at] ?? 0);
  }
}

function trendsSum(asked: QuestionOf<'trends'>): AnswerSum<QuestionOf<'trends'>> {
  const { of, buckets } = asked;
  const trends = of.map(({ values }) => values.map(() => new Uint32Array(buckets.count)));
  return {
    asked,
    add(part) {
      for (const [column, own] of trends.entries()) {
        for (const [value, trend] of own.entries()) {
          added(trend, part.trends[column]?.[value] ?? new Uint32Array());
        }
      }
    },
    answer: (): TrendsAnswer => ({
      of,
      buckets,
      trends: trends.map((own) => own.map((trend) => trend.slice())),
    }),
  };
}

/** Limit of layers per part; more than is useful for stacking. */
const MAX_LAYERS = 255;

function histogramSum(question: QuestionOf<'histogram'>): AnswerSum<QuestionOf<'histogram'>> {
  const { buckets, most } = question;
  const totals = new Uint32Array(buckets.count);
  const layers = new Map<string, Uint32Array>();
  return {
    asked: { ...question, most: MAX_LAYERS },
    add(part) {
      added(totals, part.totals);
      for (const { value, counts } of part.layers) {
        if (value === null || counts.every((count) => count === 0)) continue;
        const own = layers.get(value) ?? new Uint32Array(buckets.count);
        if (layers.size < MAX_LAYERS || layers.has(value)) layers.set(value, own);
        added(own, counts);
      }
    },
    answer(): HistogramAnswer {
      const size = (counts: Uint32Array) => counts.reduce((sum, each) => sum + each, 0);
      const shown = [...layers]
        .map(([value, counts]) => ({ value, counts: counts.slice(), size: size(counts) }))
        .sort((a, b) => b.size - a.size || (a.value < b.value ? -1 : 1))
        .slice(0, most);
      const rest = totals.map((total, at) =>
        shown.reduce((left, { counts }) => left - (counts[at] as number), total),
      );
      return {
        buckets,
        layers: [
          ...shown.map(({ value, counts }) => ({ value, counts })),
          { value: null, counts: rest },
        ],
        totals: totals.slice(),
      };
    },
  };
}

type Counting = Pick<CountedValue, 'value' | 'split' | 'first' | 'last'>;

interface ColumnSum {
  readonly values: Map<string, Counting>;
  absent: number;
  other: number;
}

function facetsSum(question: QuestionOf<'facets'>): AnswerSum<QuestionOf<'facets'>> {
  const columns = question.columns.map(
    (): ColumnSum => ({ values: new Map(), absent: 0, other: 0 }),
  );
  let all: CountAnswer = { total: 0, split: NOTHING };
  return {
    asked: { ...question, most: Number.POSITIVE_INFINITY, order: 'count' },
    add({ total, split, facets }) {
      all = { total: all.total + total, split: bothOf(all.split, split) };
      for (const [at, part] of facets.entries()) addFacet(columns[at] as ColumnSum, part);
    },
    answer: (): FacetsAnswer => ({
      ...all,
      baseline: 0,
      facets: columns.map((sum, at) =>
        facetFrom(sum, question.columns[at] as ColumnName, question, all.total),
      ),
    }),
  };
}

function addFacet(sum: ColumnSum, { values, absent, other }: Facet): void {
  sum.absent += absent;
  sum.other += other;
  for (const { value, count, split, first, last } of values) {
    const known = sum.values.get(value);
    // The same limit of distinct values as for the store in memory.
    if (!known && sum.values.size >= DICTIONARY_LIMITS.values) sum.other += count;
    else if (!known) sum.values.set(value, { value, split, first, last });
    else {
      sum.values.set(value, {
        value,
        split: bothOf(known.split, split),
        first: earlier(known.first, first),
        last: later(known.last, last),
      });
    }
  }
}

function facetFrom(
  { values, absent, other }: ColumnSum,
  column: ColumnName,
  wanted: FacetsWanted,
  total: number,
): Facet {
  const counted = Array.from(values.values(), (each): CountedValue => {
    const count = sumOf(each.split);
    return { ...each, count, share: count / Math.max(1, total), change: null, isNew: false };
  });
  return { column, ...firstValues(counted, wanted), absent, other };
}
