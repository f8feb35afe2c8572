import { foldCase } from '../filter/glob.ts';
import { OUTCOMES, outcomesByCode, type Split, splitAt, sumOf } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { OTHER } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import { DistinctPairs, Groups, NO_PAIR, ValueNumbers, widened } from './groups.ts';
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
  /** Its newest entries, newest first, from which the following fields are read. */
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
/** Groups of many stores that have samples. */
const MAX_SAMPLED = 1 << 14;
/** Characters kept of a sample's text, more than is shown. */
const MAX_TEXT = 2000;

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
  readonly #addresses = new DistinctPairs();
  readonly #networks = new DistinctPairs();
  /** Groups with addresses, and with networks, beyond the dictionaries. */
  readonly #moreAddresses = new Set<number>();
  readonly #moreNetworks = new Set<number>();
  #total = 0;
  #leftOut = 0;

  constructor({ most }: { readonly most: number }) {
    this.#most = most;
  }

  isFull(): boolean {
    return this.#addresses.isFull || this.#networks.isFull;
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
    this.#outcomes = widened(this.#outcomes, this.#groups.groups.count * OUTCOMES.length);
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
        this.#addresses.add(group, ip);
        this.#networks.add(group, asn);
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
    const here = new Set<number>();
    for (const own of of) for (const group of own) if (group < MAX_SAMPLED) here.add(group);
    here.delete(NO_PAIR);
    drained(this.reading(store, parts, of, here));
  }

  /** The groups in the answer. */
  shown(): readonly number[] {
    const groups = Array.from({ length: this.#groups.groups.count }, (_, group) => ({
      group,
      addresses: this.#addresses.of(group),
      count: sumOf(this.#outcomesOf(group)),
    }));
    return groups
      .sort((a, b) => b.addresses - a.addresses || b.count - a.count || a.group - b.group)
      .slice(0, this.#most)
      .map(({ group }) => group);
  }

  #outcomesOf(group: number): Split {
    return splitAt(this.#outcomes, group * OUTCOMES.length);
  }

  answer(shown = this.shown()): MatchesAnswer {
    const rows = shown.map((group): MatchGroup => {
      const [rule, trigger, path] = this.#groups.valuesOf(group);
      const outcomes = this.#outcomesOf(group);
      return {
        rule: this.#rules.valueOf(rule),
        trigger: this.#triggers.valueOf(trigger),
        path: this.#paths.valueOf(path),
        count: sumOf(outcomes),
        outcomes,
        addresses: this.#addresses.of(group),
        moreAddresses: this.#moreAddresses.has(group),
        networks: this.#networks.of(group),
        moreNetworks: this.#moreNetworks.has(group),
        ...readOf(this.#samples.get(group) ?? []),
      };
    });
    const groups = this.#groups.groups.count;
    return { rows, groups, total: this.#total, leftOut: this.#leftOut };
  }
}

export function* matches(
  store: EventStore,
  parts: readonly Part[],
  wanted: { readonly most: number },
): Generator<void, MatchesAnswer, void> {
  const all = new Matches(wanted);
  const of = yield* all.counting(store, parts);
  const shown = all.shown();
  yield;
  yield* all.reading(store, parts, of, new Set(shown));
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
