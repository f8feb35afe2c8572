import type { AppOverview } from '../contract/operations/app-overview.ts';
import type { DnsScan } from '../contract/operations/dns-scan.ts';
import type { Workspace } from '../state/workspace.ts';
import { count, greatest } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import { healthOf, type Observed } from './app-differences.ts';
import {
  type Fact,
  type FactSeverity,
  type FactSubject,
  KEPT_AFTER_MS,
  subjectKey,
  THERE,
} from './fact.ts';
import { factGroups } from './fact-text.ts';
import type { WatchedSpan } from './history-file.ts';
import {
  type HistoryState,
  historyAt,
  isSameStart,
  issuesSinceOf,
  type KnownSince,
  sinceOf,
} from './history-state.ts';
import { OF_KIND } from './observing.ts';
import { cell, time } from './report-text.ts';

type Past = Pick<HistoryState, 'facts' | 'health' | 'watched'>;

const MAX_ITEMS = 200;

/** The last answers of a time range about items that were watched in it, by key. */
export type LatestAnswers = ReadonlyMap<string, Observed<unknown>>;

/** @param at the answer about a subject at or before a time, wall clock. If it rejects, the answer is not known */
export async function latestAnswers(
  { watched }: Pick<Past, 'watched'>,
  { since, until }: WatchedSpan,
  at: (subject: FactSubject, time: number) => Promise<Observed<unknown> | null>,
): Promise<LatestAnswers> {
  const latest = new Map<string, Observed<unknown>>();
  for (const [key, spans] of watched) {
    if (!spans.some((span) => span.since <= until && span.until >= since)) continue;
    const kind = [...OF_KIND.keys()].find((each) => key.startsWith(`${each} `));
    if (kind === undefined) continue;
    const id = key.slice(kind.length + 1);
    const answer = await at({ kind, id }, until).catch(() => null);
    if (answer) latest.set(key, answer);
  }
  return latest;
}

/**
 * The items that have issues at the end of a time range, and since when: errors, failed DNS scans, warnings, the oldest
 * first. Items that nobody watched in that time, or that no longer exist, are left out.
 */
export function issueLines(
  history: Past,
  answers: LatestAnswers,
  { since, until }: WatchedSpan,
  workspace: Workspace,
): readonly Printable[] {
  const known = historyAt(history, until);
  const gone = goneItems(known.facts);
  const latest = [...known.health.values()]
    .map((health) => health.latest)
    .filter((fact) => !gone.has(subjectKey(fact.subject)) && lastSeen(known, fact) >= since);
  const groups = factGroups(latest, workspace).toReversed();
  const line = (name: string, texts: readonly Printable[], seen: number) => {
    // The end of a running watch is written only now and then.
    const end = until - seen > KEPT_AFTER_MS ? [words`last seen at ${time(seen)}`] : [];
    return words`- ${cell(name)}: ${[...texts, ...end].join('; ') as Printable}`;
  };
  const linesOf = (severity: FactSeverity, title: Printable) =>
    groups
      .filter(({ facts: [fact] }) => fact.severity === severity)
      .map(({ name, facts: [fact] }) => {
        const answer = answers.get(subjectKey(fact.subject));
        return line(name, startTexts(known, fact, answer, title), lastSeen(known, fact));
      });
  const scans = [...answers].flatMap(([key, { answer, at }]) => {
    const [kind, id] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    const text = kind === 'dnsZones' && failedScanText(answer as DnsScan);
    if (!text) return [];
    const subject: FactSubject = { kind: 'dnsZones', id };
    const name = workspace.dnsZones.find((zone) => zone.id === id)?.name ?? id;
    return [line(name, [text], lastSeen(known, { subject, by: at }))];
  });
  const lines = [
    ...linesOf('bad', words`errors since`),
    ...scans,
    ...linesOf('warn', words`only warnings since`),
  ];
  const left = lines.length - MAX_ITEMS;
  return left > 0
    ? [...lines.slice(0, MAX_ITEMS), words`- ${count(left)} more are left out.`]
    : lines;
}

/** When an item was last watched, or its health changed. */
const lastSeen = ({ watched }: Past, { subject, by }: Pick<Fact, 'subject' | 'by'>): number =>
  greatest([by, ...(watched.get(subjectKey(subject)) ?? []).map(({ until }) => until)]);

/** The start of the severity with the worst issue and, if it is another, that of the issues. */
function startTexts(
  known: Past,
  { subject, severity, by, to }: Fact,
  answer: Observed<unknown> | undefined,
  title: Printable,
) {
  const own = sinceOf(known, subject, severity);
  // The answer's operation follows from the kind of its subject.
  const health = answer && answer.at >= by ? healthOf(answer as Observed<AppOverview>) : null;
  const why = health?.level === severity ? cell(health.why) : begunWith(to);
  const issues = issuesSinceOf(known, subject);
  const first = known.health.get(subjectKey(subject))?.firstIssue?.to ?? null;
  return [
    ...(own ? [words`${title} ${startText(own, why)}`] : []),
    ...(issues && !isSameStart(own, issues)
      ? [words`issues since ${startText(issues, begunWith(first))}`]
      : []),
  ];
}

const begunWith = (why: string | null): Printable => words`began with: ${cell(why ?? '')}`;

/** When and why the scan failed; null if it did not. */
function failedScanText({ Status, CompletedAt, Error: why }: DnsScan): Printable | null {
  if (Status !== 'Failed') return null;
  const at = CompletedAt === null ? words`` : words` at ${time(Date.parse(CompletedAt))}`;
  return words`last scan failed${at}${why ? words` (${cell(why)})` : words``}`;
}

/** `before 2026-11-22T12:00:05Z, not watched in between (status failing)`. */
function startText({ at, how, hasGaps }: KnownSince, why: Printable): Printable {
  const sign = how === 'before' ? words`before ` : words``;
  const gaps = hasGaps ? words`, not watched in between` : words``;
  return words`${sign}${time(at)}${gaps} (${why})`;
}

/** The items that no longer exist, by key. */
function goneItems(facts: readonly Fact[]): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { kind, place, from, to, subject } of facts) {
    if (kind !== 'status' || place !== '') continue;
    if (from === THERE && to === null) gone.add(subjectKey(subject));
    else gone.delete(subjectKey(subject));
  }
  return gone;
}
