import type { ApiError } from '../../contract/api-error.ts';
import type { KnownSince } from '../../history/history-state.ts';
import { type Issue, issueText } from '../../state/app-issues.ts';
import { ageOf, isStale, type Loaded, lastLoaded, type Moment } from '../../state/loadable.ts';
import { memoizeEach, memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { dayNear, type TimeZone, timeOfDay } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { type Line, lineWidth, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import {
  type AppRow,
  isDeleted,
  isRefused,
  issuesSinceOfRow,
  lastingIssues,
  type Severity,
  severityOf,
  sinceOfRow,
} from './state.ts';

const failureWord = ({ kind }: Pick<ApiError, 'kind'>): Printable =>
  printableStart(kind.replaceAll('-', ' '));

export function statusCell(row: AppRow): Span {
  const { overview } = row;
  const known = lastLoaded(overview);
  if (isDeleted(row)) return span(words`Deleted (404)`, theme.faint);
  // A connection failure keeps the last status; a refusal for this application does not.
  if (known && !isRefused(overview)) return statusSpan(known.value.status);
  if (row.isPast && overview.kind === 'waiting') return span(words`– not seen yet`, theme.faint);
  return overview.kind === 'failed'
    ? span(words`! ${failureWord(overview.error)}`, theme.bad)
    : span(words`… waiting`, theme.faint);
}

/**
 * The worst known issue of a row as a sentence; null if there is none. `room`: columns; the longest form that fits is
 * used.
 */
export function whyOf(row: AppRow, room = 0): Span | null {
  if (row.overview.kind === 'failed' && isRefused(row.overview)) {
    return span(words`✖ ${printableStart(row.overview.error.message)}`, theme.bad);
  }
  const worst = worstOf(row);
  return worst && (worst.find(({ text }) => width(text) <= room) ?? worst.at(-1) ?? null);
}

/** The worst issue: with its place, without, and in its shortest form. */
const worstOf = memoizeEach((row: AppRow) => {
  const [worst] = lastingIssues(row);
  if (!worst) return null;
  const style = theme[worst.severity];
  const sign = SIGNS[worst.severity];
  const { text, brief } = worst;
  return [issueText(worst), text, ...(brief === undefined ? [] : [brief])].map((form) =>
    span(words`${sign} ${form}`, style),
  );
});

/**
 * A row keeps its rank for this long after its last issue, in milliseconds, so that intermittent issues do not move
 * rows.
 */
const LINGER_MS = 60_000;

export const changedLately = ({ since }: Pick<AppRow, 'since'>, now: Moment): boolean =>
  since !== null && !since.orBefore && now.elapsed - since.at.elapsed < LINGER_MS;

/** Marks a recovered row that still ranks among those with issues. Without a status, recovery is unknown. */
export const recoveryOf = (row: AppRow, now: Moment): Span | null =>
  severityOf(row) === 'fine' &&
  !isDeleted(row) &&
  lastLoaded(row.overview)?.value.status !== null &&
  changedLately(row, now)
    ? span(words`✓ recovered`, theme.good)
    : null;

/** Why the last request for a row failed; null after an answer or before the first request. */
export function failureOf({ overview }: AppRow): Span | null {
  if (overview.kind !== 'failed') return null;
  // The reason is shown once for all rows, below the list or in the header.
  return lastLoaded(overview)
    ? span(words`${SIGNS.warn} not answered`, theme.warn)
    : span(words`${SIGNS.bad} ${printableStart(overview.error.message)}`, theme.bad);
}

/**
 * {@link whyOf} for a cell, marked if the last request failed. Without room for both, only the issue is shown: the age
 * column tells that it is stale.
 */
export function whyStill(row: AppRow, room: number): Line | null {
  const why = whyOf(row, room);
  const failure = isRefused(row.overview) ? null : failureOf(row);
  if (!why || !failure) return why && [why];
  const rest = [span(words` · `, theme.faint), failure];
  const both = [whyOf(row, room - lineWidth(rest)) ?? why, ...rest];
  return lineWidth(both) <= room ? both : [why];
}

/** Severity signs, which also work without colours. */
export const SIGNS: Readonly<Record<Issue['severity'], Printable>> = {
  bad: words`✖`,
  warn: words`!`,
};

const SINCE_SIGNS: Readonly<Record<KnownSince['how'], Printable>> = {
  exactly: words``,
  before: words`≤`,
};

const SINCE_WORDS: Readonly<Record<KnownSince['how'], (time: Printable) => Printable>> = {
  exactly: (time) => time,
  before: (time) => words`before ${time}`,
};

/** Since when a row has its current severity or is refused; empty for a row that was never seen with issues. */
export const sinceInWords = (row: AppRow, zone: TimeZone): Printable =>
  SINCE_TEXTS[zone](row).inWords;

/** The same for a cell: `≤14:02:05` or `≤14:02`; for another day `≤03-13 14:02` or `≤03-13`. */
export const sinceInCell = (row: AppRow, zone: TimeZone, to: 'second' | 'minute'): Printable =>
  SINCE_TEXTS[zone](row)[to];

/** `issues since 14:00:10` if a row's issues began before its current severity; else empty. */
export const earlierIssues = (row: AppRow, zone: TimeZone): Printable =>
  SINCE_TEXTS[zone](row).earlierIssues;

/**
 * What a row has had since the start of its severity. The issue that is shown may be newer; warnings may be older than
 * the errors, or, once the errors are over, than the start.
 */
export const SINCE_THEN: Readonly<Record<Severity, Printable>> = {
  bad: words`errors since`,
  warn: words`only warnings since`,
  fine: words`no issues since`,
};

/** `errors since before 14:02:05`, and {@link earlierIssues} if there are any; empty without issues. */
export function issuesSince(row: AppRow, zone: TimeZone): readonly Printable[] {
  const severity = severityOf(row);
  if (severity === 'fine' || isRefused(row.overview)) return [];
  const since = sinceInWords(row, zone);
  return [
    since === '' ? since : words`${SINCE_THEN[severity]} ${since}`,
    earlierIssues(row, zone),
  ].filter((text) => text !== '');
}

const NO_SINCE = { inWords: words``, second: words``, minute: words`` };

const sinceTextsIn = (zone: TimeZone) =>
  memoizeEach((row: AppRow) => {
    const since = sinceOfRow(row);
    const issues = issuesSinceOfRow(row);
    // Whether a row without issues had some before is known only if the change was seen.
    const isKnown = (since?.how === 'exactly' && !since.hasGaps) || severityOf(row) !== 'fine';
    const textsOf = (start: KnownSince) => sinceTexts(start, lastLoaded(row.overview), zone);
    return {
      ...(since && isKnown ? textsOf(since) : NO_SINCE),
      earlierIssues: issues ? words`issues since ${textsOf(issues).inWords}` : words``,
    };
  });

function sinceTexts(
  { at, how, hasGaps }: KnownSince,
  last: Loaded<unknown> | null,
  zone: TimeZone,
) {
  const sign = words`${hasGaps ? words`seen ` : words``}${SINCE_SIGNS[how]}`;
  const day = dayNear(last?.at.wall ?? at, at, zone);
  const time = timeOfDay(at, zone);
  const minute = time.slice(0, -3) as Printable;
  const [exact, short] = day === '' ? [time, minute] : [words`${day} ${minute}`, day];
  return {
    inWords: words`${SINCE_WORDS[how](exact)}${hasGaps ? words`, not watched in between` : words``}`,
    second: words`${sign}${exact}`,
    minute: words`${sign}${short}`,
  };
}

const SINCE_TEXTS = { utc: sinceTextsIn('utc'), local: sinceTextsIn('local') };

/**
 * Age of stale data in milliseconds; null while it is fresh. A refusal is an answer: its own time says how old the data
 * is, and one refused row does not take the room of a column.
 */
export function staleAge(row: AppRow, now: Moment, interval: number): number | null {
  const last = lastLoaded(row.overview);
  if (!last || isRefused(row.overview)) return null;
  const age = ageOf(last.at, now);
  return isStale(age, interval) ? age : null;
}

function countsOf(rows: readonly AppRow[]) {
  const there = rows.filter((row) => !isDeleted(row));
  const refusals = Map.groupBy(
    there.flatMap(({ overview }) =>
      overview.kind === 'failed' && isRefused(overview) ? [overview.error] : [],
    ),
    failureWord,
  );
  const states = Map.groupBy(
    there.filter(({ overview }) => !isRefused(overview)),
    ({ overview }) => lastLoaded(overview)?.value.status,
  );
  // A failed connection is not an answer.
  const known = there.filter(
    ({ overview }) => lastLoaded(overview) !== null || isRefused(overview),
  ).length;
  return {
    watched: there.length,
    // Before the first answer, the list says so.
    unanswered: known === 0 ? 0 : there.length - known,
    wrong: there.filter((row) => whyOf(row) !== null).length,
    details: detailsOf(
      NOT_ACTIVE.map((status) => ({
        says: status,
        length: states.get(status)?.length ?? 0,
        isState: true,
      })),
      [...refusals].map(([says, { length }]) => ({ says, length, isState: false })),
    ),
  };
}

interface Detail {
  readonly says: Printable;
  readonly length: number;
  readonly isState: boolean;
}

/** Failing applications first, then refused requests, then the other states. */
function detailsOf(
  [failing, ...others]: readonly Detail[],
  refusals: readonly Detail[],
): readonly Detail[] {
  return [...(failing ? [failing] : []), ...refusals, ...others].filter(({ length }) => length > 0);
}

/**
 * Summaries of all rows, from the most detailed to the shortest: `28 watched · 3 with issues · 2 failing · 1
 * suspended`, `3 of 28 with issues · 2 failing + 1 not active`, `3 of 28 with issues · 2 failing`, `3 of 28 with
 * issues`; while loading, `1 with issues · 20 of 28 not answered yet`.
 */
export const summaries = memoizeLast(summariesOf);

function summariesOf(rows: readonly AppRow[]): readonly [Printable, ...Printable[]] {
  const { watched, unanswered, wrong, details } = countsOf(rows);
  const named = (start: Printable, these: readonly Detail[]) =>
    these.reduce((text, { length, says }) => words`${text} · ${count(length)} ${says}`, start);
  const summary = (start: Printable, to: number) => {
    const text = named(start, details.slice(0, to));
    const others = details
      .slice(to)
      .reduce((sum, { length, isState }) => (isState ? sum + length : sum), 0);
    const sign = details.slice(0, to).some(({ isState }) => isState) ? words`+` : words`·`;
    return others === 0 ? text : words`${text} ${sign} ${count(others)} not active`;
  };
  const failing = details.filter(({ says }) => says === FAILING);
  const isPartly = unanswered > 0;
  const all = isPartly
    ? words`${count(watched)} watched · ${count(unanswered)} not answered yet`
    : words`${count(watched)} watched`;
  const unknown = words`${count(unanswered)} of ${count(watched)} not answered yet`;
  const issues = isPartly
    ? words`${count(wrong)} with issues · ${unknown}`
    : words`${count(wrong)} of ${count(watched)} with issues`;
  const short = wrong > 0 ? issues : all;
  return [
    summary(wrong > 0 ? words`${all} · ${count(wrong)} with issues` : all, details.length),
    ...Array.from({ length: details.length + 1 - failing.length }, (_, at) =>
      summary(short, details.length - at),
    ),
    ...(failing.length > 0 ? [named(short, failing)] : []),
    short,
    ...(isPartly ? [wrong > 0 ? words`${count(wrong)} with issues so far` : unknown] : []),
  ];
}

const FAILING = words`failing`;
const NOT_ACTIVE = [FAILING, words`progressing`, words`suspended`, words`inactive`, words`unknown`];

const KNOWN: Readonly<Record<string, { readonly sign: Printable; readonly style: Style }>> = {
  active: { sign: words`●`, style: theme.good },
  ready: { sign: words`●`, style: theme.good },
  progressing: { sign: words`◐`, style: theme.warn },
  started: { sign: words`◐`, style: theme.warn },
  scheduled: { sign: words`◐`, style: theme.warn },
  deleting: { sign: words`◌`, style: theme.warn },
  notScheduled: { sign: words`○`, style: theme.faint },
  notStarted: { sign: words`○`, style: theme.faint },
  inactive: { sign: words`○`, style: theme.faint },
  failing: { sign: words`✖`, style: theme.bad },
  suspended: { sign: words`■`, style: theme.special },
  unknown: { sign: words`?`, style: theme.faint },
};

export function statusSpan(status: string | null | undefined): Span {
  if (status === null || status === undefined) return span(words`–`, theme.faint);
  const known = Object.hasOwn(KNOWN, status) ? KNOWN[status] : undefined;
  if (!known) return span(words`? ${printableStart(status)}`, theme.special);
  return span(words`${known.sign} ${printableStart(status)}`, known.style);
}
