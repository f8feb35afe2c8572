import type { AuditedChange } from '../mutations/audit.ts';
import { itemKinds } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { plainMarkdown } from '../text/markdown.ts';
import { count, counted, least } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration, isoSeconds } from '../text/time.ts';
import { type AuditedFact, withAudited } from './console-facts.ts';
import { type Fact, subjectKey, UNWATCHED } from './fact.ts';
import { FACT_SIGNS, type FactGroup, factGroups, groupSentence } from './fact-text.ts';
import { SAMPLED } from './history.ts';
import type { WatchedSpan } from './history-file.ts';
import { gapsIn, type HistoryState, MOST_FACTS } from './history-state.ts';
import { OF_KIND } from './observing.ts';

export interface ReportOptions {
  readonly workspace: Workspace;
  /** What was looked at: `prod, api.example.net`. */
  readonly service: Printable;
  /** From when to when, wall clock, milliseconds. */
  readonly since: number;
  readonly until: number;
  /** When it is written, wall clock. */
  readonly now: number;
  /** What is loaded of the logs of zones, as Markdown, or why that is not told. */
  readonly events: readonly Printable[];
  /** Calls that the service has given an identifier to; why they are not told, as a sentence, where they cannot be. */
  readonly calls: readonly ReportedCall[] | Printable;
  /** Changes that the audit file tells of, those made at the prompt among them. */
  readonly audited?: readonly AuditedFact[];
}

/** A change, or a call that failed, as whoever runs the service can find it. All texts are hostile. */
export interface ReportedCall {
  /** When it was sent, wall clock, milliseconds. */
  readonly at: number;
  readonly what: string;
  readonly outcome: string;
  readonly requestId: string;
}

/** Calls in a report, the newest. */
const MOST_CALLS = 50;

/** More rows than anybody reads. */
const MOST_ROWS = 200;

/**
 * What changed in a stretch of time, as Markdown for a ticket: each thing that was bad with its first trouble, the
 * timeline, events, what was changed from here, request ids, and when nobody looked. Times are UTC.
 */
export function reportLines(
  { facts, watched }: Pick<HistoryState, 'facts' | 'watched'>,
  { workspace, service, since, until, now, events, calls, audited = [] }: ReportOptions,
): readonly Printable[] {
  const isInside = ({ by }: Fact) => by >= since && by <= until;
  const inside = facts.filter(isInside);
  // In the order in which it happened.
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
    words`${cell(service)} · ${counted(inside.length, words`change`)} seen in ${counted(things.size, words`thing`)} · times are UTC, and those of the answers that showed a change`,
    ...missingLines(facts, since),
    words``,
    words`## First trouble of each`,
    words``,
    ...orNone(firstTroubles(groups), words`Nothing was seen to go bad.`),
    words``,
    words`## Timeline`,
    words``,
    ...timelineTable(groups),
    words``,
    words`## Events`,
    words``,
    ...events,
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

/** That more has changed since than is read: of what was before that nothing below says anything. */
function missingLines(facts: readonly Fact[], since: number): readonly Printable[] {
  const [oldest] = facts;
  if (!oldest || facts.length < MOST_FACTS || oldest.by <= since) return [];
  return [
    words``,
    words`**Changes before ${time(oldest.by)} are missing:** only the last ${count(MOST_FACTS)} are read.`,
  ];
}

const time = (at: number): Printable => words`${isoSeconds(at) as Printable}`;

const orNone = (lines: readonly Printable[], none: Printable): readonly Printable[] =>
  lines.length > 0 ? lines : [none];

/** Text of others in a cell of a table. */
export const cell = (text: string): Printable => plainMarkdown(printable(text));

const rowText = (group: FactGroup): Printable =>
  words`${cell(group.name)}: ${cell(groupSentence(group))}`;

function firstTroubles(groups: readonly FactGroup[]): readonly Printable[] {
  const first = new Map<string, FactGroup>();
  for (const group of groups) {
    const [{ severity, subject }] = group.facts;
    const key = subjectKey(subject);
    if (severity === 'bad' && !first.has(key)) first.set(key, group);
  }
  return [...first.values()].map((group) => words`- ${time(group.facts[0].by)} ${rowText(group)}`);
}

function timelineTable(groups: readonly FactGroup[]): readonly Printable[] {
  if (groups.length === 0) return [words`Nothing was seen to change.`];
  const shown = groups.slice(-MOST_ROWS);
  return [
    ...(shown.length < groups.length
      ? [
          words`The last ${count(shown.length)} of ${count(groups.length)} rows. Like changes of one thing in one answer are one row.`,
          words``,
        ]
      : []),
    words`| By | After | What | Change |`,
    words`|---|---|---|---|`,
    ...shown.map((group) => {
      const [{ after, by, severity }] = group.facts;
      const since = after === null ? words`first seen so` : time(after);
      return words`| ${time(by)} | ${since} | ${cell(group.name)} | ${FACT_SIGNS[severity]} ${cell(groupSentence(group))} |`;
    }),
  ];
}

function callTable(calls: readonly ReportedCall[]): readonly Printable[] {
  const told = new Map(calls.map((call) => [call.requestId, call]));
  if (told.size === 0) return [words`No change or failed call has one.`];
  const shown = [...told.values()].sort((a, b) => a.at - b.at).slice(-MOST_CALLS);
  const left = told.size - shown.length;
  return [
    ...(left > 0 ? [words`The last ${count(shown.length)} of ${count(told.size)}.`, words``] : []),
    words`| Sent | Call | Outcome | Request id |`,
    words`|---|---|---|---|`,
    ...shown.map(
      ({ at, what, outcome, requestId }) =>
        words`| ${time(at)} | ${cell(what)} | ${cell(outcome)} | ${cell(requestId)} |`,
    ),
  ];
}

/** Of changes in the audit file those that were made to this service, by whatever console. */
export const auditedCalls = (
  changes: readonly AuditedChange[],
  host: string,
): readonly ReportedCall[] =>
  changes.flatMap(({ time: begun, host: changed, operation, subject, outcome, requestId }) =>
    changed === host && requestId !== null
      ? [{ at: Date.parse(begun), what: `${operation} ${subject.name}`, outcome, requestId }]
      : [],
  );

/** When what can be watched was not: all of the workspace, and what a console saw in this time. */
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
  // Whoever still watches has not kept it yet where nothing changes.
  const isUnkept = ({ since, until }: WatchedSpan, spans: readonly WatchedSpan[]) =>
    since > range.since &&
    until === range.until &&
    range.now - since <= SAMPLED + UNWATCHED &&
    spans.every((span) => span.until <= since);
  const gaps = [...names]
    .filter(([key]) => [...OF_KIND.keys()].some((kind) => key.startsWith(`${kind} `)))
    .flatMap(([key, name]) => {
      const spans = watched.get(key) ?? [];
      return gapsIn(spans, range.since, range.until).map((gap) => ({
        ...{ name, ...gap },
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
          words`- Of ${namesOf(unkept)} nothing has been kept since about ${time(least(unkept.map(({ since }) => since)))}: an answer in which nothing changed is kept every five minutes.`,
        ]
      : []),
  ];
}

interface Gap extends WatchedSpan {
  /** Of what. Hostile text. */
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

/** Things of a workspace are asked one after the other: gaps that begin and end within this are one, milliseconds. */
const ONE_GAP = 10_000;

const isNear = (a: WatchedSpan, b: WatchedSpan): boolean =>
  Math.abs(a.since - b.since) <= ONE_GAP && Math.abs(a.until - b.until) <= ONE_GAP;
