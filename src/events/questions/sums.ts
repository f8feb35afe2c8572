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
 * Answers about parts as the answer about the whole: for whoever has more entries than fit into memory, and looks at
 * them part by part. Only what can be summed up exactly is.
 */

/** What can be asked of parts. */
export type SummedQuestion = QuestionOf<'count' | 'facets' | 'trends' | 'histogram'>;

/** The same, and what entries are read for one by one: who they are of cannot be summed up. */
export type ReadQuestion = QuestionOf<SummedQuestion['kind'] | 'actors' | 'trial' | 'matches'>;

/** An answer that grows by entries. */
export interface EntrySum<Asked extends ReadQuestion> {
  /** @param parts what `view`, which keeps the question's filter, has found in a time */
  add(store: EventStore, parts: readonly Part[], view: FilteredView): void;
  /** Of the entries so far. */
  answer(): Answer<Asked>;
  /** Whether no more can be kept. */
  isFull(): boolean;
}

/** An answer that grows. */
interface AnswerSum<Asked extends SummedQuestion> {
  /** What a part is asked: the question, but for all of the values. */
  readonly asked: Asked;
  add(part: Answer<Asked>): void;
  /** Of the parts so far. */
  answer(): Answer<Asked>;
}

/** @param question facets without a baseline: what it is compared with is asked for itself */
export function answerSum<Asked extends SummedQuestion>(question: Asked): AnswerSum<Asked> {
  // Which sum belongs to which question a switch cannot follow.
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
      buckets,
      trends: trends.map((own) => own.map((trend) => trend.slice())),
    }),
  };
}

/** Layers that a part tells apart: more than a column has that is worth stacking by. */
const MOST_LAYERS = 255;

function histogramSum(question: QuestionOf<'histogram'>): AnswerSum<QuestionOf<'histogram'>> {
  const { buckets, most } = question;
  const totals = new Uint32Array(buckets.count);
  const layers = new Map<string, Uint32Array>();
  return {
    asked: { ...question, most: MOST_LAYERS },
    add(part) {
      added(totals, part.totals);
      for (const { value, counts } of part.layers) {
        if (value === null || counts.every((count) => count === 0)) continue;
        const own = layers.get(value) ?? new Uint32Array(buckets.count);
        if (layers.size < MOST_LAYERS || layers.has(value)) layers.set(value, own);
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
    // As many values are told apart as the store in memory has room for.
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
