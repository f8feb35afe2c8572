import type { AuditedChange } from '../mutations/audit.ts';
import { itemKinds } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { count, counted, least } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import { type AuditedFact, withAudited } from './console-facts.ts';
import { type Fact, KEPT_AFTER_MS, RETENTION_MS, subjectKey } from './fact.ts';
import { FACT_SIGNS, type FactGroup, factGroups, groupSentence } from './fact-text.ts';
import type { WatchedSpan } from './history-file.ts';
import { gapsIn, type HistoryState, MAX_FACTS } from './history-state.ts';
import { OF_KIND } from './observing.ts';
import { issueLines, type LatestAnswers } from './report-issues.ts';
import { cell, time } from './report-text.ts';

export interface ReportOptions {
  readonly workspace: Workspace;
  /** Profile and host: `prod, api.example.net`. */
  readonly service: Printable;
  /** The range, wall clock, in milliseconds. */
  readonly since: number;
  readonly until: number;
  readonly now: number;
  readonly latest: LatestAnswers;
  /** The zones' logs as Markdown, or why they are missing. */
  readonly events: readonly Printable[];
  /** Calls with a request id, or a sentence why there are none. */
  readonly calls: readonly ReportedCall[] | Printable;
  /** Changes from the audit file, including those made at the prompt. */
  readonly audited?: readonly AuditedFact[];
}

/** A change or failed call that the service's operators can look up. All texts are hostile. */
export interface ReportedCall {
  /** Send time, wall clock, in milliseconds. */
  readonly at: number;
  readonly what: string;
  readonly outcome: string;
  readonly requestId: string;
}

const MAX_CALLS = 50;

const MAX_ROWS = 200;

/**
 * The changes in a time range as Markdown for a ticket: the first problem of each item, what has issues at the end,
 * timeline, events, notes, changes made from here, request ids, and gaps in watching. Times are UTC.
 */
export function reportLines(
  history: Pick<HistoryState, 'facts' | 'health' | 'watched' | 'marks'>,
  { workspace, service, since, until, now, latest, events, calls, audited = [] }: ReportOptions,
): readonly Printable[] {
  const { facts, watched, marks } = history;
  const isInside = ({ by }: Fact) => by >= since && by <= until;
  const inside = facts.filter(isInside);
  // Oldest first.
  const groups = factGroups(inside, workspace).toReversed();
  const things = new Set(groups.map(({ name }) => name));
  const changes = withAudited(
    facts.filter(({ kind }) => kind === 'change'),
    audited,
    isInside,
  );
  return [
    words`# What changed, ${time(since)} to ${time(until)}`,
    words``,
    words`${cell(service)} · ${counted(groups.length, words`change`)} seen in ${counted(things.size, words`thing`)} · times are UTC, and those of the answers that showed a change`,
    ...missingLines(facts, since, now),
    words``,
    words`## First problem of each`,
    words``,
    ...orNone(firstTroubles(groups, inside), words`Nothing was seen to go bad.`),
    words``,
    words`## Issues at the end`,
    words``,
    ...orNone(issueLines(history, latest, { since, until }, workspace), words`None was seen.`),
    words``,
    words`## Timeline`,
    words``,
    ...timelineTable(groups),
    words``,
    words`## Events`,
    words``,
    ...events,
    words``,
    words`## Notes on events`,
    words``,
    ...noteLines(marks, { since, until }, workspace),
    words``,
    words`## Changed from here`,
    words``,
    ...orNone(
      factGroups(changes, workspace)
        .toReversed()
        .map((group) => words`- ${time(group.facts[0].by)} ${rowText(group)}`),
      words`Nothing.`,
    ),
    words``,
    words`## Request ids`,
    words``,
    ...(typeof calls === 'string'
      ? [cell(calls)]
      : callTable(calls.filter(({ at }) => at >= since && at <= until))),
    words``,
    words`## Not watched`,
    words``,
    ...watchedLines(inside, watched, { since, until, now }, workspace),
  ];
}

/** A warning if the facts in memory do not reach back to the start. */
function missingLines(facts: readonly Fact[], since: number, now: number): readonly Printable[] {
  const missing = (from: number, why: Printable) =>
    from > since ? [words``, words`**Changes before ${time(from)} are missing:** ${why}`] : [];
  const kept = now - RETENTION_MS;
  const [oldest] = facts;
  // Older facts are the starts of what lasts.
  return oldest && oldest.by > kept && facts.length >= MAX_FACTS
    ? missing(oldest.by, words`only the last ${count(MAX_FACTS)} are read.`)
    : missing(kept, words`changes are kept for seven days.`);
}

