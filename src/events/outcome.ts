import { FIRST_VALUE } from './storage/columns.ts';
import type { Dictionary } from './storage/dictionary.ts';
import type { EventStore } from './store.ts';

/** What happened to a request that matched a rule; `other` for an unknown or missing status. */
export type Outcome = (typeof OUTCOMES)[number];

/** In the order of a {@link Split}. */
export const OUTCOMES = ['blocked', 'challenged', 'logged', 'other'] as const;

const OTHER = OUTCOMES.indexOf('other');
export const LOGGED = OUTCOMES.indexOf('logged');

/** Entries by outcome. */
export type Split = Readonly<Record<Outcome, number>>;

/** Index in {@link OUTCOMES} of a status, ignoring case. */
function outcomeAt(status: string | null): number {
  const at = (OUTCOMES as readonly string[]).indexOf((status ?? '').toLowerCase());
  return at < 0 ? OTHER : at;
}

export const outcomeOf = (status: string | null): Outcome => OUTCOMES[outcomeAt(status)] ?? 'other';

/** The outcome index for each status code. */
export function outcomesByCode(statuses: Dictionary): Uint8Array {
  const places = new Uint8Array(statuses.codes).fill(OTHER);
  for (let code = FIRST_VALUE; code < places.length; code += 1) {
    places[code] = outcomeAt(statuses.valueOf(code) ?? null);
  }
  return places;
}

/** The four counts starting at `at`. */
export const splitAt = (counts: ArrayLike<number>, at: number): Split => ({
  blocked: counts[at] ?? 0,
  challenged: counts[at + 1] ?? 0,
  logged: counts[at + 2] ?? 0,
  other: counts[at + 3] ?? 0,
});

/** Severities worth stopping at. The contract does not list any (`help/assumptions.md`). */
const SEVERE: ReadonlySet<string> = new Set([
  'critical',
  'error',
  'emergency',
  'alert',
  'fatal',
  'high',
]);

export const isSevere = (severity: string | null | undefined): boolean =>
  SEVERE.has((severity ?? '').toLowerCase());

/** 1 for the codes of severe severities. */
export function severeCodes(severities: Dictionary): Uint8Array {
  const severe = new Uint8Array(severities.codes);
  for (let code = FIRST_VALUE; code < severe.length; code += 1) {
    severe[code] = Number(isSevere(severities.valueOf(code)));
  }
  return severe;
}

/** A single entry with this outcome. */
export const oneOf = (outcome: Outcome): Split => ({ ...NONE, [outcome]: 1 });

const NONE: Split = { blocked: 0, challenged: 0, logged: 0, other: 0 };

export const bothOf = (a: Split, b: Split): Split => ({
  blocked: a.blocked + b.blocked,
  challenged: a.challenged + b.challenged,
  logged: a.logged + b.logged,
  other: a.other + b.other,
});

export const sumOf = ({ blocked, challenged, logged, other }: Split): number =>
  blocked + challenged + logged + other;

/** Share of requests that did not pass, 0 to 1. */
export const stoppedShare = (split: Split): number =>
  (split.blocked + split.challenged) / Math.max(1, sumOf(split));

/** Splits for a number of groups. */
export class SplitCounts {
  readonly #counts: Uint32Array;
  /** By status code. */
  readonly #outcomeByCode: Uint8Array;

  constructor(store: EventStore, groups: number) {
    this.#counts = new Uint32Array(groups * OUTCOMES.length);
    this.#outcomeByCode = outcomesByCode(store.dictionary('status'));
  }

  add(group: number, status: number): void {
    this.addAs(group, this.outcomeIndex(status));
  }

  /** The outcome of a status, for {@link addAs} when one entry is counted in several groups. */
  outcomeIndex(status: number): number {
    return this.#outcomeByCode[status] ?? OTHER;
  }

  addAs(group: number, outcome: number): void {
    const at = group * OUTCOMES.length + outcome;
    this.#counts[at] = (this.#counts[at] as number) + 1;
  }

  of(group: number): Split {
    return splitAt(this.#counts, group * OUTCOMES.length);
  }
}
