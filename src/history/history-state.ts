import { greatest } from '../text/numbers.ts';
import type { Printable } from '../text/printable.ts';
import {
  type Fact,
  type FactKind,
  type FactSubject,
  KEPT_AFTER_MS,
  type LastSeverity,
  subjectKey,
  UNWATCHED,
} from './fact.ts';
import type { HistoryFile, KeptMark, WatchedSpan } from './history-file.ts';

/** What is known about the past of watched items. */
export interface HistoryState {
  /** Oldest first, at most {@link MAX_FACTS}. */
  readonly facts: readonly Fact[];
  /** The newest fact about the health of each subject, by its key. */
  readonly health: ReadonlyMap<string, Fact>;
  /** When each subject was watched, by its key, oldest first. */
  readonly watched: ReadonlyMap<string, readonly WatchedSpan[]>;
  /** Marks on log entries, by the key of their zone. */
  readonly marks: ReadonlyMap<string, readonly KeptMark[]>;
  readonly keeping: Keeping;
}

/** Where facts are kept. */
export type Keeping =
  /** In memory, for this run only. */
  | { readonly kind: 'run' }
  | { readonly kind: 'file' }
  /** In a recording that is replayed. */
  | { readonly kind: 'recorded' }
  /** `why` is a sentence. */
  | { readonly kind: 'failed'; readonly why: Printable };

export const NO_HISTORY: HistoryState = {
  facts: [],
  health: new Map(),
  watched: new Map(),
  marks: new Map(),
  keeping: { kind: 'run' },
};

/** Limit of facts in memory. */
export const MAX_FACTS = 10_000;

/** The state in a file; `now` as in {@link withFacts}. */
export function stateFrom(file: HistoryFile, now?: number): HistoryState {
  const watched = new Map<string, WatchedSpan[]>();
  for (const [subject, span] of file.watched()) {
    const key = subjectKey(subject);
    const spans = watched.get(key) ?? [];
    if (spans.length === 0) watched.set(key, spans);
    spans.push(span);
  }
  const health = new Map(file.latestHealth().map((fact) => [subjectKey(fact.subject), fact]));
  const known = { ...NO_HISTORY, health, watched, marks: marksOf(file) };
  return withFacts(known, file.facts(MAX_FACTS), now);
}

export const marksOf = (file: HistoryFile): HistoryState['marks'] =>
  Map.groupBy(file.marks(), ({ zone }) => subjectKey({ kind: 'shieldZones', id: zone }));

/**
 * Adds facts in the order of time.
 *
 * @param more in the order in which they were kept. A fact in the future was dated by a clock that was set back
 * since; the next one replaces it
 * @param now wall clock
 */
export function withFacts(
  state: HistoryState,
  more: readonly Fact[],
  now = Number.POSITIVE_INFINITY,
): HistoryState {
  const facts = [...state.facts, ...more].sort((a, b) => a.by - b.by).slice(-MAX_FACTS);
  const health = new Map(state.health);
  for (const fact of more) {
    if (fact.kind !== 'health') continue;
    const key = subjectKey(fact.subject);
    const known = health.get(key);
    const isNewer = !known || known.by <= fact.by || known.by > now + UNWATCHED;
    if (isNewer) health.set(key, fact);
  }
  return { ...state, facts, health };
}

/** {@link LastSeverity} from facts, oldest first. */
export const lastSeverityIn =
  (facts: readonly Fact[], { kind: of, id }: FactSubject): LastSeverity =>
  (kind, place, start) =>
    facts.findLast(
      (fact) =>
        fact.kind === kind &&
        fact.place === place &&
        fact.subject.id === id &&
        fact.subject.kind === of &&
        (fact.to ?? '').startsWith(start),
    )?.severity;

/** Kinds that each console derives by itself. */
export const FOUND_BY_EACH: readonly FactKind[] = ['watch', 'burst', 'rate'];

/**
 * Whether two facts are the same finding of two consoles: a change at a time within both spans, or for kinds that
 * each console derives, less than two minutes apart.
 */
export const isSame = (fact: Fact, other: Fact): boolean =>
  fact.kind === other.kind &&
  fact.severity === other.severity &&
  fact.place === other.place &&
  subjectKey(fact.subject) === subjectKey(other.subject) &&
  (FOUND_BY_EACH.includes(fact.kind)
    ? Math.abs(fact.by - other.by) < UNWATCHED
    : fact.from === other.from &&
      fact.to === other.to &&
      (fact.after ?? 0) < other.by &&
      (other.after ?? 0) < fact.by);

/** Gaps in watching between two times. Spans of several consoles may overlap. */
export function gapsIn(
  spans: readonly WatchedSpan[],
  since: number,
  until: number,
): readonly WatchedSpan[] {
  const gaps: WatchedSpan[] = [];
  let known = since;
  for (const span of [...spans].sort((a, b) => a.since - b.since)) {
    if (span.until < since || span.since > until) continue;
    if (span.since - known > UNWATCHED) gaps.push({ since: known, until: span.since });
    known = Math.max(known, span.until);
  }
  if (until - known > UNWATCHED) gaps.push({ since: known, until });
  return gaps;
}

/** Since when a state lasts. Wall clock, milliseconds. */
export interface KnownSince {
  readonly at: number;
  /** `exactly`: the change was seen; `before`: the state was there when first seen. */
  readonly how: 'exactly' | 'before';
  /** Whether nobody looked for a while since; it was so at every look. */
  readonly hasGaps: boolean;
}

/**
 * Since when a subject has had the severity `level`; undefined if unknown.
 *
 * @param until when it was last seen so; by default at the end of what the history knows
 */
export function sinceOf(
  { health, watched }: Pick<HistoryState, 'health' | 'watched'>,
  subject: FactSubject,
  level: string,
  until?: number,
): KnownSince | undefined {
  const key = subjectKey(subject);
  const fact = health.get(key);
  if (!fact || fact.severity !== level) return undefined;
  const spans = (watched.get(key) ?? []).filter((span) => span.until > fact.by);
  const kept = greatest([fact.by, ...spans.map((span) => span.until)]);
  // The end of a running watch is written only now and then.
  const isUnkept = until === undefined || until - kept <= KEPT_AFTER_MS;
  const last = isUnkept ? kept : until;
  return {
    at: fact.by,
    how: fact.after === null ? 'before' : 'exactly',
    hasGaps: gapsIn(spans, fact.by, last).length > 0,
  };
}