const orNone = (lines: readonly Printable[], none: Printable): readonly Printable[] =>
  lines.length > 0 ? lines : [none];

const rowText = (group: FactGroup): Printable =>
  words`${cell(group.name)}: ${cell(groupSentence(group))}`;

function firstTroubles(groups: readonly FactGroup[], facts: readonly Fact[]): readonly Printable[] {
  const first = new Map<string, FactGroup>();
  for (const group of groups) {
    const [{ severity, subject }] = group.facts;
    const key = subjectKey(subject);
    if (severity === 'bad' && !first.has(key)) first.set(key, group);
  }
  const states = Map.groupBy(
    facts.filter((fact) => stateOf(fact) !== null),
    ({ subject }) => subjectKey(subject),
  );
  return [...first].map(([key, group]) => {
    const [{ by }] = group.facts;
    return words`- ${time(by)} ${rowText(group)}${overText(states.get(key) ?? [], by)}`;
  });
}

/** How an item as a whole is since a fact; null if the fact does not say. */
function stateOf({ kind, severity, to }: Fact): 'bad' | 'warn' | 'good' | null {
  // Another scan that has begun does not mend one that failed.
  if (kind === 'scan') return severity === 'bad' ? 'bad' : to === 'Completed' ? 'good' : null;
  return (kind === 'health' || kind === 'connection') && severity !== 'info' ? severity : null;
}

/** ` (over at …), and 2 more times`: when the problem that began at `start` was over, and how often there was another. */
function overText(states: readonly Fact[], start: number): Printable {
  const over = states.find((fact) => fact.by > start && stateOf(fact) !== 'bad');
  if (!over) return words``;
  const how = stateOf(over) === 'good' ? words`over at` : words`only warnings from`;
  const later = states.filter(({ by }) => by > over.by).map(stateOf);
  const again = later.filter((state, at) => state === 'bad' && later[at - 1] !== 'bad').length;
  const more = again === 0 ? words`` : words`, and ${counted(again, words`more time`)}`;
  return words` (${how} ${time(over.by)})${more}`;
}

function timelineTable(groups: readonly FactGroup[]): readonly Printable[] {
  if (groups.length === 0) return [words`Nothing was seen to change.`];
  const shown = groups.slice(-MAX_ROWS);
  return [
    ...(shown.length < groups.length
      ? [
          words`The last ${count(shown.length)} of ${count(groups.length)}. Like changes of one thing in one answer are one.`,
          words``,
        ]
      : []),
    words`| By | After | What | Change |`,
    words`|---|---|---|---|`,
    ...shown.map((group) => {
      const [{ after, by, severity }] = group.facts;
      const since = after === null ? words`first seen in this state` : time(after);
      return words`| ${time(by)} | ${since} | ${cell(group.name)} | ${FACT_SIGNS[severity]} ${cell(groupSentence(group))} |`;
    }),
  ];
}

/** Notes on entries of this time, of all zones, also of entries that are no longer loaded. */
function noteLines(
  marks: HistoryState['marks'],
  { since, until }: WatchedSpan,
  { shieldZones }: Workspace,
): readonly Printable[] {
  const names = new Map(shieldZones.map(({ id, name }) => [id, name]));
  const marked = [...marks.values()].flat().filter(({ time: at }) => at >= since && at <= until);
  const notes = marked.filter(({ note }) => note !== '').sort((a, b) => a.time - b.time);
  const shown = notes.slice(-MAX_ROWS);
  const bare = marked.length - notes.length;
  return orNone(
    [
      ...(shown.length < notes.length
        ? [words`The last ${count(shown.length)} of ${count(notes.length)}.`, words``]
        : []),
      ...shown.map(
        (mark) =>
          words`- ${time(mark.time)} ${cell(names.get(mark.zone) ?? mark.zone)}, entry ${cell(mark.logId)}: ${cell(mark.note)}`,
      ),
      ...(bare > 0
        ? [
            ...(shown.length > 0 ? [words``] : []),
            words`${counted(bare, words`entry`, words`entries`)} marked without a note.`,
          ]
        : []),
    ],
    words`None.`,
  );
}

const UNKEPT_CALLS = words`Those of failed reads are not kept: only :report has the latest of its own console.`;

