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
 * One answer about the entries of many stores: for whoever has more entries than fit into memory, and takes a part of
 * them into a store after another. What is kept of a part is bounded.
 */

/**
 * An answer that grows by stores, each with other entries.
 *
 * @param question facets without a baseline: what it is compared with is asked for itself
 */
export function storeSum<Asked extends ReadQuestion>(question: Asked) {
  const { filter, moment, range } = question.scope;
  // Which sum belongs to which question a switch cannot follow.
  const sum = sumFor(question) as unknown as EntrySum<Asked>;
  return {
    /** Takes in the entries of a store that the question is about; tells how many it looked at. */
    take(store: EventStore): Extent {
      const view = new FilteredView(store, filter, moment);
      while (view.advance(Number.POSITIVE_INFINITY));
      sum.add(store, partsOf(store, { view, range }), view);
      const { scanned, total } = view.counts;
      return { held: 'archived', looked: scanned, entries: total, areCandidates: false };
    },
    /** Of the stores so far. */
    answer: (): Answer<Asked> => sum.answer(),
    /** Whether no more can be kept: what comes behind is not counted. */
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
      return counted(question);
  }
}

/** The sum of the answers of all stores. */
function counted<Asked extends SummedQuestion>(question: Asked): EntrySum<Asked> {
  const { asked, add, answer } = answerSum(question);
  return {
    add: (store, _, view) => add(answered(store, asked, [view]).answer),
    answer,
    isFull: () => false,
  };
}

/** Fields in the order of an answer. */
const FIELDS = ['status', 'country', 'asn', 'zone', 'family'] as const;

/** A rule trial over many stores: as {@link trial} tries it on one. */
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
      ...{ total: this.#total, outcomes: this.#outcomes, samples: this.#samples },
      groups: [...this.#groups.values()].flatMap((own) => mostFrequent([...own.values()], most)),
      limit: this.#stamps && drained(this.#stamps.answer(most)),
    };
  }
}

const timeOf = ({ time }: TrialSample) => time ?? Number.NEGATIVE_INFINITY;
