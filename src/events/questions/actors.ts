import { coarseTerm, includeTerm } from '../filter/fields.ts';
import { LOGGED, type Split, SplitCounts, severeCodes } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { OTHER } from '../storage/columns.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';
import { coarseCodes, Groups, NO_PAIR, numberedByCode } from './groups.ts';
import { distinct, startsOf } from './tally.ts';

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

export function* actors(
  store: EventStore,
  parts: readonly Part[],
  { order, most, buckets }: ActorsWanted,
): Generator<void, ActorsAnswer, void> {
  const [families, shapes] = [coarseCodes(store, 'family'), coarseCodes(store, 'shape')];
  yield* families.learn();
  yield* shapes.learn();
  const grouped = new Groups();
  const of = yield* grouped.of(parts, [
    numberedByCode(store, 'asn'),
    ['userAgent', families.codes],
    ['path', shapes.codes],
  ]);
  const { actorOf, heads } = merged(grouped);
  const figures = yield* summed(store, parts, of, actorOf, heads.length, buckets);
  const total = of.reduce((sum, own) => sum + own.length, 0);
  yield;
  return {
    actors: heads.length,
    total,
    leftOut: total - figures.included,
    rows: actorRows(figures, heads, { order, most }, ({ group }) => {
      const [asn, family, shape] = grouped.valuesOf(group);
      return {
        asn: store.dictionary('asn').valueOf(asn) ?? null,
        family: families.nameOf(family),
        shape: shapes.nameOf(shape),
      };
    }),
  };
}

/** The first `most` actors in this order; `named` returns network, program and path of a group. */
export function actorRows(
  figures: ActorFigures,
  heads: readonly Head[],
  { order, most }: Pick<ActorsWanted, 'order' | 'most'>,
  named: (head: Head) => Pick<Actor, 'asn' | 'family' | 'shape'>,
): readonly Actor[] {
  return ordered(figures, heads.length, order)
    .slice(0, most)
    .map((actor) => {
      const head = heads[actor] as Head;
      const { shapes } = head;
      return {
        ...named(head),
        shapes,
        ...(shapes > 1 && { shape: null }),
        count: figures.counts[actor] as number,
        outcomes: figures.outcomesOf(actor),
        severe: figures.severe[actor] as number,
        first: finite(figures.first[actor]),
        last: finite(figures.last[actor]),
        addresses: figures.addresses[actor] as number,
        moreAddresses: figures.beyond[actor] === 1,
        targets: figures.targets[actor] as number,
        reached: figures.reached[actor] as number,
        country: figures.countryOf(actor),
        trend: figures.trendOf(actor),
      };
    });
}

/** Indexes of the actors in this order. */
function ordered(figures: ActorFigures, actors: number, order: ActorOrder): readonly number[] {
  const { counts, severe, addresses, reached, first, outcomesOf } = figures;
  const keys: Readonly<Record<ActorOrder, (actor: number) => number>> = {
    count: (actor) => counts[actor] as number,
    passed: (actor) => outcomesOf(actor).logged,
    severe: (actor) => severe[actor] as number,
    addresses: (actor) => addresses[actor] as number,
    reached: (actor) => reached[actor] as number,
    first: (actor) => finite(first[actor]) ?? Number.NEGATIVE_INFINITY,
  };
  const by = Float64Array.from({ length: actors }, (_, actor) => keys[order](actor));
  const compared = (a: number, b: number) => (by[a] === by[b] ? 0 : (by[b] ?? 0) - (by[a] ?? 0));
  return Array.from({ length: actors }, (_, actor) => actor).sort(
    (a, b) => compared(a, b) || (counts[b] as number) - (counts[a] as number) || a - b,
  );
}

/** The first group of an actor, and its number of shapes. */
interface Head {
  readonly group: number;
  readonly shapes: number;
}

