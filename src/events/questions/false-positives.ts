import { foldCase } from '../filter/glob.ts';
import { OUTCOMES, outcomesByCode, type Split, splitAt, sumOf } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { OTHER } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import { DistinctValues, Groups, NO_PAIR, ValueNumbers, widened } from './groups.ts';
import { type LogSample, readLogSample } from './log-sample.ts';
import { drained, newestOf } from './tally.ts';

/**
 * A rule that matched with one operator at one path, without regard to case. If many different clients share it, it is
 * probably no attack.
 */
export interface MatchGroup {
  readonly rule: string | null;
  /** The operator's short name. */
  readonly trigger: string | null;
  readonly path: string | null;
  readonly count: number;
  readonly outcomes: Split;
  /** Distinct addresses; those beyond the dictionary count as one. */
  readonly addresses: number;
  /** Whether some are beyond the dictionary, so that there may be more. */
  readonly moreAddresses: boolean;
  /** Distinct autonomous systems, likewise. */
  readonly networks: number;
  readonly moreNetworks: boolean;
  /**
   * Its newest entries, newest first, from which the following fields are read. Those of an archive with very many
   * groups are kept for the groups with the most entries.
   */
  readonly samples: readonly MatchSample[];
  /** Samples with headers, and those of them that have a session. */
  readonly withHeaders: number;
  readonly withSession: number;
  /** What was matched in the samples, most frequent first. */
  readonly matched: readonly string[];
}

/** An entry that a rule matched. Hostile text. */
interface MatchSample extends LogSample {
  /** Milliseconds since the epoch; null without a time. */
  readonly time: number | null;
  readonly asn: string | null;
}

export interface MatchesAnswer {
  /** Those with the most addresses first. */
  readonly rows: readonly MatchGroup[];
  readonly groups: number;
  readonly total: number;
  /** Entries of no group, because their rule, operator or path is beyond the dictionaries. */
  readonly leftOut: number;
}

/** Number of newest entries read per group. */
const SAMPLES = 8;
const TEXTS = 3;
/** Limit of groups of many stores that have samples; half of them keep theirs when there are more. */
const MAX_SAMPLED = 1 << 14;
/** Characters kept of a sample's text, more than is shown. */
const MAX_TEXT = 2000;

type Two<Item> = readonly [Item, Item];

/** What the rules matched in one store, or in many with different entries, by rule, operator and path. */
export class Matches {
  readonly #most: number;
  readonly #rules = new ValueNumbers(foldCase);
  readonly #triggers = new ValueNumbers(foldCase);
  readonly #paths = new ValueNumbers(foldCase);
  readonly #ips = new ValueNumbers();
  readonly #asns = new ValueNumbers();
  readonly #groups = new Groups();
  /** By group and outcome. */
  #outcomes = new Uint32Array();
  /** By group. */
  readonly #samples = new Map<number, readonly MatchSample[]>();
  /** Groups with no more entries than this have lost their samples, and get no new ones. */
  #unsampled = 0;
  /** Addresses and networks. */
  readonly #values = new DistinctValues({ columns: 2 });
  /** Groups with addresses, and with networks, beyond the dictionaries. */
  readonly #moreAddresses = new Set<number>();
  readonly #moreNetworks = new Set<number>();
  #total = 0;
  #leftOut = 0;

  constructor({ most }: { readonly most: number }) {
    this.#most = most;
  }

  isFull(): boolean {
    return this.#values.isFull;
  }

