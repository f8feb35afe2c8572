import { LOGGED, OUTCOMES, outcomesByCode, severeCodes, splitAt } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { ABSENT, OTHER } from '../storage/columns.ts';
import { UNDATED } from '../storage/time-unit.ts';
import type { EventStore } from '../store.ts';
import { type ActorFigures, type ActorsAnswer, actorRows, merged } from './actors.ts';
import { drained } from './ask.ts';
import { coarseCodes, DistinctPairs, Groups, NO_PAIR, ValueNumbers } from './groups.ts';
import type { QuestionOf } from './question.ts';
import type { EntrySum } from './sums.ts';

/** Growing arrays with one or several figures per group. */
type Figures = number[];

const add = (figures: Figures, at: number, by = 1): void => {
  figures[at] = (figures[at] ?? 0) + by;
};

/** The actors of many stores; see {@link actors} for one. */
export class ActorsSum implements EntrySum<QuestionOf<'actors'>> {
  readonly #question: QuestionOf<'actors'>;
  readonly #asns = new ValueNumbers();
  readonly #families = new ValueNumbers();
  readonly #shapes = new ValueNumbers();
  readonly #countries = new ValueNumbers();
  readonly #ips = new ValueNumbers();
  readonly #paths = new ValueNumbers();
  readonly #groups = new Groups();
  /** Pairs of group and value. */
  readonly #addresses = new DistinctPairs();
  readonly #beyond: Figures = [];
  readonly #targets = new DistinctPairs();
  readonly #reached = new DistinctPairs();
  readonly #counts: Figures = [];
  readonly #outcomes: Figures = [];
  readonly #severe: Figures = [];
  readonly #first: Figures = [];
  readonly #last: Figures = [];
  readonly #country: Figures = [];
  readonly #trends: Figures = [];
  #total = 0;
  #leftOut = 0;

  constructor(question: QuestionOf<'actors'>) {
    this.#question = question;
  }

  isFull(): boolean {
    return this.#addresses.isFull || this.#targets.isFull;
  }

  add(store: EventStore, parts: readonly Part[]): void {
    const [family, shape] = [coarseCodes(store, 'family'), coarseCodes(store, 'shape')];
    drained(family.learn());
    drained(shape.learn());
    const countries = this.#countries.ofColumn(store, 'country');
    const ips = this.#ips.ofColumn(store, 'remoteIp');
    const paths = this.#paths.ofColumn(store, 'path');
    const families = this.#families.ofCodes(family.count, (code) => family.nameOf(code));
    const shapes = this.#shapes.ofCodes(shape.count, (code) => shape.nameOf(code));
    const of = drained(
      this.#groups.of(parts, [
        ['asn', this.#asns.ofColumn(store, 'asn')],
        ['userAgent', family.codes.map((code) => families[code] as number)],
        ['path', shape.codes.map((code) => shapes[code] as number)],
      ]),
    );
    const outcomes = outcomesByCode(store.dictionary('status'));
    const isSevere = severeCodes(store.dictionary('severity'));
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
        const path = pathCodes[row] as number;
        add(this.#counts, group);
        const outcome = outcomes[statusCodes[row] as number] as number;
        add(this.#outcomes, group * OUTCOMES.length + outcome);
        if (outcome === LOGGED) {
          this.#reached.add(group, paths[path] as number);
          if (isSevere[severityCodes[row] as number]) add(this.#severe, group);
        }
        const ip = ips[ipCodes[row] as number] as number;
        this.#addresses.add(group, ip);
        if (ip === OTHER) this.#beyond[group] = 1;
        this.#targets.add(group, paths[path] as number);
        const country = countries[countryCodes[row] as number] as number;
        const before = this.#country[group];
        this.#country[group] = before === undefined || before === country ? country : OTHER;
        this.#dated(group, segment.times[row] as number);
      }
    }
  }

  #dated(group: number, time: number): void {
    if (time === UNDATED) return;
    this.#first[group] = Math.min(this.#first[group] ?? time, time);
    this.#last[group] = Math.max(this.#last[group] ?? time, time);
    const { start, size, count } = this.#question.buckets;
    const bar = Math.floor((time - start) / size);
    if (bar >= 0 && bar < count) add(this.#trends, group * count + bar);
  }

  answer(): ActorsAnswer {
    const { order, most } = this.#question;
    const { actorOf, heads } = merged(this.#groups);
    return {
      actors: heads.length,
      total: this.#total,
      leftOut: this.#leftOut,
      rows: actorRows(this.#figures(actorOf, heads.length), heads, { order, most }, (head) => {
        const [asn, family, shape] = this.#groups.valuesOf(head.group);
        return {
          asn: this.#asns.valueOf(asn),
          family: this.#families.valueOf(family),
          shape: this.#shapes.valueOf(shape),
        };
      }),
    };
  }

  /** The figures of actors, each with one or several groups. */
  #figures(actorOf: Int32Array, actors: number): ActorFigures {
    const bars = this.#question.buckets.count;
    const counts = new Uint32Array(actors);
    const outcomes = new Uint32Array(actors * OUTCOMES.length);
    const trends = new Uint32Array(actors * bars);
    const severe = new Uint32Array(actors);
    const first = new Float64Array(actors).fill(Number.POSITIVE_INFINITY);
    const last = new Float64Array(actors).fill(Number.NEGATIVE_INFINITY);
    const beyond = new Uint8Array(actors);
    const countries: Figures = [];
    const sumInto = (
      into: Uint32Array,
      of: Figures,
      actor: number,
      group: number,
      each: number,
    ) => {
      for (let at = 0; at < each; at += 1) {
        into[actor * each + at] =
          (into[actor * each + at] as number) + (of[group * each + at] ?? 0);
      }
    };
    for (const [group, actor] of actorOf.entries()) {
      sumInto(counts, this.#counts, actor, group, 1);
      if (this.#beyond[group] === 1) beyond[actor] = 1;
      sumInto(severe, this.#severe, actor, group, 1);
      sumInto(outcomes, this.#outcomes, actor, group, OUTCOMES.length);
      sumInto(trends, this.#trends, actor, group, bars);
      first[actor] = Math.min(
        first[actor] as number,
        this.#first[group] ?? Number.POSITIVE_INFINITY,
      );
      last[actor] = Math.max(last[actor] as number, this.#last[group] ?? Number.NEGATIVE_INFINITY);
      const country = this.#country[group] ?? ABSENT;
      countries[actor] = (countries[actor] ?? country) === country ? country : OTHER;
    }
    return {
      counts,
      severe,
      first,
      last,
      addresses: this.#addresses.by(actorOf, actors),
      beyond,
      targets: this.#targets.by(actorOf, actors),
      reached: this.#reached.by(actorOf, actors),
      outcomesOf: (actor) => splitAt(outcomes, actor * OUTCOMES.length),
      countryOf: (actor) => this.#countries.valueOf(countries[actor] ?? ABSENT),
      trendOf: (actor) => trends.slice(actor * bars, (actor + 1) * bars),
    };
  }
}
