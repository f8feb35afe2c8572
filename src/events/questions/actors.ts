import { coarseTerm, includeTerm } from '../filter/fields.ts';
import { LOGGED, OUTCOMES, outcomesByCode, type Split, severeCodes, splitAt } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { OTHER } from '../storage/columns.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';
import { coarseCodes, DistinctPairs, Groups, NO_PAIR, ValueNumbers } from './groups.ts';
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

/** Sums of a group, or of an actor. */
interface Figures {
  count: number;
  readonly outcomes: Uint32Array;
  severe: number;
  /** Whether addresses beyond the dictionary are among its entries. */
  moreAddresses: boolean;
  country: number;
  /** Milliseconds since the epoch; not finite if no entry has a time. */
  first: number;
  last: number;
  readonly trend: Uint32Array;
}

const noFigures = (bars: number, country: number): Figures => ({
  count: 0,
  outcomes: new Uint32Array(OUTCOMES.length),
  severe: 0,
  moreAddresses: false,
  country,
  first: Number.POSITIVE_INFINITY,
  last: Number.NEGATIVE_INFINITY,
  trend: new Uint32Array(bars),
});

function addInto(sum: Figures, of: Figures): void {
  sum.count += of.count;
  for (const [at, count] of of.outcomes.entries())
    sum.outcomes[at] = (sum.outcomes[at] ?? 0) + count;
  sum.severe += of.severe;
  sum.moreAddresses ||= of.moreAddresses;
  if (sum.country !== of.country) sum.country = OTHER;
  sum.first = Math.min(sum.first, of.first);
  sum.last = Math.max(sum.last, of.last);
  for (const [at, count] of of.trend.entries()) sum.trend[at] = (sum.trend[at] ?? 0) + count;
}

/** Groups merged between two looks at the clock. */
const STRIDE = 1024;

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
  readonly #figures: Figures[] = [];
  /** Pairs of group and value. */
  readonly #addresses = new DistinctPairs();
  readonly #targets = new DistinctPairs();
  readonly #reached = new DistinctPairs();
  #total = 0;
  #leftOut = 0;

  constructor(wanted: ActorsWanted) {
    this.#wanted = wanted;
  }

  isFull(): boolean {
    return this.#addresses.isFull || this.#targets.isFull;
  }

  *adding(store: EventStore, parts: readonly Part[]): Generator<void, void, void> {
    const [family, shape] = [coarseCodes(store, 'family'), coarseCodes(store, 'shape')];
    yield* family.learn();
    yield* shape.learn();
    const countries = this.#countries.ofColumn(store, 'country');
    const ips = this.#ips.ofColumn(store, 'remoteIp');
    const paths = this.#paths.ofColumn(store, 'path');
    const families = this.#families.ofCodes(family.count, (code) => family.nameOf(code));
    const shapes = this.#shapes.ofCodes(shape.count, (code) => shape.nameOf(code));
    yield;
    const of = yield* this.#groups.of(parts, [
      ['asn', this.#asns.ofColumn(store, 'asn')],
      ['userAgent', family.codes.map((code) => families[code] as number)],
      ['path', shape.codes.map((code) => shapes[code] as number)],
    ]);
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
        this.#figures[group] ??= noFigures(bars, country);
        const figures = this.#figures[group];
        figures.count += 1;
        const outcome = outcomes[statusCodes[row] as number] as number;
        figures.outcomes[outcome] = (figures.outcomes[outcome] as number) + 1;
        if (outcome === LOGGED) {
          this.#reached.add(group, path);
          if (isSevere[severityCodes[row] as number]) figures.severe += 1;
        }
        this.#addresses.add(group, ip);
        if (ip === OTHER) figures.moreAddresses = true;
        this.#targets.add(group, path);
        if (figures.country !== country) figures.country = OTHER;
        const time = segment.times[row] as number;
        if (time === UNDATED) continue;
        figures.first = Math.min(figures.first, time);
        figures.last = Math.max(figures.last, time);
        const bar = Math.floor((time - start) / size);
        if (bar >= 0 && bar < bars) figures.trend[bar] = (figures.trend[bar] as number) + 1;
      }
      yield;
    }
  }

  add(store: EventStore, parts: readonly Part[]): void {
    drained(this.adding(store, parts));
  }

  *answering(): Generator<void, ActorsAnswer, void> {
    const { order, most, buckets } = this.#wanted;
    const { actorOf, heads } = merged(this.#groups);
    const sums: Figures[] = [];
    for (const [group, actor] of actorOf.entries()) {
      const own = this.#figures[group] as Figures;
      sums[actor] ??= noFigures(buckets.count, own.country);
      addInto(sums[actor], own);
      if (group % STRIDE === 0) yield;
    }
    const addresses = yield* this.#addresses.by(actorOf, heads.length);
    const targets = yield* this.#targets.by(actorOf, heads.length);
    const reached = yield* this.#reached.by(actorOf, heads.length);
    const keyOf = (figures: Figures, actor: number): number => {
      switch (order) {
        case 'passed':
          return splitAt(figures.outcomes, 0).logged;
        case 'addresses':
          return addresses[actor] as number;
        case 'reached':
          return reached[actor] as number;
        case 'first':
          return finite(figures.first) ?? Number.NEGATIVE_INFINITY;
        default:
          return figures[order];
      }
    };
    const shown = sums
      .map((figures, actor) => ({ figures, actor, key: keyOf(figures, actor) }))
      .sort(
        (a, b) =>
          (a.key === b.key ? 0 : b.key - a.key) ||
          b.figures.count - a.figures.count ||
          a.actor - b.actor,
      )
      .slice(0, most);
    return {
      actors: heads.length,
      total: this.#total,
      leftOut: this.#leftOut,
      rows: shown.map(({ figures, actor }): Actor => {
        const { group, shapes } = heads[actor] as Head;
        const [asn, family, shape] = this.#groups.valuesOf(group);
        const { count, severe, moreAddresses, trend } = figures;
        return {
          asn: this.#asns.valueOf(asn),
          family: this.#families.valueOf(family),
          shape: shapes > 1 ? null : this.#shapes.valueOf(shape),
          shapes,
          count,
          outcomes: splitAt(figures.outcomes, 0),
          severe,
          first: finite(figures.first),
          last: finite(figures.last),
          addresses: addresses[actor] as number,
          moreAddresses,
          targets: targets[actor] as number,
          reached: reached[actor] as number,
          country: this.#countries.valueOf(figures.country),
          trend,
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
  yield* all.adding(store, parts);
  return yield* all.answering();
}

/** The first group of an actor, and its number of shapes. */
interface Head {
  readonly group: number;
  readonly shapes: number;
}

/** Merges groups into actors: a sender with too many shapes is one. */
function merged({ pairs: senders, groups }: Groups): {
  /** By group. */
  readonly actorOf: Int32Array;
  /** By actor. */
  readonly heads: readonly Head[];
} {
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

const finite = (time: number): number | null => (Number.isFinite(time) ? time : null);

/** A filter for exactly the entries of an actor. */
export function actorTerms({ asn, family, shape, shapes }: Actor): string {
  const sender = `${includeTerm('asn', asn)} ${coarseTerm('family', family)}`;
  return shapes > 1 ? sender : `${sender} ${coarseTerm('shape', shape)}`;
}