  /** Counts the entries of a store, and returns the group of each, by part. */
  *counting(
    store: EventStore,
    parts: readonly Part[],
  ): Generator<void, readonly Int32Array[], void> {
    const ips = this.#ips.ofColumn(store, 'remoteIp');
    yield;
    const asns = this.#asns.ofColumn(store, 'asn');
    yield;
    const of = yield* this.#groups.of(parts, [
      ['ruleId', this.#rules.ofColumn(store, 'ruleId')],
      ['trigger', this.#triggers.ofColumn(store, 'trigger')],
      ['path', this.#paths.ofColumn(store, 'path')],
    ]);
    const groups = this.#groups.groups.count;
    this.#outcomes = widened(this.#outcomes, groups * OUTCOMES.length);
    const selected = of.reduce((sum, own) => sum + own.length, 0);
    const values = this.#values;
    const [addresses, networks] = values.reserve(selected, groups) as Two<Uint16Array>;
    const sums = this.#outcomes;
    const outcomes = outcomesByCode(store.dictionary('status'));
    for (const [index, part] of parts.entries()) {
      const own = of[index] as Int32Array;
      const { rows } = rowsOf(part);
      const ipCodes = codesOf(part.segment, 'remoteIp');
      const asnCodes = codesOf(part.segment, 'asn');
      const statusCodes = codesOf(part.segment, 'status');
      this.#total += own.length;
      for (let at = 0; at < own.length; at += 1) {
        const group = own[at] as number;
        if (group === NO_PAIR) {
          this.#leftOut += 1;
          continue;
        }
        const row = rows[at] as number;
        const cell = group * OUTCOMES.length + (outcomes[statusCodes[row] as number] as number);
        sums[cell] = (sums[cell] as number) + 1;
        const ip = ips[ipCodes[row] as number] as number;
        const asn = asns[asnCodes[row] as number] as number;
        const to = values.add(group);
        addresses[to] = ip;
        networks[to] = asn;
        if (ip === OTHER) this.#moreAddresses.add(group);
        if (asn === OTHER) this.#moreNetworks.add(group);
      }
      yield;
    }
    return of;
  }

  /** Reads the newest entries of these groups; `of` has the group of each row, by part. */
  *reading(
    store: EventStore,
    parts: readonly Part[],
    of: readonly Int32Array[],
    groups: ReadonlySet<number>,
  ): Generator<void, void, void> {
    for (const [group, ids] of yield* newestOf(parts, of, groups, SAMPLES)) {
      const read = ids
        .filter((id) => store.has(id))
        .map((id) => ({
          ...readLogSample(store.log(id)),
          time: store.time(id),
          asn: store.value(id, 'asn'),
        }));
      this.#samples.set(group, newest(this.#samples.get(group) ?? [], read));
      yield;
    }
  }

  /** Adds a store that is then dropped, so that it is not known yet whose entries will be shown. */
  add(store: EventStore, parts: readonly Part[]): void {
    const of = drained(this.counting(store, parts));
    const here = new Set(of.flatMap((own) => [...new Set(own)]));
    here.delete(NO_PAIR);
    for (const group of here) if (this.#countOf(group) <= this.#unsampled) here.delete(group);
    drained(this.reading(store, parts, of, here));
    if (this.#samples.size > MAX_SAMPLED) this.#dropSamples();
  }

  /** Drops those of the groups with the fewest entries. */
  #dropSamples(): void {
    const counted = [...this.#samples.keys()].map(
      (group) => [group, this.#countOf(group)] as const,
    );
    counted.sort(([, a], [, b]) => b - a);
    const dropped = counted.slice(MAX_SAMPLED / 2);
    for (const [group] of dropped) this.#samples.delete(group);
    this.#unsampled = dropped[0]?.[1] ?? 0;
  }

  #countOf(group: number): number {
    return sumOf(splitAt(this.#outcomes, group * OUTCOMES.length));
  }

  *shown(): Generator<void, Shown, void> {
    const distinct = yield* this.#values.by(this.#groups.groups.count);
    const [addresses, networks] = distinct as Two<Uint32Array>;
    const counts = addresses.map((_, group) => this.#countOf(group));
    yield;
    const byAddresses = (a: number, b: number) =>
      (addresses[b] as number) - (addresses[a] as number) ||
      (counts[b] as number) - (counts[a] as number) ||
      a - b;
    const groups = [...counts.keys()].sort(byAddresses).slice(0, this.#most);
    return { groups, addresses, networks };
  }

  answer({ groups: shown, addresses, networks } = drained(this.shown())): MatchesAnswer {
    const rows = shown.map((group): MatchGroup => {
      const [rule, trigger, path] = this.#groups.valuesOf(group);
      const outcomes = splitAt(this.#outcomes, group * OUTCOMES.length);
      return {
        rule: this.#rules.valueOf(rule),
        trigger: this.#triggers.valueOf(trigger),
        path: this.#paths.valueOf(path),
        count: sumOf(outcomes),
        outcomes,
        addresses: addresses[group] as number,
        moreAddresses: this.#moreAddresses.has(group),
        networks: networks[group] as number,
        moreNetworks: this.#moreNetworks.has(group),
        ...readOf(this.#samples.get(group) ?? []),
      };
    });
    return { rows, groups: addresses.length, total: this.#total, leftOut: this.#leftOut };
  }
}

/** The groups in the answer, and how many addresses and networks each group has. */
interface Shown {
  readonly groups: readonly number[];
  readonly addresses: Uint32Array;
  readonly networks: Uint32Array;
}

export function* matches(
  store: EventStore,
  parts: readonly Part[],
  wanted: { readonly most: number },
): Generator<void, MatchesAnswer, void> {
  const all = new Matches(wanted);
  const of = yield* all.counting(store, parts);
  const shown = yield* all.shown();
  yield* all.reading(store, parts, of, new Set(shown.groups));
  return all.answer(shown);
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

type ReadSamples = Pick<MatchGroup, 'samples' | 'withHeaders' | 'withSession' | 'matched'>;

/** Combines what the samples say. */
function readOf(samples: readonly MatchSample[]): ReadSamples {
  const texts = new Map<string, number>();
  for (const { matched } of samples) {
    if (matched !== null) texts.set(matched, (texts.get(matched) ?? 0) + 1);
  }
  const matched = [...texts].sort((a, b) => b[1] - a[1]).slice(0, TEXTS);
  return {
    samples,
    withHeaders: samples.filter(({ hasSession }) => hasSession !== null).length,
    withSession: samples.filter(({ hasSession }) => hasSession).length,
    matched: matched.map(([text]) => text),
  };
}
