import type { Workspace } from '../state/workspace.ts';
import { count, greatest } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import { type Fact, KEPT_AFTER_MS, subjectKey, THERE } from './fact.ts';
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
import { cell, time } from './report-text.ts';

type Past = Pick<HistoryState, 'facts' | 'health' | 'watched'>;

const SEVERITIES = [
  ['bad', words`errors since`],
  ['warn', words`only warnings since`],
] as const;

const MAX_ITEMS = 200;

/**
 * The items that have issues at the end of a time range, errors before warnings, the oldest first, and since when. Items
 * that nobody watched in that time, or that no longer exist, are left out.
 */
export function issueLines(
  history: Past,
  { since, until }: WatchedSpan,
  workspace: Workspace,
): readonly Printable[] {
  const known = historyAt(history, until);
  const gone = goneItems(known.facts);
  const latest = [...known.health.values()]
    .map((health) => health.latest)
    .filter((fact) => !gone.has(subjectKey(fact.subject)) && lastSeen(known, fact) >= since);
  const groups = factGroups(latest, workspace).toReversed();
  const lines = SEVERITIES.flatMap(([severity, title]) =>
    groups
      .filter(({ facts: [fact] }) => fact.severity === severity)
      .map(({ name, facts: [fact] }) => {
        const starts = startTexts(known, fact, title);
        const seen = lastSeen(known, fact);
        // The end of a running watch is written only now and then.
        const end = until - seen > KEPT_AFTER_MS ? [words`last seen at ${time(seen)}`] : [];
        return words`- ${cell(name)}: ${[...starts, ...end].join('; ') as Printable}`;
      }),
  );
  const left = lines.length - MAX_ITEMS;
  return left > 0
    ? [...lines.slice(0, MAX_ITEMS), words`- ${count(left)} more are left out.`]
    : lines;
}

/** When an item was last watched, or its health changed. */
const lastSeen = ({ watched }: Past, { subject, by }: Fact): number =>
  greatest([by, ...(watched.get(subjectKey(subject)) ?? []).map(({ until }) => until)]);

/** The start of the severity and, if it is another, that of the issues. */
function startTexts(known: Past, { subject, severity, to }: Fact, title: Printable) {
  const own = sinceOf(known, subject, severity);
  const issues = issuesSinceOf(known, subject);
  const first = known.health.get(subjectKey(subject))?.firstIssue?.to ?? null;
  return [
    ...(own ? [words`${title} ${startText(own, to)}`] : []),
    ...(issues && !isSameStart(own, issues)
      ? [words`issues since ${startText(issues, first)}`]
      : []),
  ];
}

/** `before 2026-11-22T12:00:05Z, not watched in between (status failing)`. `why`: the worst issue at that time. */
function startText({ at, how, hasGaps }: KnownSince, why: string | null): Printable {
  const sign = how === 'before' ? words`before ` : words``;
  const gaps = hasGaps ? words`, not watched in between` : words``;
  return words`${sign}${time(at)}${gaps} (${cell(why ?? '')})`;
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
