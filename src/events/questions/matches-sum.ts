import { foldCase } from '../filter/glob.ts';
import type { FilteredView } from '../filtered-view.ts';
import { bothOf } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { OTHER } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import { answered, drained } from './ask.ts';
import {
  grouped,
  type MatchesAnswer,
  type MatchGroup,
  type MatchSample,
  readOf,
  SAMPLES,
} from './false-positives.ts';
import { DistinctPairs, ValueNumbers } from './groups.ts';
import type { QuestionOf } from './question.ts';
import type { EntrySum } from './sums.ts';

/** Limit of groups, each with samples; further entries are only counted. */
const MAX_GROUPS = 1 << 14;
/** Characters kept of a sample's text, more than is shown. */
const MAX_TEXT = 2000;

interface Group extends Pick<MatchGroup, 'rule' | 'trigger' | 'path' | 'count' | 'outcomes'> {
  readonly number: number;
  readonly samples: readonly MatchSample[];
}

const cut = (text: string | null) => text?.slice(0, MAX_TEXT) ?? null;

const timeOf = ({ time }: MatchSample) => time ?? Number.NEGATIVE_INFINITY;

/** The newest of both. Long texts are kept for the newest only, because no others are shown. */
const newest = (a: readonly MatchSample[], b: readonly MatchSample[]): readonly MatchSample[] =>
  [...a, ...b]
    .sort((x, y) => timeOf(y) - timeOf(x))
    .slice(0, SAMPLES)
    .map((sample, at) => ({
      ...sample,
      matched: cut(sample.matched),
      url: at === 0 ? cut(sample.url) : null,
      message: at === 0 ? cut(sample.message) : null,
    }));

const keyOf = ({ rule, trigger, path }: Pick<MatchGroup, 'rule' | 'trigger' | 'path'>) =>
  JSON.stringify([rule, trigger, path].map((value) => value && foldCase(value)));

/** What rules matched in many stores; see {@link matches} for one. */
export class MatchesSum implements EntrySum<QuestionOf<'matches'>> {
  readonly #question: QuestionOf<'matches'>;
  readonly #groups = new Map<string, Group>();
  readonly #ips = new ValueNumbers();
  readonly #asns = new ValueNumbers();
  readonly #addresses = new DistinctPairs();
  readonly #networks = new DistinctPairs();
  /** Groups with addresses, and with networks, beyond the dictionaries. */
  readonly #moreAddresses = new Set<number>();
  readonly #moreNetworks = new Set<number>();
  #total = 0;
  #leftOut = 0;

  constructor(question: QuestionOf<'matches'>) {
    this.#question = question;
  }

  isFull(): boolean {
    return this.#addresses.isFull || this.#networks.isFull;
  }

  add(store: EventStore, parts: readonly Part[], view: FilteredView): void {
    const all = { ...this.#question, most: Number.POSITIVE_INFINITY };
    const { rows, total, leftOut } = answered(store, all, [view]).answer;
    this.#total += total;
    this.#leftOut += leftOut;
    for (const row of rows) this.#group(row);
    this.#senders(store, parts);
  }

  #group({ rule, trigger, path, count, outcomes, samples }: MatchGroup): void {
    const key = keyOf({ rule, trigger, path });
    const known = this.#groups.get(key);
    if (!known && this.#groups.size >= MAX_GROUPS) {
      this.#leftOut += count;
      return;
    }
    this.#groups.set(key, {
      rule,
      trigger,
      path,
      number: known?.number ?? this.#groups.size,
      count: count + (known?.count ?? 0),
      outcomes: known ? bothOf(known.outcomes, outcomes) : outcomes,
      samples: newest(known?.samples ?? [], samples),
    });
  }

  /** Counts the senders of each group. */
  #senders(store: EventStore, parts: readonly Part[]): void {
    const ips = this.#ips.ofColumn(store, 'remoteIp');
    const asns = this.#asns.ofColumn(store, 'asn');
    const { count, of, nameOf } = drained(grouped(store, parts));
    // By group of this store; undefined beyond the limit of groups.
    const numbers = Array.from(
      { length: count },
      (_, group) => this.#groups.get(keyOf(nameOf(group)))?.number,
    );
    for (const [index, part] of parts.entries()) {
      const { rows } = rowsOf(part);
      const ipCodes = codesOf(part.segment, 'remoteIp');
      const asnCodes = codesOf(part.segment, 'asn');
      for (const [at, own] of (of[index] as Int32Array).entries()) {
        const group = numbers[own];
        if (group === undefined) continue;
        const row = rows[at] as number;
        const ip = ips[ipCodes[row] as number] as number;
        const asn = asns[asnCodes[row] as number] as number;
        this.#addresses.add(group, ip);
        this.#networks.add(group, asn);
        if (ip === OTHER) this.#moreAddresses.add(group);
        if (asn === OTHER) this.#moreNetworks.add(group);
      }
    }
  }

  answer(): MatchesAnswer {
    const groups = [...this.#groups.values()].map(({ number, ...group }) => ({
      ...group,
      number,
      addresses: this.#addresses.of(number),
      moreAddresses: this.#moreAddresses.has(number),
      networks: this.#networks.of(number),
      moreNetworks: this.#moreNetworks.has(number),
    }));
    const rows = groups
      .sort((a, b) => b.addresses - a.addresses || b.count - a.count || a.number - b.number)
      .slice(0, this.#question.most)
      .map(({ number: _, ...group }) => ({ ...group, ...readOf(group.samples) }));
    return { rows, groups: groups.length, total: this.#total, leftOut: this.#leftOut };
  }
}
