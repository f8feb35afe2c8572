import type { FilteredView } from '../filtered-view.ts';
import { bothOf, splitAt } from '../outcome.ts';
import type { Part } from '../selection.ts';
import { DICTIONARY_LIMITS } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import { answered, drained } from './ask.ts';
import { ValueNumbers } from './groups.ts';
import type { TrialQuestion } from './question.ts';
import type { EntrySum } from './sums.ts';
import {
  mostFrequent,
  SAMPLES,
  Stamps,
  type TrialAnswer,
  type TrialGroup,
  type TrialSample,
} from './trial.ts';

/** Fields in the order of an answer. */
const FIELDS = ['status', 'country', 'asn', 'zone', 'family'] as const;

/** A rule trial over many stores: as {@link trial} tries it on one. */
export class TrialSum implements EntrySum<TrialQuestion> {
  readonly #question: TrialQuestion;
  readonly #groups = new Map<TrialGroup['field'], Map<string | null, TrialGroup>>(
    FIELDS.map((field) => [field, new Map()]),
  );
  readonly #stamps: Stamps | null;
  #total = 0;
  #outcomes = splitAt([], 0);
  #samples: readonly TrialSample[] = [];

  constructor(question: TrialQuestion) {
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
