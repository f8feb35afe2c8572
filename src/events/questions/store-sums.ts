import { FilteredView } from '../filtered-view.ts';
import { bothOf, splitAt } from '../outcome.ts';
import { type Part, partsOf } from '../selection.ts';
import { DICTIONARY_LIMITS } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import { ActorsSum } from './actors-sum.ts';
import { answered, drained } from './ask.ts';
import { ValueNumbers } from './groups.ts';
import { MatchesSum } from './matches-sum.ts';
import type { Answer, Extent, QuestionOf } from './question.ts';
import { answerSum, type EntrySum, type ReadQuestion, type SummedQuestion } from './sums.ts';
import {
  mostFrequent,
  SAMPLES,
  Stamps,
  type TrialAnswer,
  type TrialGroup,
  type TrialSample,
} from './trial.ts';

/*
 * Answers about the entries of many stores, for archives that do not fit into memory and are loaded one part at a time.
 * Memory per part is bounded.
 */

/**
 * Accumulates an answer over stores with different entries.
 *
 * @param question facets must have no baseline, which is a question of its own
 */
export function storeSum<Asked extends ReadQuestion>(question: Asked) {
  const { filter, moment, range } = question.scope;
  // The switch cannot relate sums to questions.
  const sum = sumFor(question) as unknown as EntrySum<Asked>;
  return {
    /** Adds the entries of a store and returns how many were examined. */
    take(store: EventStore): Extent {
      const view = new FilteredView(store, filter, moment);
      while (view.advance(Number.POSITIVE_INFINITY));
      sum.add(store, partsOf(store, { view, range }), view);
      const { scanned, total } = view.counts;
      return { held: 'archived', looked: scanned, entries: total, areCandidates: false };
    },
    /** The answer for the stores so far. */
    answer: (): Answer<Asked> => sum.answer(),
    /** Whether the limit is reached; further stores are not counted. */
    isFull: (): boolean => sum.isFull(),
  };
}

function sumFor(question: ReadQuestion) {
  switch (question.kind) {
    case 'actors':
      return new ActorsSum(question);
    case 'trial':
      return new TrialSum(question);
    case 'matches':
      return new MatchesSum(question);
    default:
      return sumOfAnswers(question);
  }
}

/** The sum of the answers of all stores. */
function sumOfAnswers<Asked extends SummedQuestion>(question: Asked): EntrySum<Asked> {
  const { asked, add, answer } = answerSum(question);
  return {
    add: (store, _, view) => add(answered(store, asked, [view]).answer),
    answer,
    isFull: () => false,
  };
}

/** Fields in the order of an answer. */
const FIELDS = ['status', 'country', 'asn', 'zone', 'family'] as const;

/** A rule trial over many stores; see {@link trial} for one. */
class TrialSum implements EntrySum<QuestionOf<'trial'>> {
  readonly #question: QuestionOf<'trial'>;
  readonly #groups = new Map<TrialGroup['field'], Map<string | null, TrialGroup>>(
    FIELDS.map((field) => [field, new Map()]),
  );
  readonly #stamps: Stamps | null;
  #total = 0;
  #outcomes = splitAt([], 0);
  #samples: readonly TrialSample[] = [];

  constructor(question: QuestionOf<'trial'>) {
    this.#question = question;
    this.#stamps = question.limit && new Stamps(question.limit, new ValueNumbers());
  }

  isFull(): boolean {
    return this.#stamps?.isFull ?? false;
  }

  add(store: EventStore, parts: readonly Part[], view: FilteredView): void {
    const all = { ...this.#question, limit: null, most: Number.POSITIVE_INFINITY };
    const { total, outcomes, groups, samples } = answered(store, all, [view]).answer;
    this.#total += total;
    this.#outcomes = bothOf(this.#outcomes, outcomes);
    for (const group of groups) this.#group(group);
    this.#samples = [...this.#samples, ...samples]
      .sort((a, b) => timeOf(b) - timeOf(a))
      .slice(0, SAMPLES);
    if (this.#stamps) drained(this.#stamps.add(store, parts));
  }

  #group(group: TrialGroup): void {
    const { field, value, count, outcomes } = group;
    const own = this.#groups.get(field) as Map<string | null, TrialGroup>;
    const known = own.get(value);
    if (known) {
      const both = bothOf(known.outcomes, outcomes);
      own.set(value, { field, value, count: known.count + count, outcomes: both });
    } else if (own.size < DICTIONARY_LIMITS.values) own.set(value, group);
  }

  answer(): TrialAnswer {
    const { most } = this.#question;
    return {
      total: this.#total,
      outcomes: this.#outcomes,
      samples: this.#samples,
      groups: [...this.#groups.values()].flatMap((own) => mostFrequent([...own.values()], most)),
      limit: this.#stamps && drained(this.#stamps.answer(most)),
    };
  }
}

const timeOf = ({ time }: TrialSample) => time ?? Number.NEGATIVE_INFINITY;