function callTable(calls: readonly ReportedCall[]): readonly Printable[] {
  const byRequest = new Map(calls.map((call) => [call.requestId, call]));
  if (byRequest.size === 0) return [words`None is known.`, words``, UNKEPT_CALLS];
  const shown = [...byRequest.values()].sort((a, b) => a.at - b.at).slice(-MAX_CALLS);
  const left = byRequest.size - shown.length;
  return [
    ...(left > 0
      ? [words`The last ${count(shown.length)} of ${count(byRequest.size)}.`, words``]
      : []),
    words`| Sent | Call | Outcome | Request id |`,
    words`|---|---|---|---|`,
    ...shown.map(
      ({ at, what, outcome, requestId }) =>
        words`| ${time(at)} | ${cell(what)} | ${cell(outcome)} | ${cell(requestId)} |`,
    ),
    words``,
    UNKEPT_CALLS,
  ];
}

/** Changes in the audit file that were made to this service, by any console. */
export const auditedCalls = (
  changes: readonly AuditedChange[],
  host: string,
): readonly ReportedCall[] =>
  changes.flatMap(({ time: begun, host: changed, operation, subject, outcome, requestId }) =>
    changed === host && requestId !== null
      ? [{ at: Date.parse(begun), what: `${operation} ${subject.name}`, outcome, requestId }]
      : [],
  );

/** Gaps in watching, for the workspace and items seen in this time. */
function watchedLines(
  facts: readonly Fact[],
  watched: HistoryState['watched'],
  range: WatchedSpan & Pick<ReportOptions, 'now'>,
  workspace: Workspace,
): readonly Printable[] {
  const seen = [...watched].filter(([, spans]) =>
    spans.some((span) => span.until >= range.since && span.since <= range.until),
  );
  if (seen.length === 0) return [words`No application and no DNS zone was watched.`];
  const names = new Map([
    ...factGroups(facts, workspace).map(
      ({ name, facts: [{ subject }] }) => [subjectKey(subject), name] as const,
    ),
    ...itemKinds.flatMap((kind) =>
      workspace[kind].map(({ id, name }) => [subjectKey({ kind, id }), name] as const),
    ),
  ]);
  for (const [key] of seen) if (!names.has(key)) names.set(key, key.slice(key.indexOf(' ') + 1));
  // The end of a running watch is written only now and then.
  const isUnkept = ({ since, until }: WatchedSpan, spans: readonly WatchedSpan[]) =>
    since > range.since &&
    until === range.until &&
    range.now - since <= KEPT_AFTER_MS &&
    spans.every((span) => span.until <= since);
  const gaps = [...names]
    .filter(([key]) => [...OF_KIND.keys()].some((kind) => key.startsWith(`${kind} `)))
    .flatMap(([key, name]) => {
      const spans = watched.get(key) ?? [];
      return gapsIn(spans, range.since, range.until).map((gap) => ({
        name,
        ...gap,
        isUnkept: isUnkept(gap, spans),
      }));
    });
  if (gaps.length === 0) {
    return [words`Everything above was watched without a gap of more than two minutes.`];
  }
  const unkept = gaps.filter((gap) => gap.isUnkept);
  return [
    ...gapLines(gaps.filter((gap) => !gap.isUnkept)),
    ...(unkept.length > 0
      ? [
          words`- Of ${namesOf(unkept)} nothing has been kept since about ${time(least(unkept.map(({ since }) => since)))}: consoles record only once a minute that they are watching.`,
        ]
      : []),
  ];
}

interface Gap extends WatchedSpan {
  /** Hostile text. */
  readonly name: string;
}

const namesOf = (gaps: readonly Gap[]): Printable =>
  gaps.map(({ name }) => cell(name)).join(', ') as Printable;

function gapLines(gaps: readonly Gap[]): readonly Printable[] {
  const alike: Gap[][] = [];
  for (const gap of gaps) {
    const known = alike.find(([first]) => first && isNear(first, gap));
    if (known) known.push(gap);
    else alike.push([gap]);
  }
  return alike.map((each) => {
    const from = Math.min(...each.map((gap) => gap.since));
    const to = Math.max(...each.map((gap) => gap.until));
    const about = each.length > 1 ? words`about ` : words``;
    return words`- ${namesOf(each)}: ${about}${time(from)} to ${time(to)} (${duration(to - from)})`;
  });
}

/** Tolerance for joining gaps, in milliseconds: items are polled one after the other. */
const GAP_TOLERANCE_MS = 10_000;

const isNear = (a: WatchedSpan, b: WatchedSpan): boolean =>
  Math.abs(a.since - b.since) <= GAP_TOLERANCE_MS &&
  Math.abs(a.until - b.until) <= GAP_TOLERANCE_MS;
