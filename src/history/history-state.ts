import { greatest } from '../text/numbers.ts';
import type { Printable } from '../text/printable.ts';
import {
  DATED_MS,
  type Fact,
  type FactKind,
  type FactSubject,
  KEPT_AFTER_MS,
  type LastSeverity,
  NO_ISSUES,
  subjectKey,
  UNWATCHED,
} from './fact.ts';
import type { HistoryFile, KeptMark, WatchedSpan } from './history-file.ts';

/** What is known about the past of watched items. */
export interface HistoryState {
  /** Oldest first, at most {@link MAX_FACTS}. */
  readonly facts: readonly Fact[];
  /** By the key of the subject. */
  readonly health: ReadonlyMap<string, Health>;
  /** When each subject was watched, by its key, oldest end first. */
  readonly watched: ReadonlyMap<string, readonly WatchedSpan[]>;
  /** Marks on log entries, by the key of their zone. */
  readonly marks: ReadonlyMap<string, readonly KeptMark[]>;
  readonly keeping: Keeping;
}

/** What lasts of a subject's health. It may be older than {@link HistoryState.facts} reach. */
interface Health {
  /** The newest fact: the start of the present severity. */
  readonly latest: Fact;
  /** The first error or warning after it was last well: the start of its issues. Null if there is none. */
  readonly firstIssue: Fact | null;
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
  const health = withHealth(NO_HISTORY.health, file.lastingHealth());
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
  return { ...state, facts, health: withHealth(state.health, more, now) };
}

function withHealth(
  before: HistoryState['health'],
  more: readonly Fact[],
  now = Number.POSITIVE_INFINITY,
): HistoryState['health'] {
  const health = new Map(before);
  for (const fact of more) {
    if (fact.kind !== 'health') continue;
    const key = subjectKey(fact.subject);
    const known = health.get(key);
    const isNewer = !known || known.latest.by <= fact.by || known.latest.by > now + UNWATCHED;
    if (isNewer) health.set(key, { latest: fact, firstIssue: firstIssueAt(fact, known) });
  }
  return health;
}

const isIssue = ({ severity }: Fact): boolean => severity === 'bad' || severity === 'warn';

/** The start of the issues at `fact`. An answer without a status does not end them. */
function firstIssueAt(fact: Fact, before: Health | undefined): Fact | null {
  if (fact.severity === 'good') return null;
  const known = before?.firstIssue;
  // It is later if it was dated by a clock that was set back since.
  if (known && known.by <= fact.by) return known;
  return isIssue(fact) ? fact : null;
}

/** The facts that say what lasts: one, or two of different times. */
export const lastingFacts = ({ latest, firstIssue }: Health): readonly Fact[] =>
  firstIssue === null || firstIssue.by === latest.by ? [latest] : [firstIssue, latest];

type KnownPast = Pick<HistoryState, 'facts' | 'health' | 'watched'>;

/** What was known at a time, wall clock. */
export function historyAt({ facts, health, watched }: KnownPast, time: number): KnownPast {
  const isPast = ({ by }: Fact) => by <= time;
  const past = facts.filter(isPast);
  const lasting = [...health.values()].flatMap(lastingFacts).filter(isPast);
  const ended = (spans: readonly WatchedSpan[]) =>
    spans
      .filter((span) => span.since <= time)
      .map((span) => ({ ...span, until: Math.min(span.until, time) }));
  return {
    facts: past,
    health: withHealth(NO_HISTORY.health, [...lasting, ...past]),
    watched: new Map([...watched].map(([key, spans]) => [key, ended(spans)])),
  };
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
  /** `exactly`: the change was seen; `before`: it was so at the first answer, or the first for more than {@link DATED_MS}. */
  readonly how: 'exactly' | 'before';
  /** Whether nobody looked for a while since; it was so at every look. */
  readonly hasGaps: boolean;
}

type Start = KnownSince | null | undefined;

export const isSameStart = (a: Start, b: Start): boolean =>
  a?.at === b?.at && a?.how === b?.how && a?.hasGaps === b?.hasGaps;

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
  const fact = health.get(key)?.latest;
  if (!fact || fact.severity !== level) return undefined;
  const how = isSeenChange(fact) ? 'exactly' : 'before';
  return { at: fact.by, how, hasGaps: hasGapsSince(fact.by, watched.get(key), until) };
}

/** Whether the answer before was recent. Otherwise it may have changed long before. */
const isSeenChange = ({ after, by }: Fact): boolean => after !== null && by - after <= DATED_MS;

/** Since when a subject has had issues of any severity; undefined if it has none, or that is unknown. */
export function issuesSinceOf(
  { health, watched }: Pick<HistoryState, 'health' | 'watched'>,
  subject: FactSubject,
  until?: number,
): KnownSince | undefined {
  const key = subjectKey(subject);
  const known = health.get(key);
  if (!known?.firstIssue || !isIssue(known.latest)) return undefined;
  const { by, from } = known.firstIssue;
  // With another value, it had issues already, whose start was removed, or it was not known to be well.
  const wasWell = from === null || from === NO_ISSUES;
  const how = wasWell && isSeenChange(known.firstIssue) ? 'exactly' : 'before';
  return { at: by, how, hasGaps: hasGapsSince(by, watched.get(key), until) };
}

function hasGapsSince(time: number, all: readonly WatchedSpan[] = [], until?: number): boolean {
  const spans = all.filter((span) => span.until > time);
  const kept = greatest([time, ...spans.map((span) => span.until)]);
  // The end of a running watch is written only now and then.
  const isUnkept = until === undefined || until - kept <= KEPT_AFTER_MS;
  return gapsIn(spans, time, isUnkept ? kept : until).length > 0;
}
