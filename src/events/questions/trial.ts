import { coarseTerm, includeTerm, quoted } from '../filter/fields.ts';
import { bothOf, LOGGED, type Split, SplitCounts, splitAt, sumOf } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { ABSENT, type ColumnName, DICTIONARY_LIMITS, OTHER } from '../storage/columns.ts';
import type { EntryId } from '../storage/entry-id.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import { coarseCodes, NO_PAIR, ValueNumbers } from './groups.ts';
import { drained, isValue, newestOf } from './tally.ts';

type RateKey = 'address' | 'network' | 'all';

/** More than `requests` within any window of `seconds` exceed the limit. */
export interface RateLimit {
  readonly by: RateKey;
  readonly requests: number;
  readonly seconds: number;
}

export interface TrialWanted {
  readonly limit: RateLimit | null;
  /** Limit of values per field, and of clients over the rate limit. */
  readonly most: number;
}

export type TrialField = 'status' | 'country' | 'asn' | 'zone' | 'family';

/** Some of the requests that would be hit. */
interface TrialGroup {
  readonly field: TrialField;
  readonly value: string | null;
  readonly count: number;
  readonly outcomes: Split;
}

/** A client that would exceed the rate limit. */
interface OverLimit {
  /** The address or network; null if all are counted together. */
  readonly value: string | null;
  readonly count: number;
  /** The most requests within one window. */
  readonly peak: number;
  /** Requests beyond the limit. */
  readonly over: number;
}

/** An entry that would be hit and currently passes. Hostile text. */
export interface TrialSample extends Readonly<Record<SampleColumn, string | null>> {
  readonly logId: string | null;
  /** Milliseconds since the epoch; null without a time. */
  readonly time: number | null;
}

type SampleColumn = 'message' | 'path' | 'remoteIp' | 'method' | 'userAgent' | 'ruleId';

export interface TrialAnswer {
  /** Entries that the rule would hit. */
  readonly total: number;
  readonly outcomes: Split;
  /** By field, most frequent values first. */
  readonly groups: readonly TrialGroup[];
  /** The newest entries that currently pass. */
  readonly samples: readonly TrialSample[];
  /** Null if no limit was asked about. */
  readonly limit: {
    /** The clients over the limit with the most excess requests; at most as many as groups per field. */
    readonly rows: readonly OverLimit[];
    /** All clients over the limit, and their requests that would be stopped. */
    readonly keys: number;
    readonly over: number;
    /** Entries not counted, because they have no time or their address or network is unknown. */
    readonly leftOut: number;
  } | null;
}

/** Approximate number of times between two looks at the clock. */
const STRIDE = 1 << 14;
/** Number of passing entries in the answer. */
const SAMPLES = 5;
/** The group of the passing entries. */
const PASSING = 0;

/** Fields in the order of an answer. */
const FIELDS = ['status', 'country', 'asn', 'zone', 'family'] as const;

