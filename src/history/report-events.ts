import { subtracted } from '../events/coverage.ts';
import { literal } from '../events/filter/glob.ts';
import { type Outcome, outcomeOf, type Split } from '../events/outcome.ts';
import { storeAnswerer } from '../events/questions/ask.ts';
import { whole } from '../events/questions/derived.ts';
import type { CountedValue, Facet } from '../events/questions/facets.ts';
import type { HistogramAnswer } from '../events/questions/histogram.ts';
import type { Answer, Answerer, Question, Scope } from '../events/questions/question.ts';
import type { EventStore } from '../events/store.ts';
import { bucketsFor, type TimeRange } from '../events/time-range.ts';
import { yieldToEventLoop } from '../feeds/scheduling.ts';
import { count, counted } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import { DAY_MS, isoSeconds, startOfDay, utcDay } from '../text/time.ts';
import { pad } from '../text/width.ts';
import { cell, time } from './report-text.ts';

export interface LoadedZone {
  readonly zone: string;
  /** Hostile text. */
  readonly name: string;
  readonly store: EventStore;
  readonly loaded: readonly TimeRange[];
}

/** The events of a zone for a report, from memory or an archive. */
export interface ReportedLog extends Pick<LoadedZone, 'zone' | 'name' | 'loaded'> {
  readonly answers: Answerer;
  /** The source of the events: `12,000 loaded events of 2 zones`. */
  readonly all: Printable;
}

export const loadedLog = ({ store, ...zone }: LoadedZone): ReportedLog => ({
  ...zone,
  answers: storeAnswerer(store, yieldToEventLoop),
  all: words`${counted(store.size, words`loaded event`)}${store.zones.length > 1 ? words` of ${count(store.zones.length)} zones` : words``}`,
});

/** Columns of the sender tables. */
const SENDERS = [
  ['remoteIp', words`Address`],
  ['asn', words`Network`],
] as const;
/** Limits: senders per table, chart bars, coverage ranges. */
const MAX_SENDERS = 10;
const MAX_BARS = 30;
const MAX_RANGES = 20;
/** Width of the longest bar, in cells. */
const WIDE = 40;

