import { coarseTerm, includeTerm } from '../filter/fields.ts';
import { LOGGED, OUTCOMES, outcomesByCode, type Split, severeCodes, splitAt } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { ABSENT, OTHER } from '../storage/columns.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';
import { coarseCodes, DistinctValues, Groups, NO_PAIR, ValueNumbers, widened } from './groups.ts';
import { drained } from './tally.ts';

/** Sort keys of actors, in descending order. `first`: those that appeared last come first. */
export type ActorOrder = 'count' | 'passed' | 'severe' | 'addresses' | 'reached' | 'first';

export interface ActorsWanted {
  readonly order: ActorOrder;
  /** Limit of actors in the answer. */
  readonly most: number;
  /** Buckets of their trends. */
  readonly buckets: Buckets;
}

/** An actor: everything one network sends with one program to one shape of path. */
export interface Actor {
  readonly asn: string | null;
  /** `familyOf` its user agents. */
  readonly family: string | null;
  /** `shapeOf` its paths; null without a path, or with several shapes. */
  readonly shape: string | null;
  /** Number of path shapes. More than {@link MOST_SHAPES} of them make a single actor: a scan. */
  readonly shapes: number;
  readonly count: number;
  readonly outcomes: Split;
  /** Entries that a severe rule matched and that passed. */
  readonly severe: number;
  /** Milliseconds since the epoch; null if no entry has a time. */
  readonly first: number | null;
  readonly last: number | null;
  /** Distinct addresses; those beyond the dictionary count as one. */
  readonly addresses: number;
  /** Whether some are beyond the dictionary, so that there may be more. */
  readonly moreAddresses: boolean;
  /** Distinct paths. */
  readonly targets: number;
  /** Distinct paths with an entry that passed. */
  readonly reached: number;
  /** The common country of all entries; null if they differ or have none. */
  readonly country: string | null;
  /** Entries by bucket. */
  readonly trend: Uint32Array;
}

export interface ActorsAnswer {
  /** The first `most` in the requested order. */
  readonly rows: readonly Actor[];
  /** Total number of actors. */
  readonly actors: number;
  readonly total: number;
  /** Entries of no actor, because their network, program or path is beyond the dictionaries. */
  readonly leftOut: number;
}

/** With more path shapes than this, a network and program are one actor. */
export const MOST_SHAPES = 8;

/** Sums by group or by actor. In few arrays, since attackers can make very many groups. */
class Figures {
  readonly #bars: number;
  outcomes = new Uint32Array();
  severe = new Uint32Array();
  /** 1 if addresses beyond the dictionary are among the entries. */
  beyond = new Uint32Array();
  /** One more than the number of the common country; 0 before the first entry. */
  countries = new Uint32Array();
  /** Milliseconds since the epoch; not finite if no entry has a time. */
  first = new Float64Array();
  last = new Float64Array();
  trends = new Uint32Array();

  constructor(bars: number) {
    this.#bars = bars;
  }

