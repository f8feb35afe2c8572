import type { FilteredView } from '../filtered-view.ts';
import { bothOf, splitAt } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { ABSENT, DICTIONARY_LIMITS } from '../storage/columns.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import { answered } from './ask.ts';
import type { TrialQuestion } from './question.ts';
import type { EntrySum } from './sums.ts';
import { isValue } from './tally.ts';
import {
  busiest,
  limitAnswer,
  mostFrequent,
  type OverLimit,
  type RateLimit,
  SAMPLES,
  type TrialAnswer,
  type TrialGroup,
  type TrialSample,
} from './trial.ts';
import { ValueNumbers } from './value-numbers.ts';

/** Times that are kept to try a limit on: 32 MB of them. */
const MOST_STAMPS = 1 << 22;

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
    this.#stamps = question.limit && new Stamps(question.limit);
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
    this.#stamps?.add(store, parts);
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
      limit: this.#stamps?.answer(most) ?? null,
    };
  }
}

const timeOf = ({ time }: TrialSample) => time ?? Number.NEGATIVE_INFINITY;

/** When whoever a limit counts asked for something. */
class Stamps {
  readonly #limit: RateLimit;
  readonly #values = new ValueNumbers();
  /** By number of the address or network. */
  readonly #times: number[][] = [];
  #count = 0;
  #untold = 0;

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#count >= MOST_STAMPS;
  }

  add(store: EventStore, parts: readonly Part[]): void {
    const { by } = this.#limit;
    const column = by === 'network' ? 'asn' : 'remoteIp';
    const numbers = this.#values.ofColumn(store, column);
    for (const part of parts) {
      const { rows, count } = rowsOf(part);
      const codes = codesOf(part.segment, column);
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number;
        const time = part.segment.times[row] as number;
        const number = by === 'all' ? ABSENT : (numbers[codes[row] as number] as number);
        if (time === UNDATED || (by !== 'all' && !isValue(number))) this.#untold += 1;
        else {
          const times = this.#times[number] ?? [];
          this.#times[number] = times;
          times.push(time);
          this.#count += 1;
        }
      }
    }
  }

  answer(most: number): NonNullable<TrialAnswer['limit']> {
    const { by, requests, seconds } = this.#limit;
    const found: OverLimit[] = [];
    for (const [number, times] of this.#times.entries()) {
      if (!times || times.length <= requests) continue;
      const { peak, over } = busiest(Float64Array.from(times), requests, seconds * 1000);
      const value = by === 'all' ? null : this.#values.valueOf(number);
      if (over > 0) found.push({ value, count: times.length, peak, over });
    }
    return limitAnswer(found, this.#untold, most);
  }
}