/** Merges groups into actors: a sender with too many shapes is one. */
export function merged({ pairs: senders, groups }: Groups): {
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

export interface ActorFigures {
  readonly counts: ArrayLike<number>;
  readonly severe: ArrayLike<number>;
  /** Distinct values. */
  readonly addresses: ArrayLike<number>;
  /** 1 if addresses beyond the dictionary are among them. */
  readonly beyond: ArrayLike<number>;
  readonly targets: ArrayLike<number>;
  readonly reached: ArrayLike<number>;
  /** Milliseconds since the epoch; not finite if no entry has a time. */
  readonly first: ArrayLike<number>;
  readonly last: ArrayLike<number>;
  outcomesOf(actor: number): Split;
  countryOf(actor: number): string | null;
  trendOf(actor: number): Uint32Array;
}

function* summed(
  store: EventStore,
  parts: readonly Part[],
  of: readonly Int32Array[],
  actorOf: Int32Array,
  actors: number,
  { start, size, count: bars }: Buckets,
): Generator<void, ActorFigures & { readonly included: number }, void> {
  const counts = new Uint32Array(actors);
  for (const own of of) {
    for (let at = 0; at < own.length; at += 1) {
      const group = own[at] as number;
      if (group === NO_PAIR) continue;
      const actor = actorOf[group] as number;
      counts[actor] = (counts[actor] as number) + 1;
    }
    yield;
  }
  const starts = startsOf(counts);
  const next = starts.slice();
  const included = starts[actors] as number;
  const addresses = new Uint16Array(included);
  const beyond = new Uint8Array(actors);
  const targets = new Uint16Array(included);
  /** Absent if the entry was stopped. */
  const reached = new Uint16Array(included);
  const first = new Float64Array(actors).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(actors).fill(Number.NEGATIVE_INFINITY);
  const countries = new Int32Array(actors).fill(-1);
  const trends = new Uint32Array(actors * bars);
  const outcomes = new SplitCounts(store, actors);
  const severe = new Uint32Array(actors);
  const isSevere = severeCodes(store.dictionary('severity'));
  for (const [index, part] of parts.entries()) {
    const own = of[index] as Int32Array;
    const { rows } = rowsOf(part);
    const { segment } = part;
    const statuses = codesOf(segment, 'status');
    const ips = codesOf(segment, 'remoteIp');
    const paths = codesOf(segment, 'path');
    const countryCodes = codesOf(segment, 'country');
    const severities = codesOf(segment, 'severity');
    for (let at = 0; at < own.length; at += 1) {
      const group = own[at] as number;
      if (group === NO_PAIR) continue;
      const actor = actorOf[group] as number;
      const row = rows[at] as number;
      const slot = next[actor] as number;
      next[actor] = slot + 1;
      addresses[slot] = ips[row] as number;
      if (ips[row] === OTHER) beyond[actor] = 1;
      targets[slot] = paths[row] as number;
      const outcome = outcomes.outcomeIndex(statuses[row] as number);
      outcomes.addAs(actor, outcome);
      if (outcome === LOGGED) {
        reached[slot] = paths[row] as number;
        if (isSevere[severities[row] as number]) severe[actor] = (severe[actor] as number) + 1;
      }
      const country = countryCodes[row] as number;
      const before = countries[actor] as number;
      if (before === -1) countries[actor] = country;
      else if (before !== country) countries[actor] = OTHER;
      const time = segment.times[row] as number;
      if (time === UNDATED) continue;
      if (time < (first[actor] as number)) first[actor] = time;
      if (time > (last[actor] as number)) last[actor] = time;
      const bar = Math.floor((time - start) / size);
      if (bar < 0 || bar >= bars) continue;
      const trend = actor * bars + bar;
      trends[trend] = (trends[trend] as number) + 1;
    }
    yield;
  }
  const dictionary = store.dictionary('country');
  return {
    included,
    counts,
    severe,
    first,
    last,
    addresses: yield* distinct(addresses, starts),
    beyond,
    targets: yield* distinct(targets, starts),
    reached: yield* distinct(reached, starts),
    outcomesOf: (actor) => outcomes.of(actor),
    countryOf: (actor) => dictionary.valueOf(countries[actor] as number) ?? null,
    trendOf: (actor) => trends.subarray(actor * bars, (actor + 1) * bars),
  };
}

const finite = (time: number | undefined): number | null =>
  time !== undefined && Number.isFinite(time) ? time : null;

/** A filter for exactly the entries of an actor. */
export function actorTerms({ asn, family, shape, shapes }: Actor): string {
  const sender = `${includeTerm('asn', asn)} ${coarseTerm('family', family)}`;
  return shapes > 1 ? sender : `${sender} ${coarseTerm('shape', shape)}`;
}