  /** Makes room for this many groups. */
  reserve(count: number): void {
    this.outcomes = widened(this.outcomes, count * OUTCOMES.length);
    this.severe = widened(this.severe, count);
    this.beyond = widened(this.beyond, count);
    this.countries = widened(this.countries, count);
    this.first = widened(this.first, count, Number.POSITIVE_INFINITY);
    this.last = widened(this.last, count, Number.NEGATIVE_INFINITY);
    this.trends = widened(this.trends, count * this.#bars);
  }

  addCountry(at: number, country: number): void {
    const before = this.countries[at];
    if (before !== 0 && before !== country) this.countries[at] = OTHER + 1;
    else this.countries[at] = country;
  }

  addTimes(at: number, first: number, last: number): void {
    if (first < (this.first[at] as number)) this.first[at] = first;
    if (last > (this.last[at] as number)) this.last[at] = last;
  }

  /** Adds a group of other figures. */
  add(at: number, figures: Figures, group: number): void {
    add(this.outcomes, at, figures.outcomes, group, OUTCOMES.length);
    add(this.severe, at, figures.severe, group, 1);
    if (figures.beyond[group] === 1) this.beyond[at] = 1;
    this.addCountry(at, figures.countries[group] as number);
    this.addTimes(at, figures.first[group] as number, figures.last[group] as number);
    add(this.trends, at, figures.trends, group, this.#bars);
  }

  countOf(at: number): number {
    let count = 0;
    const first = at * OUTCOMES.length;
    for (let each = first; each < first + OUTCOMES.length; each += 1)
      count += this.outcomes[each] as number;
    return count;
  }

  outcomesOf(at: number): Split {
    return splitAt(this.outcomes, at * OUTCOMES.length);
  }

  trendOf(at: number): Uint32Array {
    return this.trends.slice(at * this.#bars, (at + 1) * this.#bars);
  }
}

/** Adds the `wide` numbers of a group to those at a place. */
function add(sums: Uint32Array, at: number, of: Uint32Array, group: number, wide: number): void {
  for (let each = 0; each < wide; each += 1) {
    sums[at * wide + each] =
      (sums[at * wide + each] as number) + (of[group * wide + each] as number);
  }
}

const increment = (counts: Uint32Array, at: number): void => {
  counts[at] = (counts[at] as number) + 1;
};

/** Groups merged between two looks at the clock. */
const STRIDE = 1024;

type Three<Item> = readonly [Item, Item, Item];

/** The actors of one store, or of many with different entries. */
export class Actors {
  readonly #wanted: ActorsWanted;
  readonly #asns = new ValueNumbers();
  readonly #families = new ValueNumbers();
  readonly #shapes = new ValueNumbers();
  readonly #countries = new ValueNumbers();
  readonly #ips = new ValueNumbers();
  readonly #paths = new ValueNumbers();
  readonly #groups = new Groups();
  /** Of the only store, whose groups below are actors. */
  #merged: Merged | undefined;
  /** By group. */
  readonly #figures: Figures;
  /** Addresses, paths, and paths of entries that passed. */
  readonly #values = new DistinctValues({ columns: 3 });
  #total = 0;
  #leftOut = 0;

  constructor(wanted: ActorsWanted) {
    this.#wanted = wanted;
    this.#figures = new Figures(wanted.buckets.count);
  }

  isFull(): boolean {
    return this.#values.isFull;
  }

  /** @param isOnly whether it is the only store: groups are merged at once then, as fewer sums are faster */
  *adding(
    store: EventStore,
    parts: readonly Part[],
    { isOnly }: { readonly isOnly: boolean },
  ): Generator<void, void, void> {
    const [family, shape] = [coarseCodes(store, 'family'), coarseCodes(store, 'shape')];
    yield* family.learn();
    yield* shape.learn();
    const countries = this.#countries.ofColumn(store, 'country');
    const ips = this.#ips.ofColumn(store, 'remoteIp');
    yield;
    const paths = this.#paths.ofColumn(store, 'path');
    yield;
    const families = this.#families.ofCodes(family.count, (code) => family.nameOf(code));
    const shapes = this.#shapes.ofCodes(shape.count, (code) => shape.nameOf(code));
    yield;
    const of = yield* this.#groups.of(parts, [
      ['asn', this.#asns.ofColumn(store, 'asn')],
      ['userAgent', family.codes.map((code) => families[code] as number)],
      ['path', shape.codes.map((code) => shapes[code] as number)],
    ]);
    if (isOnly) {
      this.#merged = merged(this.#groups);
      yield;
      yield* renumber(of, this.#merged.actorOf);
    }
    const figures = this.#figures;
    const groups = this.#merged?.heads.length ?? this.#groups.groups.count;
    figures.reserve(groups);
    const selected = of.reduce((sum, own) => sum + own.length, 0);
    const values = this.#values;
    const [addresses, targets, reached] = values.reserve(selected, groups) as Three<Uint16Array>;
    const outcomes = outcomesByCode(store.dictionary('status'));
    const isSevere = severeCodes(store.dictionary('severity'));
    const { start, size, count: bars } = this.#wanted.buckets;
    for (const [index, part] of parts.entries()) {
      const own = of[index] as Int32Array;
      const { rows } = rowsOf(part);
      const { segment } = part;
      const pathCodes = codesOf(segment, 'path');
      const ipCodes = codesOf(segment, 'remoteIp');
      const countryCodes = codesOf(segment, 'country');
      const statusCodes = codesOf(segment, 'status');
      const severityCodes = codesOf(segment, 'severity');
      this.#total += own.length;
      for (let at = 0; at < own.length; at += 1) {
        const group = own[at] as number;
        if (group === NO_PAIR) {
          this.#leftOut += 1;
          continue;
        }
        const row = rows[at] as number;
        const path = paths[pathCodes[row] as number] as number;
        const ip = ips[ipCodes[row] as number] as number;
        const country = countries[countryCodes[row] as number] as number;
        const outcome = outcomes[statusCodes[row] as number] as number;
        increment(figures.outcomes, group * OUTCOMES.length + outcome);
        const isSevereHere = isSevere[severityCodes[row] as number];
        if (outcome === LOGGED && isSevereHere) increment(figures.severe, group);
        const to = values.add(group);
        addresses[to] = ip;
        targets[to] = path;
        reached[to] = outcome === LOGGED ? path : ABSENT;
        if (ip === OTHER) figures.beyond[group] = 1;
        figures.addCountry(group, country + 1);
        const time = segment.times[row] as number;
        if (time === UNDATED) continue;
        figures.addTimes(group, time, time);
        const bar = Math.floor((time - start) / size);
        if (bar >= 0 && bar < bars) increment(figures.trends, group * bars + bar);
      }
      yield;
    }
  }

  add(store: EventStore, parts: readonly Part[]): void {
    drained(this.adding(store, parts, { isOnly: false }));
  }

  *#summed(actorOf: Int32Array, actors: number): Generator<void, Figures, void> {
    const sums = new Figures(this.#wanted.buckets.count);
    sums.reserve(actors);
    for (const [group, actor] of actorOf.entries()) {
      sums.add(actor, this.#figures, group);
      if (group % STRIDE === 0) yield;
    }
    return sums;
  }

  *answering(): Generator<void, ActorsAnswer, void> {
    const { order, most } = this.#wanted;
    const { actorOf, heads } = this.#merged ?? merged(this.#groups);
    const sums = this.#merged ? this.#figures : yield* this.#summed(actorOf, heads.length);
    const distinct = yield* this.#values.by(heads.length, this.#merged ? undefined : actorOf);
    const [addresses, targets, reached] = distinct as Three<Uint32Array>;
    const counts = heads.map((_, actor) => sums.countOf(actor));
    yield;
    const keyOf = (actor: number): number => {
      switch (order) {
        case 'count':
          return counts[actor] as number;
        case 'passed':
          return sums.outcomes[actor * OUTCOMES.length + LOGGED] as number;
        case 'severe':
          return sums.severe[actor] as number;
        case 'addresses':
          return addresses[actor] as number;
        case 'reached':
          return reached[actor] as number;
        case 'first':
          return finite(sums.first[actor]) ?? Number.NEGATIVE_INFINITY;
      }
    };
    const keys = heads.map((_, actor) => keyOf(actor));
    yield;
    const compared = (a: number, b: number) =>
      keys[a] === keys[b] ? 0 : (keys[b] as number) - (keys[a] as number);
    const shown = [...heads.keys()]
      .sort((a, b) => compared(a, b) || (counts[b] as number) - (counts[a] as number) || a - b)
      .slice(0, most);
    return {
      actors: heads.length,
      total: this.#total,
      leftOut: this.#leftOut,
      rows: shown.map((actor): Actor => {
        const { group, shapes } = heads[actor] as Head;
        const [asn, family, shape] = this.#groups.valuesOf(group);
        return {
          asn: this.#asns.valueOf(asn),
          family: this.#families.valueOf(family),
          shape: shapes > 1 ? null : this.#shapes.valueOf(shape),
          shapes,
          count: counts[actor] as number,
          outcomes: sums.outcomesOf(actor),
          severe: sums.severe[actor] as number,
          first: finite(sums.first[actor]),
          last: finite(sums.last[actor]),
          addresses: addresses[actor] as number,
          moreAddresses: sums.beyond[actor] === 1,
          targets: targets[actor] as number,
          reached: reached[actor] as number,
          country: this.#countries.valueOf((sums.countries[actor] as number) - 1),
          trend: sums.trendOf(actor),
        };
      }),
    };
  }

  answer(): ActorsAnswer {
    return drained(this.answering());
  }
}

export function* actors(
  store: EventStore,
  parts: readonly Part[],
  wanted: ActorsWanted,
): Generator<void, ActorsAnswer, void> {
  const all = new Actors(wanted);
  yield* all.adding(store, parts, { isOnly: true });
  return yield* all.answering();
}

/** The first group of an actor, and its number of shapes. */
interface Head {
  readonly group: number;
  readonly shapes: number;
}

interface Merged {
  /** By group. */
  readonly actorOf: Int32Array;
  /** By actor. */
  readonly heads: readonly Head[];
}

/** Merges groups into actors: a sender with too many shapes is one. */
function merged({ pairs: senders, groups }: Groups): Merged {
  const shapes = new Uint32Array(senders.count);
  for (let group = 0; group < groups.count; group += 1) {
    const sender = groups.firstOf(group);
    shapes[sender] = (shapes[sender] as number) + 1;
  }
  const scans = new Int32Array(senders.count).fill(-1);
  const actorOf = new Int32Array(groups.count);
  const heads: Head[] = [];
  for (let group = 0; group < groups.count; group += 1) {
    const sender = groups.firstOf(group);
    const many = (shapes[sender] as number) > MOST_SHAPES;
    if (many && (scans[sender] as number) >= 0) {
      actorOf[group] = scans[sender] as number;
      continue;
    }
    actorOf[group] = heads.length;
    if (many) scans[sender] = heads.length;
    heads.push({ group, shapes: many ? (shapes[sender] as number) : 1 });
  }
  return { actorOf, heads };
}

/** Replaces groups of rows by actors. */
function* renumber(of: readonly Int32Array[], actorOf: Int32Array): Generator<void, void, void> {
  for (const own of of) {
    for (let at = 0; at < own.length; at += 1) {
      const group = own[at] as number;
      if (group !== NO_PAIR) own[at] = actorOf[group] as number;
    }
    yield;
  }
}

const finite = (time = Number.NaN): number | null => (Number.isFinite(time) ? time : null);

/** A filter for exactly the entries of an actor. */
export function actorTerms({ asn, family, shape, shapes }: Actor): string {
  const sender = `${includeTerm('asn', asn)} ${coarseTerm('family', family)}`;
  return shapes > 1 ? sender : `${sender} ${coarseTerm('shape', shape)}`;
}