/** A zone's log in a time range as Markdown: coverage, trend and top senders. */
export async function eventLines(
  { zone, name, answers, all, loaded }: ReportedLog,
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly Printable[]> {
  const moment = { now: range.until, day: startOfDay(utcDay(range.until)), offsetMinutes: 0 };
  const target = { kind: 'zone' } as const;
  const scope: Scope = {
    filter: { kind: 'text', target, how: 'is', glob: literal(zone) },
    moment,
    range,
  };
  const columns = SENDERS.map(([column]) => column);
  const facets = await wholeAnswer(
    answers,
    {
      kind: 'facets',
      scope,
      columns,
      order: 'count',
      direction: 'descending',
      most: MAX_SENDERS,
      baseline: null,
    },
    signal,
  );
  const buckets = bucketsFor(range, MAX_BARS);
  const trend = await wholeAnswer(
    answers,
    { kind: 'histogram', scope, buckets, stackBy: 'status', most: Number.MAX_SAFE_INTEGER },
    signal,
  );
  return [
    words`### ${cell(name)}`,
    words``,
    words`Of ${all}, ${count(facets.total)} ${facets.total === 1 ? words`is` : words`are`} of this time: ${splitText(facets.split)}.`,
    words``,
    ...coverageLines(range, loaded),
    ...(facets.total === 0
      ? []
      : [
          words``,
          ...chartLines(trend, range, loaded),
          ...facets.facets.flatMap((facet) => [words``, ...senderTable(facet)]),
        ]),
  ];
}

async function wholeAnswer<Asked extends Question>(
  answers: Answerer,
  question: Asked,
  signal: AbortSignal,
): Promise<Answer<Asked>> {
  const answered = await whole(answers.ask(question, signal), signal);
  if (!answered) throw signal.reason;
  return answered.answer;
}

const splitText = ({ blocked, challenged, logged, other }: Split): Printable =>
  words`${count(blocked)} blocked, ${count(challenged)} challenged, ${count(logged)} logged, ${count(other)} other`;

/** Which parts of the range are completely loaded. */
function coverageLines(range: TimeRange, loaded: readonly TimeRange[]): readonly Printable[] {
  const missing = subtracted([range], loaded);
  const ranges = [
    ...subtracted([range], missing).map((each) => ({ ...each, what: words`complete` })),
    ...missing.map((each) => ({ ...each, what: words`not known to be complete` })),
  ].sort((a, b) => a.from - b.from);
  const left = ranges.length - MAX_RANGES;
  return [
    ...ranges
      .slice(0, MAX_RANGES)
      .map(({ from, until, what }) => words`- ${time(from)} to ${time(until)}: ${what}`),
    ...(left > 0 ? [words`- ${count(left)} more ranges are left out.`] : []),
  ];
}

/** Stopped events are drawn solid, others light. Partial bars state their range. */
function chartLines(
  { buckets, layers, totals }: HistogramAnswer,
  range: TimeRange,
  loaded: readonly TimeRange[],
): readonly Printable[] {
  const { start, size, count: bars } = buckets;
  const peak = Math.max(1, ...totals);
  const stopped = new Float64Array(bars);
  const isStopped = (outcome: Outcome) => outcome === 'blocked' || outcome === 'challenged';
  for (const { value, counts } of layers) {
    if (!isStopped(outcomeOf(value))) continue;
    for (let bar = 0; bar < bars; bar += 1) stopped[bar] = (stopped[bar] ?? 0) + (counts[bar] ?? 0);
  }
  const cells = (value: number) => Math.round((value / peak) * WIDE);
  const isLong = size >= DAY_MS;
  const lines = Array.from(totals, (total, bar): Printable => {
    const from = start + bar * size;
    const at = isoSeconds(from);
    const part = { from: Math.max(from, range.from), until: Math.min(from + size, range.until) };
    const isWhole = subtracted([part], loaded).length === 0;
    const label = (isLong ? at.slice(0, 10) : at.slice(5, 16).replace('T', ' ')) as Printable;
    const full = cells(stopped[bar] ?? 0);
    const drawn = `${'█'.repeat(full)}${'░'.repeat(Math.max(0, cells(total) - full))}` as Printable;
    const known = isWhole ? words`` : words` or more`;
    const begun = part.from > from ? words` from ${time(part.from)} on` : words``;
    const ended = part.until < from + size ? words` until ${time(part.until)}` : words``;
    return words`${label}  ${pad(drawn, WIDE)}  ${count(total)}${known}${begun}${ended}`;
  });
  return [
    words`Events by time (UTC): █ blocked and challenged, ░ the rest.`,
    words``,
    words`${FENCE}text`,
    ...lines,
    words`${FENCE}`,
  ];
}

const FENCE = '```' as Printable;

function senderTable({ column, values, distinct, absent, other }: Facet): readonly Printable[] {
  const title = SENDERS.find(([known]) => known === column)?.[1] ?? words`Value`;
  const row = ({ value, count: events, split, first, last }: CountedValue) => {
    const { blocked, challenged, logged, other: rest } = split;
    const numbers = [events, blocked, challenged, logged, rest].map(count).join(' | ') as Printable;
    const times = [first, last]
      .map((at) => (at === null ? '–' : time(at)))
      .join(' | ') as Printable;
    return words`| ${cell(value === '' ? '(empty)' : value)} | ${numbers} | ${times} |`;
  };
  const left = distinct - values.length;
  const rest = [
    ...(left > 0 ? [words`${count(left)} more are left out`] : []),
    ...(other > 0 ? [words`${count(other)} events are of further ones, not told apart`] : []),
    ...(absent > 0 ? [words`${count(absent)} events have none`] : []),
  ];
  if (values.length === 0) return [words`${title}: none of the events has one.`];
  return [
    words`| ${title} | Events | Blocked | Challenged | Logged | Other | First | Last |`,
    words`|---|---:|---:|---:|---:|---:|---|---|`,
    ...values.map(row),
    ...(rest.length > 0 ? [words``, words`${rest.join('; ') as Printable}.`] : []),
  ];
}