/** Whom a rule with this filter would hit, and who would exceed a rate limit, in one store or in many. */
export class Trial {
  readonly #most: number;
  readonly #groups = new Map<TrialField, Map<string | null, TrialGroup>>(
    FIELDS.map((field) => [field, new Map()]),
  );
  readonly #stamps: Stamps | null;
  #outcomes = splitAt([], 0);
  #samples: readonly TrialSample[] = [];

  constructor({ limit, most }: TrialWanted) {
    this.#most = most;
    this.#stamps = limit && new Stamps(limit);
  }

  isFull(): boolean {
    return this.#stamps?.isFull ?? false;
  }

  *adding(store: EventStore, parts: readonly Part[]): Generator<void, void, void> {
    const families = coarseCodes(store, 'family');
    yield* families.learn();
    const zones = [...new Set(parts.map(({ segment }) => segment.zone))];
    const [status, country, asn] = (['status', 'country', 'asn'] as const).map((column) => {
      const dictionary = store.dictionary(column);
      const nameOf = (code: number) => dictionary.valueOf(code) ?? null;
      return counter(store, column, dictionary.codes, nameOf);
    }) as [Counter, Counter, Counter];
    const zone = counter(store, 'zone', zones.length, (number) => zones[number] ?? null);
    const family = counter(store, 'family', families.count, (number) => families.nameOf(number));
    const of: Int32Array[] = [];
    for (const part of parts) {
      const { segment } = part;
      const { rows, count } = rowsOf(part);
      const statuses = codesOf(segment, 'status');
      const countries = codesOf(segment, 'country');
      const asns = codesOf(segment, 'asn');
      const agents = codesOf(segment, 'userAgent');
      const ownZone = zones.indexOf(segment.zone);
      const own = new Int32Array(count).fill(NO_PAIR);
      of.push(own);
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number;
        const code = statuses[row] as number;
        const outcome = zone.counts.outcomeIndex(code);
        status.counts.addAs(code, outcome);
        country.counts.addAs(countries[row] as number, outcome);
        asn.counts.addAs(asns[row] as number, outcome);
        zone.counts.addAs(ownZone, outcome);
        if (outcome === LOGGED) own[at] = PASSING;
        family.counts.addAs(families.codes[agents[row] as number] as number, outcome);
      }
      yield;
    }
    for (const each of [status, country, asn, zone, family]) this.#addGroups(each);
    this.#outcomes = zones
      .map((_, number) => zone.counts.of(number))
      .reduce(bothOf, this.#outcomes);
    const newest = yield* newestOf(parts, of, new Set([PASSING]), SAMPLES);
    this.#samples = [...this.#samples, ...samplesOf(store, newest.get(PASSING) ?? [])]
      .sort((a, b) => timeOf(b) - timeOf(a))
      .slice(0, SAMPLES);
    // Oldest first, so that times are mostly in order already.
    const ordered = [...parts].sort((a, b) => a.segment.oldest - b.segment.oldest);
    if (this.#stamps) yield* this.#stamps.add(store, ordered);
  }

  #addGroups({ field, numbers, counts, nameOf }: Counter): void {
    const own = this.#groups.get(field) as Map<string | null, TrialGroup>;
    for (let number = 0; number < numbers; number += 1) {
      // Values beyond the dictionary are not told apart.
      if (field !== 'zone' && number === OTHER) continue;
      const found = counts.of(number);
      if (sumOf(found) === 0) continue;
      const value = nameOf(number);
      const known = own.get(value);
      if (!known && own.size >= DICTIONARY_LIMITS.values) continue;
      const outcomes = known ? bothOf(known.outcomes, found) : found;
      own.set(value, { field, value, count: sumOf(outcomes), outcomes });
    }
  }

  add(store: EventStore, parts: readonly Part[]): void {
    drained(this.adding(store, parts));
  }

  *answering(): Generator<void, TrialAnswer, void> {
    return {
      total: sumOf(this.#outcomes),
      outcomes: this.#outcomes,
      groups: [...this.#groups.values()].flatMap((own) =>
        mostFrequent([...own.values()], this.#most),
      ),
      samples: this.#samples,
      limit: this.#stamps && (yield* this.#stamps.answer(this.#most)),
    };
  }

  answer(): TrialAnswer {
    return drained(this.answering());
  }
}

export function* trial(
  store: EventStore,
  parts: readonly Part[],
  wanted: TrialWanted,
): Generator<void, TrialAnswer, void> {
  const all = new Trial(wanted);
  yield* all.adding(store, parts);
  return yield* all.answering();
}

const timeOf = ({ time }: TrialSample) => time ?? Number.NEGATIVE_INFINITY;

/** Counts entries by the values of a field. */
interface Counter {
  readonly field: TrialField;
  readonly numbers: number;
  readonly counts: SplitCounts;
  nameOf(number: number): string | null;
}

const counter = (
  store: EventStore,
  field: TrialField,
  numbers: number,
  nameOf: (number: number) => string | null,
): Counter => ({ field, numbers, counts: new SplitCounts(store, numbers), nameOf });

/** The most frequent groups of a field. */
const mostFrequent = (groups: readonly TrialGroup[], most: number): readonly TrialGroup[] =>
  groups
    .toSorted((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1))
    .slice(0, most);

/** The samples of these entries. */
const samplesOf = (store: EventStore, ids: readonly EntryId[]): readonly TrialSample[] =>
  ids
    .filter((id) => store.has(id))
    .map((id) => ({
      logId: store.logIdOf(id),
      time: store.time(id),
      message: store.value(id, 'message'),
      path: store.value(id, 'path'),
      remoteIp: store.value(id, 'remoteIp'),
      method: store.value(id, 'method'),
      userAgent: store.value(id, 'userAgent'),
      ruleId: store.value(id, 'ruleId'),
    }));

const keyColumn = ({ by }: RateLimit): ColumnName => (by === 'network' ? 'asn' : 'remoteIp');

/** Limit of stored times, 32 MB. */
const MAX_STAMPS = 1 << 22;

/** Request times of each address or network that a limit counts. */
class Stamps {
  readonly #limit: RateLimit;
  readonly #keys = new ValueNumbers();
  /** By number of the address or network. */
  readonly #times: number[][] = [];
  #count = 0;
  #leftOut = 0;

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#count >= MAX_STAMPS;
  }

  *add(store: EventStore, parts: readonly Part[]): Generator<void, void, void> {
    const isAll = this.#limit.by === 'all';
    const column = keyColumn(this.#limit);
    const numbers = this.#keys.ofColumn(store, column);
    for (const part of parts) {
      const { rows, count } = rowsOf(part);
      const codes = codesOf(part.segment, column);
      const { times } = part.segment;
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number;
        const time = times[row] as number;
        const number = isAll ? ABSENT : (numbers[codes[row] as number] as number);
        if (time === UNDATED || (!isAll && !isValue(number))) this.#leftOut += 1;
        else {
          this.#times[number] ??= [];
          this.#times[number].push(time);
          this.#count += 1;
        }
      }
      yield;
    }
  }

  *answer(most: number): Generator<void, NonNullable<TrialAnswer['limit']>, void> {
    const { by, requests, seconds } = this.#limit;
    const found: OverLimit[] = [];
    let looked = 0;
    for (const [number, times] of this.#times.entries()) {
      if (!times || times.length <= requests) continue;
      const { peak, over } = busiest(new Float64Array(times), requests, seconds * 1000);
      const value = by === 'all' ? null : this.#keys.valueOf(number);
      if (over > 0) found.push({ value, count: times.length, peak, over });
      looked += times.length;
      if (looked <= STRIDE) continue;
      looked = 0;
      yield;
    }
    return {
      rows: found.sort((a, b) => b.over - a.over || b.peak - a.peak).slice(0, most),
      keys: found.length,
      over: found.reduce((sum, { over }) => sum + over, 0),
      leftOut: this.#leftOut,
    };
  }
}

/** The most requests in any window, and how many times the window ending at a request has more than `requests`. */
function busiest(
  stamps: Float64Array,
  requests: number,
  length: number,
): { readonly peak: number; readonly over: number } {
  let ascending = true;
  for (let at = 1; at < stamps.length && ascending; at += 1) {
    ascending = (stamps[at - 1] as number) <= (stamps[at] as number);
  }
  if (!ascending) stamps.sort();
  let first = 0;
  let peak = 0;
  let over = 0;
  for (let at = 0; at < stamps.length; at += 1) {
    while ((stamps[first] as number) <= (stamps[at] as number) - length) first += 1;
    const inside = at - first + 1;
    if (inside > peak) peak = inside;
    if (inside > requests) over += 1;
  }
  return { peak, over };
}

/** A filter term for the entries of a group. */
export function trialTerm(field: TrialField, value: string | null): string {
  if (field === 'zone') return `zone:${quoted(value ?? '')}`;
  return field === 'family' ? coarseTerm('family', value) : includeTerm(field, value);
}
